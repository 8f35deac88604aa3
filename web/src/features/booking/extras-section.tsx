import { Check, Gift } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Supplement } from '@/api/types';
import { FailureState } from '@/components/failure-state';
import { Money } from '@/components/money';
import { cn } from '@/lib/cn';
import { Checkbox } from '@/ui/checkbox';
import { Skeleton } from '@/ui/skeleton';
import { Section } from './section';

/** Free services, which are always part of a rental (D3). */
function Included({ services }: { services: readonly Supplement[] }) {
  const { t } = useTranslation();
  return (
    <div className="rounded-card bg-mint-tint p-4">
      <h3 className="flex items-center gap-2 text-sm font-medium text-mint">
        <Gift aria-hidden="true" size={18} />
        {t('booking.extras.included')}
      </h3>
      <ul className="mt-2 grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
        {services.map(({ id, name, description }) => (
          <li key={id} className="flex items-start gap-2">
            <Check aria-hidden="true" size={18} className="mt-1 shrink-0 text-mint" />
            <span>
              <bdi>{name}</bdi>
              {description && (
                <span className="block text-xs text-muted">
                  <bdi>{description}</bdi>
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Option({ option, chosen, onToggle }: { option: Supplement; chosen: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  return (
    <li
      className={cn(
        'rounded-card border bg-surface px-4 py-2.5 transition-colors',
        chosen ? 'border-majorelle ring-1 ring-majorelle' : 'border-line-strong',
      )}
    >
      <Checkbox
        name="extra"
        value={option.id}
        checked={chosen}
        onChange={onToggle}
        label={
          <span className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0">
              <span className="block font-medium">
                <bdi>{option.name}</bdi>
              </span>
              {option.description && (
                <span className="block text-sm text-muted">
                  <bdi>{option.description}</bdi>
                </span>
              )}
            </span>
            <span className="shrink-0 text-sm">
              <Money amount={option.price} className="font-medium" />{' '}
              <span className="text-muted">
                {option.priceType === 'PER_DAY' ? t('format.perDay') : t('format.perRental')}
              </span>
            </span>
          </span>
        }
      />
    </li>
  );
}

/** What comes with the ride, and what may be added: each once (specification section 9). */
export function ExtrasSection({
  supplements,
  error,
  onRetry,
  chosen,
  onChange,
}: {
  supplements: readonly Supplement[] | undefined;
  error: unknown;
  onRetry: () => void;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const { t } = useTranslation();
  const free = supplements?.filter(({ isFree }) => isFree) ?? [];
  const paid = supplements?.filter(({ isFree }) => !isFree) ?? [];
  if (supplements && supplements.length === 0) return null;
  return (
    <Section title={t('booking.extras.title')} lead={t('booking.extras.lead')}>
      {error && !supplements ? (
        <FailureState error={error} onRetry={onRetry} heading="h3" />
      ) : !supplements ? (
        <div role="status" className="flex flex-col gap-3">
          <span className="sr-only">{t('common.loading')}</span>
          <Skeleton className="h-20" />
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          {free.length > 0 && <Included services={free} />}
          {paid.length > 0 && (
            <ul aria-label={t('booking.extras.options')} className="flex flex-col gap-3">
              {paid.map((option) => (
                <Option
                  key={option.id}
                  option={option}
                  chosen={chosen.includes(option.id)}
                  onToggle={() =>
                    onChange(
                      chosen.includes(option.id)
                        ? chosen.filter((id) => id !== option.id)
                        : [...chosen, option.id],
                    )
                  }
                />
              ))}
            </ul>
          )}
        </div>
      )}
    </Section>
  );
}
