import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { keepDraft, readDraft } from '@/lib/draft';
import type { Field, Row } from './entity';
import { changedFields, type FormValues, type Meeting, meet } from './form-values';

/** What was typed, and what the form held before. */
interface Kept {
  readonly before: FormValues;
  readonly mine: FormValues;
}

function read(name: string, owner: string): Kept | undefined {
  try {
    const { before, mine } = readDraft(name, owner);
    return before && mine ? { before: JSON.parse(before), mine: JSON.parse(mine) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps what is typed into a form until it is saved or given up, and gives it back: after a reload, or after a session that
 * ended in the middle. When the record has changed meanwhile, what was typed meets what is there now.
 */
export function useFormDraft<R extends Row>(
  form: UseFormReturn<FormValues>,
  fields: readonly Field<R>[],
  name: string,
  owner: string,
): { met: Meeting | undefined; drop: () => void } {
  const { setValue, subscribe, formState } = form;
  const [met] = useState<Meeting | undefined>(() => {
    const kept = read(name, owner);
    const now = formState.defaultValues as FormValues;
    return kept && meet(fields, { ...now, ...kept.before }, { ...now, ...kept.mine }, now);
  });
  // Read, so that the form keeps it up to date.
  void formState.dirtyFields;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form; its fields are as fixed as its name.
  useEffect(() => {
    if (met) {
      for (const field of fields) {
        setValue(field.name, met.values[field.name], { shouldDirty: true });
      }
    }
    return subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, defaultValues }) => {
        const before = (defaultValues ?? {}) as FormValues;
        const changed = changedFields(fields, before, values).filter(({ secret }) => !secret);
        const part = (of: FormValues) =>
          JSON.stringify(Object.fromEntries(changed.map((field) => [field.name, of[field.name]])));
        keepDraft(name, owner, changed.length > 0 ? { before: part(before), mine: part(values) } : {});
      },
    });
  }, [met, name, owner, setValue, subscribe]);
  return { met, drop: () => keepDraft(name, owner, {}) };
}
