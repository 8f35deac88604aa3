import type { TFunction } from 'i18next';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import type { Problem } from '@/api/problem';
import type texts from '../../public/locales/en.json';

type FieldCode = keyof (typeof texts)['errors']['fields'];

const known: ReadonlySet<string> = new Set<FieldCode>([
  'REQUIRED',
  'TOO_SHORT',
  'TOO_LONG',
  'TOO_SMALL',
  'TOO_LARGE',
  'INVALID_EMAIL',
  'INVALID_FORMAT',
  'INVALID_CHOICE',
  'INVALID_TYPE',
  'INVALID_PHONE',
  'IN_PAST',
  'END_BEFORE_START',
  'PASSWORD_WEAK',
  'LOCATION_FOR_TYPE',
]);

/**
 * What stands under a field. Schemas give codes, which are translated here; the server's own sentence is in the
 * reader's language already and says more ("at most 50 characters"), so it is shown as it came.
 */
export function fieldText(t: TFunction, message: string | undefined): string | undefined {
  if (message === undefined || message === '') return undefined;
  return known.has(message) ? t(`errors.fields.${message as FieldCode}`) : message;
}

/**
 * Puts the fields that the server refused under their inputs and moves focus to the first. Returns whether
 * every refused field was one of `fields`: if not, say the rest in an alert above the form.
 */
export function applyProblem<Values extends FieldValues>(
  problem: Problem,
  fields: ReadonlyArray<FieldPath<Values>>,
  setError: UseFormSetError<Values>,
): boolean {
  let first = true;
  let all = problem.fields.length > 0;
  for (const { field, code, message } of problem.fields) {
    const path = fields.find((one) => one === field);
    if (!path) {
      all = false;
      continue;
    }
    setError(path, { type: 'server', message: message || code }, { shouldFocus: first });
    first = false;
  }
  return all;
}
