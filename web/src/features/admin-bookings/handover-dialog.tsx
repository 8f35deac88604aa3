import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import type { Booking, Handover } from '@/api/types';
import { fieldText } from '@/components/form-problem';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { formatNumber } from '@/i18n/format';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Input } from '@/ui/input';
import { Textarea } from '@/ui/textarea';
import { PicturesField } from './pictures-field';
import { staffBookingMutations, staffBookingQueries } from './queries';
import { useDraft } from './use-draft';

/** Refusals that are about a field without naming it. */
const refusedField: Readonly<Record<string, string>> = {
  ODOMETER_BACKWARDS: 'odometerKm',
  MEDIA_GONE: 'pictures',
  MEDIA_MISPLACED: 'pictures',
};

/** `12 345` and `12345` alike; undefined when it is no whole number. */
function wholeNumber(typed: string): number | undefined {
  const digits = typed.replace(/[\s\u00a0\u202f.,]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

/** Records how the motorcycle is when it leaves or comes back, which begins or ends the rental. */
export function HandoverDialog({
  booking,
  kind,
  onClose,
}: {
  booking: Booking;
  kind: Handover['kind'];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const formId = useId();
  const odometer = useRef<HTMLInputElement>(null);
  const handovers = useQuery(staffBookingQueries.handovers(booking.id));
  const [values, change, drop] = useDraft(`${kind}:${booking.id}`, {
    odometer: '',
    fuel: '',
    notes: '',
    pictures: '',
  });
  const [missing, setMissing] = useState(false);
  const [uploading, setUploading] = useState(false);
  const record = useMutation(staffBookingMutations.changeHands(booking.id, kind));
  const problem = record.error && asProblem(record.error);
  const before = handovers.data?.find((one) => one.kind === 'HAND_OVER');

  const errorOf = (name: string): string | undefined => {
    if (!problem) return undefined;
    if (refusedField[problem.code] === name) return problemText(problem, t);
    const refused = problem.fields.find(({ field }) => field === name || field.startsWith(`${name}.`));
    return fieldText(t, refused && (refused.message || refused.code));
  };
  const fields = ['odometerKm', 'fuelPercent', 'notes', 'pictures'];
  const rest = problem && fields.every((name) => errorOf(name) === undefined);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (record.isPending || uploading) return;
    const odometerKm = wholeNumber(values.odometer);
    setMissing(odometerKm === undefined);
    if (odometerKm === undefined) {
      odometer.current?.focus();
      return;
    }
    record.mutate(
      {
        odometerKm,
        fuelPercent: wholeNumber(values.fuel) ?? null,
        notes: values.notes,
        pictures: values.pictures === '' ? [] : values.pictures.split('\n'),
        updatedAt: booking.updatedAt,
      },
      {
        onSuccess: () => {
          drop();
          notify({ tone: 'success', title: t(`admin.bookings.handover.done.${kind}`) });
          onClose();
        },
        onError: () => odometer.current?.focus(),
      },
    );
  };

  return (
    <Dialog
      open
      form="sheet"
      onOpenChange={onClose}
      title={t(`admin.bookings.handover.title.${kind}`)}
      description={t(`admin.bookings.handover.text.${kind}`)}
      closeLabel={t('common.close')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('admin.form.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={record.isPending} disabled={uploading}>
            {t(kind === 'HAND_OVER' ? 'admin.bookings.actions.handOver' : 'admin.bookings.actions.takeBack')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="mt-4 flex flex-col gap-4">
        {rest && (
          <Alert tone="danger" title={t('admin.form.failed')}>
            {problemText(problem, t)}
          </Alert>
        )}
        <Input
          ref={odometer}
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          aria-required
          label={t('admin.bookings.handover.odometer')}
          hint={
            kind === 'RETURN' && before
              ? t('admin.bookings.handover.left', { kilometres: formatNumber(before.odometerKm) })
              : undefined
          }
          end={<span className="text-sm text-muted">{t('admin.values.km')}</span>}
          value={values.odometer}
          error={missing ? t('errors.fields.REQUIRED') : errorOf('odometerKm')}
          onChange={({ target }) => change({ odometer: target.value })}
        />
        <Input
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          label={t('admin.bookings.handover.fuel')}
          aside={t('common.optional')}
          hint={
            kind === 'RETURN' && before?.fuelPercent != null
              ? t('admin.bookings.handover.fuelLeft', { percent: before.fuelPercent })
              : undefined
          }
          end={<span className="text-sm text-muted">{t('admin.values.percent')}</span>}
          value={values.fuel}
          error={errorOf('fuelPercent')}
          onChange={({ target }) => change({ fuel: target.value })}
        />
        <Textarea
          rows={3}
          maxLength={1000}
          label={t('admin.bookings.handover.notes')}
          aside={t('common.optional')}
          hint={t('admin.bookings.handover.notesHint')}
          value={values.notes}
          error={errorOf('notes')}
          onChange={({ target }) => change({ notes: target.value })}
        />
        <PicturesField
          value={values.pictures === '' ? [] : values.pictures.split('\n')}
          error={errorOf('pictures')}
          onChange={(pictures) => change({ pictures: pictures.join('\n') })}
          onBusy={setUploading}
        />
      </form>
    </Dialog>
  );
}
