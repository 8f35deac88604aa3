import { plainNumber } from '@/lib/amount';
import { isId, type RawSearch, textParam } from '@/lib/search-params';
import type { SessionUser } from '@/stores/auth';
import type { Entity, Field, FieldValue, Row } from './entity';

/** What a form holds, by the names of its fields. */
export type FormValues = Record<string, FieldValue>;

/** The fields of an entity that a person has, while adding or editing. */
export function fieldsOf<R extends Row>(
  entity: Pick<Entity<R>, 'form'>,
  user: SessionUser | null,
  doing: 'add' | 'edit',
): Field<R>[] {
  return entity.form
    .flatMap(({ fields }) => fields)
    .filter(
      ({ visible, only }) =>
        (!visible || (user !== null && visible(user))) && (only === undefined || only === doing),
    );
}

function isNumeric(kind: Field<never>['kind']): boolean {
  return kind === 'money' || kind === 'number';
}

/** What the form holds of a row's field. */
export function readField<R extends Row>(field: Field<R>, row: R): FieldValue {
  if (field.read) return field.read(row);
  const members = row as unknown as Record<string, unknown>;
  if (field.kind === 'custom' && field.members) {
    const own = field.members.map((name) => [name, members[name] ?? null] as const);
    return own.every(([, value]) => value === null) ? null : Object.fromEntries(own);
  }
  const value = members[field.name];
  if (field.kind === 'checkbox') return value === true;
  if (field.kind === 'custom') return value;
  if (field.kind === 'money' && typeof value === 'number') return value.toFixed(2);
  return value === null || value === undefined ? '' : String(value);
}

/** What a field begins with in a form for a new record. */
function initialOf<R extends Row>(field: Field<R>): FieldValue {
  if (field.initial !== undefined) return field.initial;
  if (field.kind === 'checkbox') return false;
  if (field.kind === 'select' && field.required && field.none === undefined) {
    return field.options[0]?.value ?? '';
  }
  return field.kind === 'custom' ? null : '';
}

/** The values of a form: of a row, or of a new record. */
export function valuesOf<R extends Row>(fields: readonly Field<R>[], row?: R): FormValues {
  return Object.fromEntries(
    fields.map((field) => [field.name, row ? readField(field, row) : initialOf(field)]),
  );
}

/** What an address says of a new record, `?franchiseId=…&role=…`: what can be chosen, and nothing that has to be typed. */
export function givenValues<R extends Row>(fields: readonly Field<R>[], search: RawSearch): FormValues {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = textParam(search, field.name);
      const fits =
        (field.kind === 'relation' && isId(value)) ||
        (field.kind === 'select' &&
          field.options.some((option) => option.value === value && !option.derived));
      return fits ? [[field.name, value] as const] : [];
    }),
  );
}

/** What is sent of a field; `undefined` is left out of a new record, and null empties it in a change. */
function writeField<R extends Row>(field: Field<R>, value: FieldValue): unknown {
  if (field.write) return field.write(value);
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (isNumeric(field.kind)) return text === '' ? null : Number(plainNumber(text));
  // An optional text may be empty; the rest is there or is not.
  const isText = field.kind === 'text' || field.kind === 'textarea';
  return text === '' && !isText ? null : text;
}

/** The members of the body that a field writes: one, unless it says that it stands for several. */
function membersOf<R extends Row>(field: Field<R>, values: FormValues): (readonly [string, unknown])[] {
  const sent = writeField(field, values[field.name]);
  if (field.kind !== 'custom' || !field.members || sent === undefined) return [[field.name, sent]];
  const record = sent as Readonly<Record<string, unknown>> | null;
  return field.members.map((name) => [name, record?.[name] ?? null]);
}

/** The fields that are there while the form holds these values. */
export function presentFields<R extends Row>(fields: readonly Field<R>[], values: FormValues): Field<R>[] {
  return fields.filter(({ when }) => when?.(values) ?? true);
}

