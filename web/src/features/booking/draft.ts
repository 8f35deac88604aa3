import type { RegisterValues } from '@/features/auth/account-forms';

/** What was typed, without the password, so that a reload or signing in loses nothing. */
export type DraftContact = Omit<RegisterValues, 'password'>;

interface Draft {
  readonly contact: DraftContact;
  /** Chosen extras by motorcycle. */
  readonly extras: Readonly<Record<string, readonly string[]>>;
}

/** Session storage: gone with the tab, and with the other drafts when somebody signs out (lib/draft.ts). */
const storageKey = 'draft:booking';

const emptyContact: DraftContact = { firstName: '', lastName: '', email: '', phoneNumber: '' };

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** What was kept, or an empty draft; anything that is not one counts as empty. */
export function readDraft(): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, unknown> | null;
    const contact = (kept?.contact ?? {}) as Record<string, unknown>;
    const text = (name: keyof DraftContact) => (typeof contact[name] === 'string' ? contact[name] : '');
    return {
      contact: {
        firstName: text('firstName'),
        lastName: text('lastName'),
        email: text('email'),
        phoneNumber: text('phoneNumber'),
      },
      extras: Object.fromEntries(
        Object.entries((kept?.extras ?? {}) as Record<string, unknown>).map(([id, ids]) => [
          id,
          textsOf(ids),
        ]),
      ),
    };
  } catch {
    return { contact: emptyContact, extras: {} };
  }
}

function write(draft: Draft): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(draft));
  } catch {
    // A browser that refuses storage forgets on reload, nothing else.
  }
}

export function keepContact({ firstName, lastName, email, phoneNumber }: DraftContact): void {
  write({ ...readDraft(), contact: { firstName, lastName, email, phoneNumber } });
}

export function keepExtras(motorcycleId: string, ids: readonly string[]): void {
  const draft = readDraft();
  write({ ...draft, extras: { ...draft.extras, [motorcycleId]: ids } });
}

/** After a booking: the account knows the person now. */
export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}
