import { beforeEach, expect, it } from 'vitest';
import { dropDrafts } from '@/lib/draft';
import { forgetDraft, keepContact, keepExtras, readDraft } from './draft';

const contact = { firstName: 'Salma', lastName: 'Idrissi', email: 's@example.com', phoneNumber: '' };

beforeEach(() => sessionStorage.clear());

it('keeps no password, whatever it is handed', () => {
  keepContact({ ...contact, password: 'Secret123' } as typeof contact);
  expect(readDraft().contact).toEqual(contact);
  expect(Object.values({ ...sessionStorage }).join()).not.toContain('Secret123');
});

it('goes with all drafts when somebody signs out, and once it is booked', () => {
  for (const end of [dropDrafts, forgetDraft]) {
    keepContact(contact);
    keepExtras('one', ['helmet']);
    end();
    expect(readDraft()).toEqual({
      contact: { firstName: '', lastName: '', email: '', phoneNumber: '' },
      extras: {},
    });
    expect(sessionStorage).toHaveLength(0);
  }
});
