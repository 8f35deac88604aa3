import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { asProblem, Problem } from '@/api/problem';
import { notify } from '@/components/notify';
import type { RawSearch } from '@/lib/search-params';
import { useAuth } from '@/stores/auth';
import type { Conflict } from './conflict-notice';
import { type Entity, editPath, listPath, type Row } from './entity';
import {
  changesBody,
  checkForm,
  type FormValues,
  fieldsOf,
  givenValues,
  meet,
  newBody,
  valuesOf,
} from './form-values';
import { recordOf, rowQuery } from './queries';
import { useFormDraft } from './use-form-draft';
import { leftSearch } from './use-list-url';

/** What the server says is wrong, by field and, in fields of several parts, by part. */
type Parts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Moves the focus to the first of these fields, in the order of the form. */
function focusFirst(names: readonly string[]): void {
  const frames = [...document.querySelectorAll<HTMLElement>('form [data-field]')];
  const first = frames.find(({ dataset }) => names.includes(dataset.field ?? ''));
  first?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
}

/**
 * The form of a record, or of a new one: what it holds, saving it, what the server refuses, and what somebody else did to the
 * record meanwhile.
 */
export function useEntityForm<R extends Row>(entity: Entity<R>, row?: R) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as RawSearch;
  const user = useAuth((session) => session.user);
  const fields = fieldsOf(entity, user, row ? 'edit' : 'add');
  const seen = useRef(row);
  const over = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [parts, setParts] = useState<Parts>({});
  const [conflict, setConflict] = useState<Conflict>();

  const resolver: Resolver<FormValues> = (values) => {
    const wrong = Object.entries(checkForm(fields, values));
    return wrong.length === 0
      ? { values, errors: {} }
      : {
          values: {},
          errors: Object.fromEntries(wrong.map(([name, message]) => [name, { type: 'check', message }])),
        };
  };
  const [begin] = useState(() => ({ ...valuesOf(fields, row), ...(!row && givenValues(fields, search)) }));
  const form = useForm<FormValues>({ defaultValues: begin, resolver, shouldFocusError: false });
  const { getValues, reset, setError, setValue } = form;
  const draft = useFormDraft(form, fields, `${entity.key}:${row?.id ?? 'new'}`, user?.id ?? '');
  const [restored, setRestored] = useState(draft.met !== undefined);
  const disputedByDraft =
    draft.met && draft.met.disputed.length > 0 && !conflict && restored
      ? { ...draft.met, theirs: begin }
      : undefined;

  // What is changed beside the form, by an approval or a decision, is in it too; what was typed meets it when it is saved.
  const arrived = useRef(row);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival, as the form is then.
  useEffect(() => {
    if (row === arrived.current) return;
    arrived.current = row;
    if (form.formState.isDirty || !row || row.updatedAt === seen.current?.updatedAt) return;
    seen.current = row;
    reset(valuesOf(fields, row));
  }, [row]);

  const leaveFor = (to: string, search = {}) => {
    over.current = true;
    draft.drop();
    void navigate({ to: to as '/admin', search });
  };

  const saved = async (now: R) => {
    draft.drop();
    setConflict(undefined);
    setRestored(false);
    notify({ tone: 'success', title: t('admin.form.saved', { name: entity.name(now) }) });
    void client.invalidateQueries({ queryKey: [entity.key], refetchType: 'none' });
    if (entity.afterSave !== 'record') {
      leaveFor(listPath(entity), leftSearch(entity.key));
      return;
    }
    client.setQueryData(rowQuery(entity, now.id).queryKey, now);
    if (row === undefined) {
      leaveFor(editPath(entity, now.id));
      return;
    }
    seen.current = now;
    reset(valuesOf(fields, now));
  };

  /** Puts refused fields under their inputs. What belongs to none is said above the form. */
  const refuse = (refusal: Problem) => {
    const found: string[] = [];
    const byPart: Record<string, Record<string, string>> = {};
    const rest: Problem['fields'][number][] = [];
    const own = entity.refusals?.[refusal.code];
    const refused = own ? [{ field: own, code: refusal.code, message: refusal.message }] : refusal.fields;
    for (const one of refused) {
      const member = fields.find((field) => field.kind === 'custom' && field.members?.includes(one.field));
      const field =
        member ?? fields.find(({ name }) => one.field === name || one.field.startsWith(`${name}.`));
      if (!field) {
        rest.push(one);
        continue;
      }
      const message = one.message || one.code;
      const part = member ? one.field : one.field.slice(field.name.length + 1);
      found.push(field.name);
      if (part !== '') byPart[field.name] = { ...byPart[field.name], [part]: message };
      setError(field.name, { type: 'server', message });
    }
    setParts(byPart);
    setProblem(found.length > 0 && rest.length === 0 ? undefined : refusal);
    focusFirst(found);
  };

  /**
   * Takes in what the record has become, and has the person look at it. True when there is nothing to look at, as what was
   * changed is no part of this form: then saving again overwrites nothing. Such a change is said when it happens `again`.
   */
  const meetOther = async (id: string, again: boolean) => {
    const now = await recordOf(entity, id, new AbortController().signal);
    const theirs = valuesOf(fields, now);
    const met = meet(fields, seen.current ? valuesOf(fields, seen.current) : begin, getValues(), theirs);
    seen.current = now;
    if (!again && met.disputed.length === 0 && met.taken.length === 0) return true;
    reset(theirs);
    for (const { name } of fields) setValue(name, met.values[name], { shouldDirty: true });
    setRestored(false);
    setConflict({ disputed: met.disputed, taken: met.taken, theirs });
    return false;
  };

  /** Whether it is the record itself that was not found, and nothing that it names. */
  const isGone = (id: string) =>
    recordOf(entity, id, new AbortController().signal).then(
      () => false,
      (cause) => asProblem(cause).status === 404,
    );

  const send = async (values: FormValues, again = false): Promise<void> => {
    const before = seen.current;
    setBusy(true);
    setProblem(undefined);
    setParts({});
    try {
      const now = before
        ? await entity.change?.(before.id, {
            ...changesBody(fields, valuesOf(fields, before), values),
            ...(before.updatedAt && { updatedAt: before.updatedAt }),
          })
        : await entity.create?.(newBody(fields, values));
      if (now) await saved(now);
    } catch (cause) {
      const refusal = asProblem(cause);
      try {
        if (before && refusal.status === 404 && (await isGone(before.id)))
          setProblem(new Problem({ status: 404, code: refusal.code, message: t('admin.form.gone') }));
        else if (!before || refusal.code !== 'CHANGED_MEANWHILE') refuse(refusal);
        else if (await meetOther(before.id, again)) await send(values, true);
      } catch (other) {
        setProblem(asProblem(other));
      }
    } finally {
      setBusy(false);
    }
  };

  return {
    form,
    fields,
    busy,
    problem,
    parts,
    conflict: conflict ?? disputedByDraft,
    /** What was typed before the page was loaded anew is there again. */
    restored: restored && form.formState.isDirty && !disputedByDraft,
    submit: form.handleSubmit(
      (values) => (busy ? undefined : send(values)),
      (errors) => focusFirst(Object.keys(errors)),
    ),
    /** Whether something would be lost by leaving. */
    dirty: () => !over.current && form.formState.isDirty,
    discard: () => {
      over.current = true;
      draft.drop();
    },
    /** Has fields be as somebody else made them. */
    take: (names: readonly string[]) => {
      const known = conflict ?? disputedByDraft;
      if (!known) return;
      for (const name of names) setValue(name, known.theirs[name], { shouldDirty: true });
      setRestored(false);
      setConflict({ ...known, disputed: known.disputed.filter((name) => !names.includes(name)) });
    },
    /** Goes back to the list without asking about what is gone. */
    leave: () => leaveFor(listPath(entity), leftSearch(entity.key)),
  };
}
