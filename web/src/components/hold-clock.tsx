import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn';
import { Code } from './code';

function secondsUntil(instant: string): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 1000));
}

/** Whole seconds until an instant, counting down to 0. */
export function useSecondsUntil(instant: string | null): number {
  const [seconds, setSeconds] = useState(() => (instant ? secondsUntil(instant) : 0));
  useEffect(() => {
    if (!instant) return;
    setSeconds(secondsUntil(instant));
    const timer = setInterval(() => {
      const left = secondsUntil(instant);
      setSeconds(left);
      if (left === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [instant]);
  return seconds;
}

/** Minutes left at which the time is said aloud; every second would drown everything else. */
const spokenMinutes = [1, 2, 5, 10] as const;

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/**
 * How long an unpaid booking still keeps its motorcycle (D7): "Pay to keep it: 14:32 left". `lead` is what staff reads
 * instead, for it is not they who pay.
 */
export function HoldClock({
  seconds,
  lead,
  className,
}: {
  seconds: number;
  lead?: string;
  className?: string;
}) {
  const { t } = useTranslation();
  const spoken = spokenMinutes.find((minutes) => seconds <= minutes * 60);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const time =
    hours > 0
      ? t('payment.hold.hours', { hours, minutes: twoDigits(minutes) })
      : t('payment.hold.minutes', { minutes: twoDigits(minutes), seconds: twoDigits(seconds % 60) });
  return (
    <p className={cn('flex items-center gap-2 text-saffron', className)}>
      <Clock aria-hidden="true" size={18} className="shrink-0" />
      <span role="timer" className="flex flex-wrap items-baseline gap-x-1.5">
        <span>{lead ?? t('payment.hold.pay')}</span>
        {hours > 0 ? (
          <bdi className="font-semibold">{time}</bdi>
        ) : (
          <Code className="font-semibold">{time}</Code>
        )}
        <span>{t('payment.hold.left')}</span>
      </span>
      <span aria-live="polite" className="sr-only">
        {spoken !== undefined && seconds > 0 && t('payment.hold.spoken', { count: spoken })}
      </span>
    </p>
  );
}
