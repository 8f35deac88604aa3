import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

/** A text field of a form: what is sent of it, and the code of what is wrong with it. */
export interface TextField {
  readonly clean: (typed: string) => string;
  readonly check: (value: string) => string | undefined;
}

/** What a form of such fields holds. */
export type ValuesOf<Fields> = { -readonly [Name in keyof Fields]: string };

/** A field whose edges do not count: what is sent is trimmed. */
export function text(check: TextField['check']): TextField {
  return { clean: (typed) => typed.trim(), check };
}

/** A field of which every character counts. */
export function secret(check: TextField['check']): TextField {
  return { clean: (typed) => typed, check };
}

/** Has react-hook-form check these fields: every one that is wrong at once. */
export function resolverOf<Fields extends Readonly<Record<string, TextField>>>(
  fields: Fields,
): Resolver<ValuesOf<Fields>> {
  return (typed) => {
    const values: FieldValues = {};
    const errors: FieldErrors<FieldValues> = {};
    for (const [name, { clean, check }] of Object.entries(fields)) {
      const value = clean(typed[name] ?? '');
      const message = check(value);
      values[name] = value;
      if (message !== undefined) errors[name] = { type: 'check', message };
    }
    return Object.keys(errors).length > 0
      ? { values: {}, errors: errors as FieldErrors<ValuesOf<Fields>> }
      : { values: values as ValuesOf<Fields>, errors: {} };
  };
}
