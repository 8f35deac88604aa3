import { useState } from 'react';
import { keepDraft, readDraft } from '@/lib/draft';
import { useAuth } from '@/stores/auth';

/**
 * Texts that somebody types outside a kit's form: kept until they are sent, so that a reload, or a session that ends in the
 * middle, loses nothing. `name` says which form of which record it is.
 */
export function useDraft<Values extends Record<string, string>>(
  name: string,
  initial: Values,
): [Values, (changes: Partial<Values>) => void, () => void] {
  const owner = useAuth(({ user }) => user?.id ?? '');
  const [values, setValues] = useState<Values>(() => {
    const kept = Object.entries(readDraft(name, owner)).filter(([key]) => key in initial);
    return { ...initial, ...Object.fromEntries(kept) };
  });
  const change = (changes: Partial<Values>) => {
    setValues((before) => {
      const now = { ...before, ...changes };
      keepDraft(name, owner, now);
      return now;
    });
  };
  return [values, change, () => keepDraft(name, owner, {})];
}
