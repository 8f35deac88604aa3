import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import type { Block, BlockReason } from '@/api/types';
import { fieldText } from '@/components/form-problem';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { useSendOnce } from '@/components/use-send-once';
import { useCan } from '@/crud/use-can';
import { blockReasons } from '@/features/admin-relations/states';
import { toInstant, toWallClock } from '@/i18n/wall-clock';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Input } from '@/ui/input';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { Textarea } from '@/ui/textarea';
import { blockQueries, changeBlock, createBlock, removeBlock } from './blocks';
import { type Days, timesOf } from './month';

/** A period in instants. */
interface Span {
  readonly start: string;
  readonly end: string;
}

/** What the dialog is about: a new block of these days or of this period, or one that is there, perhaps to be moved. */
export type BlockTask =
  | { readonly days: Days }
  | { readonly span: Span }
  | { readonly id: string; readonly to?: Span };

/** Keeps a motorcycle from renting for a while, or gives it back. */
export function BlockDialog({
  motorcycleId,
  task,
  onClose,
}: {
  motorcycleId: string;
  task: BlockTask;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const formId = useId();
  const id = 'id' in task ? task.id : '';
  const found = useQuery({ ...blockQueries.one(id), enabled: id !== '' });
  const maySave = useCan(id ? 'AVAILABILITY_BLOCK_UPDATE' : 'AVAILABILITY_BLOCK_CREATE');
  const mayRemove = useCan('AVAILABILITY_BLOCK_DELETE') && id !== '';
  const client = useQueryClient();
  const over = (title: string, again?: () => Promise<unknown>) => {
    onClose();
    notify({
      tone: 'success',
      title,
      ...(again && {
        action: {
          label: t('admin.undo.undo'),
          onClick: () =>
            void again()
              .catch((cause) =>
                notify({
                  tone: 'danger',
                  title: t('admin.motorcycles.block.failed'),
                  text: problemText(asProblem(cause), t),
                }),
              )
              .finally(() => client.invalidateQueries({ queryKey: ['motorcycles'] })),
        },
      }),
    });
    void client.invalidateQueries({ queryKey: ['motorcycles'] });
  };
  const save = useSendOnce({
    mutationFn: (values: Values) => send(motorcycleId, values, found.data),
    onSuccess: () => over(t(id ? 'admin.motorcycles.block.changed' : 'admin.motorcycles.block.made')),
  });
  const remove = useMutation({
    mutationFn: (block: Block) => removeBlock(block.id),
    onSuccess: (_, { startDatetime, endDatetime, reason, notes }) =>
      over(
        t('admin.motorcycles.block.removed'),
        // One that has begun cannot begin again: blocks are made for the future only.
        new Date(startDatetime) > new Date()
          ? () =>
              createBlock(motorcycleId, {
                startDatetime,
                endDatetime,
                reason,
                ...(notes !== null && { notes }),
              })
          : undefined,
      ),
  });
  const cause = save.error ?? remove.error ?? found.error;
  const problem = cause && asProblem(cause);
  const refused = (field: string) =>
    fieldText(t, problem?.fields.find((one) => one.field === field)?.message || undefined);
  const begin =
    'id' in task
      ? found.data && { ...valuesOf(found.data), ...(task.to && clocks(task.to.start, task.to.end)) }
      : newValues('days' in task ? timesOf(task.days) : task.span);

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(id ? 'admin.motorcycles.block.edit' : 'admin.motorcycles.block.add')}
      description={t('admin.motorcycles.block.lead')}
      closeLabel={t('common.close')}
      actions={
        <>
          {mayRemove && found.data && (
            <Button
              variant="secondary"
              className="me-auto"
              busy={remove.isPending}
              onClick={() => found.data && remove.mutate(found.data)}
            >
              {t('admin.motorcycles.block.remove')}
            </Button>
          )}
          {maySave && (
            <Button type="submit" form={formId} busy={save.isPending} disabled={!begin}>
              {t('admin.form.save')}
            </Button>
          )}
        </>
      }
    >
      {problem && (problem.fields.length === 0 || problem.status !== 422) && (
        <Alert tone="danger" className="mt-4" title={t('admin.motorcycles.block.failed')}>
          {problemText(problem, t)}
        </Alert>
      )}
      {begin ? (
        <BlockForm
          id={formId}
          begin={begin}
          disabled={!maySave}
          refused={refused}
          onSubmit={(values) => save.send(values)}
        />
      ) : (
        !problem && <Skeleton className="mt-4 h-64" />
      )}
    </Dialog>
  );
}

