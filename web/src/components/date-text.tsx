import { useTranslation } from 'react-i18next';
import { type DateStyle, formatDate, formatPeriod } from '@/i18n/format';

/** An instant (RFC 3339) on Morocco's clock. */
export function DateText({ value, style = 'medium' }: { value: string; style?: DateStyle }) {
  useTranslation();
  return <time dateTime={value}>{formatDate(value, style)}</time>;
}

/** Two instants as one period: "1–5 Dec 2026". */
export function PeriodText({
  start,
  end,
  style = 'medium',
}: {
  start: string;
  end: string;
  style?: DateStyle;
}) {
  useTranslation();
  return <span>{formatPeriod(start, end, style)}</span>;
}
