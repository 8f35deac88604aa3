import { useEffect, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { keepDraft, readDraft } from '@/lib/draft';

/**
 * Gives a form back what its owner had typed into it, and keeps on keeping it. `fields` are those that may be kept: never
 * a password. Says whether there was anything.
 */
export function useDraft<Values extends FieldValues>(
  { setValue, subscribe, formState }: UseFormReturn<Values>,
  name: string,
  owner: string,
  fields: ReadonlyArray<FieldPath<Values>>,
): boolean {
  const [kept] = useState(() => Object.entries(readDraft(name, owner)));
  // Read, so that the form keeps it up to date.
  void formState.dirtyFields;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form; the list of its fields is as fixed as its name.
  useEffect(() => {
    for (const [field, value] of kept) {
      const path = fields.find((one) => one === field);
      if (path) setValue(path, value as FieldPathValue<Values, typeof path>, { shouldDirty: true });
    }
    return subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, defaultValues }) => {
        const typed = fields.filter((field) => values[field] !== defaultValues?.[field]);
        keepDraft(name, owner, Object.fromEntries(typed.map((field) => [field, String(values[field])])));
      },
    });
  }, [kept, name, owner, setValue, subscribe]);
  return kept.length > 0;
}
