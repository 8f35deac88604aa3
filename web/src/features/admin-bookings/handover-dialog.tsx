import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { motorcycleQueries } from '@/api/queries/motorcycles';
import type { Booking, Handover } from '@/api/types';
import { fieldText } from '@/components/form-problem';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { useSendOnce } from '@/components/use-send-once';
import { useDraft } from '@/crud/use-draft';
import { formatNumber } from '@/i18n/format';
import { wholeOf } from '@/lib/amount';
import { Alert } from '@/ui/alert';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Input } from '@/ui/input';
import { Textarea } from '@/ui/textarea';
import { isOvertaken, Overtaken } from './overtaken';
import { PicturesField } from './pictures-field';
import { staffBookingMutations, staffBookingQueries } from './queries';

/** Refusals that are about a field without naming it. */
const refusedField: Readonly<Record<string, string>> = {
  ODOMETER_BACKWARDS: 'odometerKm',
  MEDIA_GONE: 'pictures',
  MEDIA_MISPLACED: 'pictures',
};

/** What the meter showed before, and how much more is typed now: the meter never goes back, and one digit too many is seen. */
function useMeter(booking: Booking, kind: Handover['kind'], before: Handover | undefined, typed: string) {
  const { t } = useTranslation();
  const motorcycle = useQuery(motorcycleQueries.detail(booking.motorcycleId));
  const last = kind === 'RETURN' ? before?.odometerKm : motorcycle.data?.odometerKm;
  if (last == null) return undefined;
  const more = (wholeOf(typed) ?? last) - last;
  const said = t(kind === 'RETURN' ? 'admin.bookings.handover.left' : 'admin.bookings.handover.last', {
    kilometres: formatNumber(last),
  });
  return more > 0 ? `${said} ${t('admin.bookings.handover.more', { kilometres: formatNumber(more) })}` : said;
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
  const fuel = useRef<HTMLInputElement>(null);
  const handovers = useQuery(staffBookingQueries.handovers(booking.id));
  const [values, change, drop] = useDraft(`${kind}:${booking.id}`, {
    odometer: '',
    fuel: '',
    notes: '',
    pictures: '',
  });
  const [looked, setLooked] = useState(false);
  const [uploading, setUploading] = useState(false);
  const record = useSendOnce(staffBookingMutations.changeHands(booking.id, kind));
  const problem = record.error && asProblem(record.error);
  const overtaken = isOvertaken(booking, kind === 'HAND_OVER' ? 'HAND_OVER' : 'TAKE_BACK', record);
  const before = handovers.data?.find((one) => one.kind === 'HAND_OVER');
  const meter = useMeter(booking, kind, before, values.odometer);
  const odometerKm = wholeOf(values.odometer);
  const fuelPercent = values.fuel.trim() === '' ? null : wholeOf(values.fuel);

  const errorOf = (name: string): string | undefined => {
    if (looked && name === 'odometerKm' && odometerKm === undefined)
      return values.odometer.trim() === '' ? t('errors.fields.REQUIRED') : t('admin.bookings.handover.whole');
    if (looked && name === 'fuelPercent' && fuelPercent === undefined)
      return t('admin.bookings.handover.whole');
    if (!problem) return undefined;
    if (refusedField[problem.code] === name) return problemText(problem, t);
    const refused = problem.fields.find(({ field }) => field === name || field.startsWith(`${name}.`));
    return fieldText(t, refused && (refused.message || refused.code));
  };
  const fields = ['odometerKm', 'fuelPercent', 'notes', 'pictures'];
  const rest = problem && fields.every((name) => errorOf(name) === undefined);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (uploading || overtaken) return;
    setLooked(true);
    if (odometerKm === undefined) return odometer.current?.focus();
    if (fuelPercent === undefined) return fuel.current?.focus();
    record.send(
      {
        odometerKm,
        fuelPercent,
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
          <Button type="submit" form={formId} busy={record.isPending} disabled={uploading || overtaken}>
            {t(kind === 'HAND_OVER' ? 'admin.bookings.actions.handOver' : 'admin.bookings.actions.takeBack')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="mt-4 flex flex-col gap-4">
        {overtaken && <Overtaken booking={booking} />}
        {rest && !overtaken && (
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
          hint={meter}
          end={<span className="text-sm text-muted">{t('admin.values.km')}</span>}
          value={values.odometer}
          error={errorOf('odometerKm')}
          onChange={({ target }) => {
            // What was refused was another number.
            record.reset();
            change({ odometer: target.value });
          }}
        />
        <Input
          ref={fuel}
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
