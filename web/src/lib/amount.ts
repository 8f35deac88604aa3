/** A number as it is calculated with: `1 234,50` and `1234.5` alike. What is none stays as it is, for a check to find. */
export function plainNumber(typed: string): string {
  return typed.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
}

/** Dirham with at most two decimals, however they are written; undefined when it is no amount. */
export function amountOf(typed: string): number | undefined {
  const text = plainNumber(typed).replace('\u2212', '-');
  return /^-?\d{1,9}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined;
}

/** An amount of dirham in centimes, which add up exactly. */
export function centimesOf(amount: number): number {
  return Math.round(amount * 100);
}