/** What the form holds: days and times as Morocco's clocks show them. */
interface Values {
  readonly startDay: string;
  readonly startTime: string;
  readonly endDay: string;
  readonly endTime: string;
  readonly reason: BlockReason;
  readonly notes: string;
}

function clocks(start: string, end: string): Pick<Values, 'startDay' | 'startTime' | 'endDay' | 'endTime'> {
  const from = toWallClock(start);
  const to = toWallClock(end);
  return { startDay: from.date, startTime: from.time, endDay: to.date, endTime: to.time };
}

function newValues({ start, end }: Span): Values {
  return { ...clocks(start, end), reason: 'maintenance', notes: '' };
}

function valuesOf(block: Block): Values {
  return {
    ...clocks(block.startDatetime, block.endDatetime),
    reason: block.reason,
    notes: block.notes ?? '',
  };
}

const startOf = ({ startDay, startTime }: Values) => toInstant({ date: startDay, time: startTime }) ?? '';
const endOf = ({ endDay, endTime }: Values) => toInstant({ date: endDay, time: endTime }) ?? '';

/** Of a block that is there, what differs is sent: one that has begun keeps its start. */
function send(motorcycleId: string, values: Values, before: Block | undefined): Promise<Block> {
  const notes = values.notes.trim();
  const [startDatetime, endDatetime] = [startOf(values), endOf(values)];
  const { reason } = values;
  if (!before) {
    return createBlock(motorcycleId, { startDatetime, endDatetime, reason, ...(notes !== '' && { notes }) });
  }
  const was = valuesOf(before);
  return changeBlock(before.id, {
    ...(startDatetime !== startOf(was) && { startDatetime }),
    ...(endDatetime !== endOf(was) && { endDatetime }),
    ...(reason !== was.reason && { reason }),
    ...(notes !== was.notes && { notes: notes || null }),
    updatedAt: before.updatedAt,
  });
}

function BlockForm({
  id,
  begin,
  disabled,
  refused,
  onSubmit,
}: {
  id: string;
  begin: Values;
  disabled: boolean;
  /** Why the server refuses a field. */
  refused: (field: string) => string | undefined;
  onSubmit: (values: Values) => void;
}) {
  const { t } = useTranslation();
  const [values, setValues] = useState(begin);
  const [tried, setTried] = useState(false);
  const set = (name: keyof Values) => (event: { target: { value: string } }) =>
    setValues((now) => ({ ...now, [name]: event.target.value }));
  const [start, end] = [startOf(values), endOf(values)];
  const startError = tried && start === '' ? 'REQUIRED' : undefined;
  const endError =
    tried && end === '' ? 'REQUIRED' : tried && start !== '' && end <= start ? 'END_BEFORE_START' : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (start !== '' && end > start) onSubmit(values);
  };
  const endText =
    endError === 'END_BEFORE_START'
      ? t('admin.motorcycles.block.endBeforeStart')
      : (fieldText(t, endError) ?? refused('endDatetime'));
  return (
    <form id={id} noValidate onSubmit={submit} className="mt-4">
      <fieldset disabled={disabled} className="grid grid-cols-2 gap-x-3 gap-y-4">
        <Input
          type="date"
          dir="ltr"
          label={t('admin.motorcycles.block.startDay')}
          value={values.startDay}
          error={fieldText(t, startError) ?? refused('startDatetime')}
          onChange={set('startDay')}
        />
        <Input
          type="time"
          dir="ltr"
          label={t('admin.motorcycles.block.startTime')}
          value={values.startTime}
          onChange={set('startTime')}
        />
        <Input
          type="date"
          dir="ltr"
          label={t('admin.motorcycles.block.endDay')}
          value={values.endDay}
          error={endText}
          onChange={set('endDay')}
        />
        <Input
          type="time"
          dir="ltr"
          label={t('admin.motorcycles.block.endTime')}
          value={values.endTime}
          onChange={set('endTime')}
        />
        <Select
          className="col-span-2"
          label={t('admin.motorcycles.block.reason')}
          value={values.reason}
          error={refused('reason')}
          onChange={set('reason')}
        >
          {blockReasons.map((reason) => (
            <option key={reason} value={reason}>
              {t(`admin.motorcycles.reason.${reason}`)}
            </option>
          ))}
        </Select>
        <Textarea
          className="col-span-2"
          label={t('admin.motorcycles.block.notes')}
          aside={t('common.optional')}
          rows={3}
          maxLength={1000}
          value={values.notes}
          error={refused('notes')}
          onChange={set('notes')}
        />
      </fieldset>
    </form>
  );
}
