import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { useAuth } from '@/stores/auth';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import type { BulkAction, Entity, Row } from './entity';
import { holds, useCan } from './use-can';
import { useRemoval } from './use-removal';
import type { Selection } from './use-selection';

/** What became of one row. */
interface Outcome<R> {
  readonly row: R;
  /** Why the server refused; undefined: done. */
  readonly refused?: string;
}

interface Run<R extends Row> {
  readonly action: BulkAction<R>;
  readonly rows: readonly R[];
  /** `asked`: not begun yet. */
  readonly stage: 'asked' | 'running' | 'over';
  readonly outcomes: readonly Outcome<R>[];
}

/** How many rows a question names one by one. */
const named = 8;

/** What can be done to the chosen rows, with a report of what became of each. */
export function BulkBar<R extends Row>({
  entity,
  selection,
  rows,
  total,
  onSelectAll,
}: {
  entity: Entity<R>;
  selection: Selection<R>;
  /** Rows that are in sight. */
  rows: readonly R[];
  /** How many rows the list has. */
  total: number;
  /** Chooses every row of the list; absent when all are chosen or there are too many. */
  onSelectAll?: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const user = useAuth((session) => session.user);
  const removal = useRemoval(entity);
  const mayRemove = useCan(entity.may.remove);
  const [run, setRun] = useState<Run<R>>();
  const [choosing, setChoosing] = useState(false);
  const stopped = useRef(false);
  const count = selection.rows.size;
  const unseen = count - rows.filter(({ id }) => selection.rows.has(id)).length;
  const actions = [
    ...(entity.bulk ?? []).filter(
      ({ permission, visible }) =>
        (permission === undefined || holds(user, permission)) && (!visible || (user && visible(user))),
    ),
    ...(mayRemove && removal.bulk ? [removal.bulk] : []),
  ];
  if (actions.length === 0 || (count === 0 && !run)) return null;

  const start = (action: BulkAction<R>, some: readonly R[]) => {
    const rows = some.filter((row) => action.applies?.(row) ?? true);
    const wanted: Run<R> = { action, rows, stage: 'asked', outcomes: [] };
    if (action.confirm) setRun(wanted);
    else void work(wanted);
  };

  const work = async (wanted: Run<R>) => {
    stopped.current = false;
    const outcomes: Outcome<R>[] = [];
    for (const row of wanted.rows) {
      if (stopped.current) break;
      setRun({ ...wanted, stage: 'running', outcomes: [...outcomes] });
      try {
        await wanted.action.run(row);
        outcomes.push({ row });
      } catch (cause) {
        outcomes.push({ row, refused: problemText(asProblem(cause), t) });
      }
    }
    await client.invalidateQueries({ queryKey: [entity.key] });
    const done = outcomes.filter(({ refused }) => refused === undefined).map(({ row }) => row);
    selection.set(done, false);
    const whole = done.length === wanted.rows.length;
    setRun(whole ? undefined : { ...wanted, stage: 'over', outcomes });
    if (whole) told(wanted.action, done);
  };

  const told = (action: BulkAction<R>, done: readonly R[]) => {
    const { undo } = action;
    notify({
      tone: 'success',
      title: t('admin.bulk.done', { count: done.length }),
      ...(undo && {
        action: { label: t('admin.undo.undo'), onClick: () => void takeBack(action, done) },
      }),
    });
  };

  const takeBack = (action: BulkAction<R>, done: readonly R[]) =>
    work({
      action: { ...action, run: async (row) => action.undo?.(row), undo: undefined },
      rows: done,
      stage: 'running',
      outcomes: [],
    });

  return (
    <>
      <section
        aria-label={t('admin.bulk.title')}
        className="rise sticky bottom-3 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-card border border-majorelle bg-surface px-4 py-2.5 shadow-soft"
      >
        <p role="status" className="me-2 text-sm font-medium">
          {t('admin.bulk.chosen', { count })}
          {unseen > 0 && (
            <span className="block text-xs font-normal text-muted">
              {t('admin.bulk.unseen', { count: unseen })}
            </span>
          )}
        </p>
        {onSelectAll && (
          <Button
            variant="link"
            className="me-2 text-sm"
            busy={choosing}
            onClick={() => {
              setChoosing(true);
              void onSelectAll().finally(() => setChoosing(false));
            }}
          >
            {t('admin.bulk.all', { count: total })}
          </Button>
        )}
        {actions.map((action) => (
          <Button
            key={action.key}
            size="sm"
            variant="secondary"
            icon={<action.icon aria-hidden="true" size={17} />}
            onClick={() => start(action, [...selection.rows.values()])}
          >
            {t(action.label)}
          </Button>
        ))}
        <Button size="sm" variant="quiet" icon={<X aria-hidden="true" size={17} />} onClick={selection.clear}>
          {t('admin.bulk.clear')}
        </Button>
      </section>
      {run && (
        <RunDialog
          run={run}
          name={entity.name}
          onStart={() => void work(run)}
          onClose={() => {
            stopped.current = true;
            if (run.stage !== 'running') setRun(undefined);
          }}
        />
      )}
    </>
  );
}

function RunDialog<R extends Row>({
  run: { action, rows, stage, outcomes },
  name,
  onStart,
  onClose,
}: {
  run: Run<R>;
  name: (row: R) => string;
  onStart: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const done = outcomes.filter(({ refused }) => refused === undefined).length;
  const rest = rows.length - named;
  const untouched = rows.slice(outcomes.length);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(action.label)}
      closeLabel={t('common.close')}
      actions={
        stage === 'asked' ? (
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('admin.form.cancel')}
            </Button>
            <Button variant="danger" disabled={rows.length === 0} onClick={onStart}>
              {t(action.label)}
            </Button>
          </>
        ) : (
          // It comes where the action was pressed: the second half of a double press does not stop it.
          <Button variant="secondary" onClick={({ detail }) => detail < 2 && onClose()}>
            {t(stage === 'running' ? 'admin.bulk.stop' : 'common.close')}
          </Button>
        )
      }
    >
      {stage === 'asked' && (
        <>
          {action.confirm && <p>{t(action.confirm, { count: rows.length })}</p>}
          <ul className="mt-3 list-disc ps-5 text-sm">
            {rows.slice(0, named).map((row) => (
              <li key={row.id}>
                <bdi>{name(row)}</bdi>
              </li>
            ))}
            {rest > 0 && <li>{t('admin.bulk.more', { count: rest })}</li>}
          </ul>
        </>
      )}
      {stage === 'running' && (
        <>
          <progress
            className="progress w-full"
            max={rows.length}
            value={outcomes.length}
            aria-label={t(action.label)}
          />
          <p className="figures mt-2 text-sm text-muted">
            {t('admin.bulk.progress', { count: outcomes.length, total: rows.length })}
          </p>
        </>
      )}
      {stage === 'over' && (
        <>
          <p role="status" className="font-medium">
            {t('admin.bulk.report', { count: done, total: rows.length })}
          </p>
          <ul className="mt-3 flex flex-col gap-2 text-sm">
            {outcomes.map(({ row, refused }) => (
              <li key={row.id} className="flex items-start gap-2">
                {refused === undefined ? (
                  <CircleCheck aria-hidden="true" size={17} className="mt-0.5 shrink-0 text-mint" />
                ) : (
                  <CircleAlert aria-hidden="true" size={17} className="mt-0.5 shrink-0 text-rose" />
                )}
                <span className="min-w-0">
                  <bdi className="font-medium">{name(row)}</bdi>
                  <span className="block text-muted">{refused ?? t('admin.bulk.one')}</span>
                </span>
              </li>
            ))}
            {untouched.map((row) => (
              <li key={row.id} className="flex items-start gap-2">
                <CircleDashed aria-hidden="true" size={17} className="mt-0.5 shrink-0 text-muted" />
                <span className="min-w-0">
                  <bdi className="font-medium">{name(row)}</bdi>
                  <span className="block text-muted">{t('admin.bulk.untouched')}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
