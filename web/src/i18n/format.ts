import { currentLanguage } from './index';
import type { Language } from './languages';
import { shownAsUtc } from './wall-clock';

/**
 * Day before month, 24-hour clock and Latin figures in all three languages, as people in Morocco write them.
 */
const locales: Record<Language, string> = {
  en: 'en-GB',
  fr: 'fr-MA',
  ar: 'ar-MA-u-nu-latn',
};

/** Numbers as French is written in print and in our letters: 1 234,50. The Moroccan variant of the formatter puts dots. */
const numberLocales: Record<Language, string> = { ...locales, fr: 'fr' };

const dirham: Record<Language, string> = { en: 'MAD', fr: 'MAD', ar: 'درهم' };

const dateStyles = {
  /** 01/12/2026 */
  numeric: { day: '2-digit', month: '2-digit', year: 'numeric' },
  /** 1 Dec */
  brief: { day: 'numeric', month: 'short' },
  /** 1 Dec 2026 */
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  /** Tue 1 Dec */
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  /** Tuesday 1 December 2026 */
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** December 2026 */
  month: { month: 'long', year: 'numeric' },
  /** Tuesday */
  weekday: { weekday: 'long' },
  /** T */
  weekdayLetter: { weekday: 'narrow' },
  /** 10:00 */
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** Tue 1 Dec, 10:00 */
  moment: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
  /** Tue 1 Dec 2026 */
  dayOfYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  /** Tue 1 Dec 2026, 10:00 */
  momentOfYear: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
  /** 1 Dec, 10:00 */
  briefInstant: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** 1 Dec 2026, 10:00 */
  instant: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof dateStyles;

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => T): T {
  const known = formatters.get(key);
  if (known) return known as T;
  const made = make();
  formatters.set(key, made);
  return made;
}

/** A style with the year where the day is one that people do not take for a coming one: of a year that is over. */
export function datedStyle(style: 'day' | 'moment', at: string | Date): DateStyle {
  const over = shownAsUtc(at).getUTCFullYear() < shownAsUtc(new Date()).getUTCFullYear();
  return over ? `${style}OfYear` : style;
}

/** Formats in UTC: everyone rides on Moroccan time, which `shownAsUtc` has put in before. */
function dateFormatter(style: DateStyle): Intl.DateTimeFormat {
  const locale = locales[currentLanguage()];
  return cached(
    `${locale} ${style}`,
    () => new Intl.DateTimeFormat(locale, { ...dateStyles[style], timeZone: 'UTC' }),
  );
}

/** A whole or decimal number with at most `decimals` places. */
export function formatNumber(value: number, decimals = 0, least = 0): string {
  const locale = numberLocales[currentLanguage()];
  return cached(
    `${locale} ${least} ${decimals}`,
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: decimals }),
  ).format(value);
}

/** An amount with two decimals and its currency behind it: "1,234.50 MAD", "1 234,50 MAD", "1.234,50 درهم". */
export function formatMoney(amount: number, currency = 'MAD'): string {
  const language = currentLanguage();
  const locale = numberLocales[language];
  const figures = cached(
    `${locale} money`,
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  ).format(amount);
  // The mark that an Arabic minus comes with would turn the whole amount round: it holds for the figures alone.
  return `${figures.replace(/^\u200e(.+)/, '\u2066$1\u2069')}\u00a0${currency === 'MAD' ? dirham[language] : currency}`;
}

/** What one unit of a currency costs in dirhams, with the decimals it has, two at least. */
export function formatRate(rate: number): string {
  const language = currentLanguage();
  const locale = numberLocales[language];
  const figures = cached(
    `${locale} rate`,
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 }),
  ).format(rate);
  return `${figures}\u00a0${dirham[language]}`;
}

/** A distance: metres, rounded to fifty unless said otherwise, below one kilometre, one decimal below ten, whole above. */
export function formatDistance(kilometres: number, nearest = 50): string {
  const locale = numberLocales[currentLanguage()];
  const near = kilometres < 0.975;
  const decimals = !near && kilometres < 10 ? 1 : 0;
  const value = near ? Math.max(nearest, Math.round((kilometres * 1000) / nearest) * nearest) : kilometres;
  return cached(
    `${locale} ${near} ${decimals}`,
    () =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: near ? 'meter' : 'kilometer',
        maximumFractionDigits: decimals,
      }),
  ).format(value);
}

/**
 * Arabic formatters put right-to-left marks around slashes, which tear a numeric date apart in a left-to-right input. Without
 * them figures and slashes stand in order in both directions.
 */
function withoutMarks(text: string): string {
  return text.replaceAll('\u200f', '');
}

/** An instant (RFC 3339) on Morocco's clock. */
export function formatDate(instant: string | Date, style: DateStyle = 'medium'): string {
  return withoutMarks(dateFormatter(style).format(shownAsUtc(instant)));
}

/** Two instants as one period, what they share said once: "1–5 Dec 2026". */
export function formatPeriod(start: string | Date, end: string | Date, style: DateStyle = 'medium'): string {
  return withoutMarks(dateFormatter(style).formatRange(shownAsUtc(start), shownAsUtc(end)));
}

/** A calendar day (`2026-12-01`) that belongs to no time zone. */
export function formatDay(day: string, style: DateStyle = 'medium'): string {
  return withoutMarks(dateFormatter(style).format(new Date(`${day}T12:00:00Z`)));
}
