import { useRef, useState } from 'react';
import { keepDraft, readDraft } from '@/lib/draft';
import { useAuth } from '@/stores/auth';

/**
 * Texts that somebody types outside a kit's form: kept until they are sent, so that a reload, or a session that ends in the
 * middle, loses nothing. `name` says which form of which record it is; what is `given`, by an address, counts before what was
 * kept.
 */
export function useDraft<Values extends Record<string, string>>(
  name: string,
  initial: Values,
  given: Partial<Values> = {},
): [Values, (changes: Partial<Values>) => void, () => void] {
  const owner = useAuth(({ user }) => user?.id ?? '');
  const [values, setValues] = useState<Values>(() => {
    const kept = Object.entries(readDraft(name, owner)).filter(([key]) => key in initial);
    return { ...initial, ...Object.fromEntries(kept), ...given };
  });
  // What an upload brings is added to what was typed meanwhile.
  const latest = useRef(values);
  const change = (changes: Partial<Values>) => {
    latest.current = { ...latest.current, ...changes };
    setValues(latest.current);
    keepDraft(name, owner, latest.current);
  };
  return [values, change, () => keepDraft(name, owner, {})];
}
