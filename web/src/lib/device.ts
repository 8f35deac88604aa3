/** What a browser says about itself, as far as people know their devices by it. Empty: it does not say. */
export interface Device {
  readonly browser: string;
  readonly system: string;
  readonly kind: 'phone' | 'tablet' | 'computer';
}

/** First match wins: most browsers also claim to be others. */
const browsers: ReadonlyArray<readonly [RegExp, string]> = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
];

const systems: ReadonlyArray<readonly [RegExp, string]> = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

function firstOf(list: ReadonlyArray<readonly [RegExp, string]>, text: string): string {
  return list.find(([pattern]) => pattern.test(text))?.[1] ?? '';
}

export function deviceOf(userAgent: string): Device {
  const system = firstOf(systems, userAgent);
  const phone = system === 'iPhone' || (system === 'Android' && /Mobile/.test(userAgent));
  const tablet = system === 'iPad' || (system === 'Android' && !phone);
  return {
    browser: firstOf(browsers, userAgent),
    system,
    kind: phone ? 'phone' : tablet ? 'tablet' : 'computer',
  };
}
