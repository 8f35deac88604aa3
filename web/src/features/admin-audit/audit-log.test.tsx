import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { franchiseId, signInStaff } from '@/test/admin';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';
import { fieldOf, recordPath, verbOf } from './audit-words';

const supplementId = '019a0000-0000-7000-8000-0000000000a1';

const entry = {
  id: '7',
  happenedAt: '2026-11-21T09:00:00Z',
  actorId: '019a0000-0000-7000-8000-0000000000a2',
  actorName: 'Nadia Amrani',
  actorRole: 'ADMIN',
  action: 'SUPPLEMENT_UPDATE',
  entity: 'supplement',
  entityId: supplementId,
  franchiseId,
  changes: {
    price: { from: 50, to: 75.5 },
    priceType: { from: 'PER_DAY', to: 'PER_RENTAL' },
    isActive: { from: true, to: false },
    colour: { from: null, to: 'red' },
  },
  ip: '203.0.113.7',
  requestId: 'r-7',
};

it('tells who changed what, in the words of the forms, and leads there', async () => {
  signInStaff({}, { permissions: ['AUDIT_LOG_LIST'] });
  const asked: URL[] = [];
  server.use(
    http.get('*/audit-log', ({ request }) => {
      asked.push(new URL(request.url));
      const gone = {
        ...entry,
        id: '6',
        action: 'SOMETHING_NEW',
        entity: 'comet',
        changes: {},
        actorName: null,
      };
      const itself = { ...gone, id: '5', action: 'MEDIA_DELETE', entity: 'media', actorId: null };
      return HttpResponse.json({
        data: {
          entries: [entry, gone, itself],
          pagination: { page: 1, limit: 25, total: 3, totalPages: 1 },
        },
      });
    }),
  );
  renderSite('/admin/audit-log?entity=supplement&happenedAfter=2026-11-20&action=nonsense');
  const deed = await screen.findByRole('link', { name: 'Supplement: changed' });
  expect(deed).toHaveAttribute('href', `/admin/supplements/edit/${supplementId}`);
  const rows = screen.getAllByRole('row');
  const lines = within(rows[1] as HTMLElement).getAllByRole('listitem');
  expect(lines.map((line) => line.textContent?.replace(/\s/g, ' '))).toEqual([
    expect.stringMatching(/^Price .*50.* .*75\.50/),
    'Charged per day per rental',
    'Active Yes No',
    'colour red',
  ]);
  // What has no word here is told by its name, and leads nowhere.
  expect(rows[2]).toHaveTextContent('comet: SOMETHING_NEW');
  expect(rows[2]).toHaveTextContent('An erased account');
  expect(rows[3]).toHaveTextContent('File: deleted');
  expect(rows[3]).toHaveTextContent('By itself');
  expect(within(rows[2] as HTMLElement).queryByRole('link')).toBeNull();
  expect(asked[0]?.searchParams.get('entity')).toBe('supplement');
  expect(asked[0]?.searchParams.get('happenedAfter')).toBe('2026-11-19T23:00:00Z');
  expect(asked[0]?.searchParams.has('action')).toBe(false);
});

it('tells permissions apart that end alike', () => {
  expect(verbOf('MOTORCYCLE_DEVICE_DEACTIVATE')).toBe('deactivateLock');
  expect(verbOf('MOTORCYCLE_FEATURE_UNASSIGN')).toBe('unassign');
  expect(verbOf('LOCK_ACCESS_CREATE')).toBe('openLock');
  expect(verbOf('AVAILABILITY_BLOCK_CREATE')).toBe('create');
  expect(verbOf('USER_BLOCK')).toBe('block');
});

it('knows where records are, and the states of each kind', () => {
  expect(recordPath('payment', 'p1')).toBe('/admin/payments/p1');
  expect(recordPath('media', 'm1')).toBeUndefined();
  expect(fieldOf('payment', 'status')?.kind).toBe('select');
  expect(fieldOf('booking', 'bookingStatus')?.kind).toBe('select');
});
