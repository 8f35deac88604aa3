import type { Language } from './languages';

/** Specification section 9: loading a translation is tried again up to five times. */
const retries = 5;
const firstPause = 200;

function pauseOf(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Fetches the texts of a language from `/locales/{language}.json`, or those of the admin area from
 * `/locales/admin/{language}.json`, pausing 0.2 s, 0.4 s, 0.8 s and so on between tries. A 4xx is final: asking again will not make the file exist. Rejects with the last failure.
 */
export async function loadTexts(
  name: Language | `admin/${Language}`,
  wait: (milliseconds: number) => Promise<void> = pauseOf,
): Promise<Record<string, unknown>> {
  for (let attempt = 0; ; attempt++) {
    let final = attempt >= retries;
    try {
      const response = await fetch(`/locales/${name}.json`);
      if (response.ok) return (await response.json()) as Record<string, unknown>;
      final ||= response.status >= 400 && response.status < 500;
      throw new Error(`texts of ${name}: status ${response.status}`);
    } catch (cause) {
      if (final) throw cause;
      await wait(firstPause * 2 ** attempt);
    }
  }
}