/** The body of a new record: what was left empty is left out. */
export function newBody<R extends Row>(
  fields: readonly Field<R>[],
  values: FormValues,
): Record<string, unknown> {
  const body = presentFields(fields, values).flatMap((field) => membersOf(field, values));
  return Object.fromEntries(
    body.filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

/** Whether two values of a field are the same: custom ones may be records. */
export function sameValue(one: FieldValue, other: FieldValue): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** The fields whose values differ from those that the form began with. */
export function changedFields<R extends Row>(
  fields: readonly Field<R>[],
  before: FormValues,
  now: FormValues,
): Field<R>[] {
  return fields.filter(({ name }) => !sameValue(before[name], now[name]));
}

/** The body of a change: what differs, and nothing else. */
export function changesBody<R extends Row>(
  fields: readonly Field<R>[],
  before: FormValues,
  now: FormValues,
): Record<string, unknown> {
  const body = changedFields(presentFields(fields, now), before, now).flatMap((field) =>
    membersOf(field, now),
  );
  return Object.fromEntries(body.filter(([, value]) => value !== undefined));
}

/** The code of what is wrong with a value (`components/form-problem.ts`), or undefined. */
export function checkField<R extends Row>(field: Field<R>, values: FormValues): string | undefined {
  const value = values[field.name];
  const own = field.check?.(value, values);
  if (own !== undefined) return own;
  if (field.kind === 'custom') return field.required && value == null ? 'REQUIRED' : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text === '') return field.required ? 'REQUIRED' : undefined;
  switch (field.kind) {
    case 'text':
    case 'textarea':
      return field.max !== undefined && Array.from(text).length > field.max ? 'TOO_LONG' : undefined;
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text) ? undefined : 'INVALID_EMAIL';
    case 'phone':
      return /^\+?[\d\s().-]{6,24}$/.test(text) ? undefined : 'INVALID_PHONE';
    case 'url':
      return /^(https?:\/\/|\/)\S+$/i.test(text) ? undefined : 'INVALID_FORMAT';
    case 'money':
    case 'number':
      return checkNumber(field, plainNumber(text));
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? undefined : 'INVALID_FORMAT';
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? undefined : 'INVALID_FORMAT';
    default:
      return undefined;
  }
}

function checkNumber<R extends Row>(
  field: Extract<Field<R>, { kind: 'money' | 'number' }>,
  text: string,
): string | undefined {
  const decimals = field.kind === 'money' ? 2 : (field.decimals ?? 0);
  const pattern = new RegExp(`^-?\\d{1,12}${decimals > 0 ? `(\\.\\d{1,${decimals}})?` : ''}$`);
  if (!pattern.test(text)) return 'INVALID_FORMAT';
  const value = Number(text);
  if (field.min !== undefined && value < field.min) return 'TOO_SMALL';
  if (field.kind === 'number' && field.max !== undefined && value > field.max) return 'TOO_LARGE';
  return undefined;
}

/** Codes of everything that is wrong, by field. */
export function checkForm<R extends Row>(
  fields: readonly Field<R>[],
  values: FormValues,
): Record<string, string> {
  return Object.fromEntries(
    presentFields(fields, values).flatMap((field) => {
      const code = checkField(field, values);
      return code === undefined ? [] : [[field.name, code] as const];
    }),
  );
}

/** Three views of a record that somebody else changed while it was being edited. */
export interface Meeting {
  /** What the form is to show now: what was typed here stays, what was not follows. */
  readonly values: FormValues;
  /** Fields changed by both, to different values. */
  readonly disputed: readonly string[];
  /** Fields that only somebody else changed. */
  readonly taken: readonly string[];
}

export function meet<R extends Row>(
  fields: readonly Field<R>[],
  before: FormValues,
  mine: FormValues,
  theirs: FormValues,
): Meeting {
  const values: FormValues = { ...mine };
  const disputed: string[] = [];
  const taken: string[] = [];
  for (const { name } of fields) {
    if (sameValue(before[name], theirs[name]) || sameValue(mine[name], theirs[name])) continue;
    if (sameValue(before[name], mine[name])) {
      values[name] = theirs[name];
      taken.push(name);
    } else disputed.push(name);
  }
  return { values, disputed, taken };
}
