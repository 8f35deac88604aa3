/** A number as it is calculated with: `1 234,50` and `1234.5` alike. What is none stays as it is, for a check to find. */
export function plainNumber(typed: string): string {
  return typed.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
}

/** Dirham with at most two decimals, however they are written; undefined when it is no amount. */
export function amountOf(typed: string): number | undefined {
  const text = plainNumber(typed).replace('\u2212', '-');
  return /^-?\d{1,9}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined;
}

/**
 * A whole number, however its thousands are set apart (`12 345`, `12,345`, `12.345`); undefined when it is none: `12.5` is
 * nearly 13 and not 125.
 */
export function wholeOf(typed: string): number | undefined {
  const text = typed.trim().replace(/[\u00a0\u202f]/g, ' ');
  if (!/^(\d{1,9}|\d{1,3}([ .,])\d{3}(\2\d{3})?)$/.test(text)) return undefined;
  return Number(text.replace(/\D/g, ''));
}

/** An amount of dirham in centimes, which add up exactly. */
export function centimesOf(amount: number): number {
  return Math.round(amount * 100);
}
