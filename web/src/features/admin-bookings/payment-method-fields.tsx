import { useTranslation } from 'react-i18next';
import { Input } from '@/ui/input';
import { Select } from '@/ui/select';

const methods = ['CASH', 'CARD_TERMINAL', 'LATER'] as const;

/** How money is taken over the counter, and the number on the paper that the customer gets. */
export function PaymentMethodFields({
  method,
  receiptNumber,
  error,
  later = false,
  mayTake = true,
  onChange,
}: {
  method: string;
  receiptNumber: string;
  error: string | undefined;
  /** Whether the customer may pay later, through the site. */
  later?: boolean;
  mayTake?: boolean;
  onChange: (changes: { method?: string; receiptNumber?: string }) => void;
}) {
  const { t } = useTranslation();
  const offered = methods.filter((one) => (one === 'LATER' ? later : mayTake));
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={t('admin.bookings.counter.method')}
        hint={method === 'LATER' ? t('admin.bookings.counter.laterHint') : undefined}
        value={method}
        onChange={({ target }) => onChange({ method: target.value })}
      >
        {offered.map((one) => (
          <option key={one} value={one}>
            {t(`admin.bookings.counter.methods.${one}`)}
          </option>
        ))}
      </Select>
      {method !== 'LATER' && (
        <Input
          dir="ltr"
          autoComplete="off"
          maxLength={50}
          label={t('admin.bookings.counter.receipt')}
          aside={t('common.optional')}
          value={receiptNumber}
          error={error}
          onChange={({ target }) => onChange({ receiptNumber: target.value })}
        />
      )}
    </div>
  );
}
