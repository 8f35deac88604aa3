import { currentLanguage } from '@/i18n';
import { useAuth } from '@/stores/auth';

/** For how long an answer that came with the page is taken for new. An older one is of a page that the browser kept. */
const freshMilliseconds = 30_000;

interface PageAnswers {
  /** When the program gave them, in Unix milliseconds. */
  readonly at: number;
  readonly language: string;
  readonly answers: ReadonlyArray<{
    readonly path: string;
    readonly query: string;
    readonly body: { readonly data: unknown };
  }>;
}

type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

/** A query as the program and the site both can write it: the order of its parameters says nothing. */
function canonical(query: URLSearchParams): string {
  query.sort();
  return query.toString();
}

function paramsOf(query: Query): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) params.append(name, String(one));
    }
  }
  return params;
}

function read(page: Document): PageAnswers | undefined {
  const text = page.getElementById('rihla-answers')?.textContent;
  return text ? (JSON.parse(text) as PageAnswers) : undefined;
}

let kept: PageAnswers | undefined | null = null;

/** The `data` that the program answered with the page, if it is a fresh answer to this very question. */
function answerTo<Data>(path: string, query: Query): Data | undefined {
  if (kept === null) kept = read(document);
  if (!kept || Math.abs(Date.now() - kept.at) > freshMilliseconds || kept.language !== currentLanguage())
    return;
  // They are what a visitor gets. Whoever is signed in asks for themselves.
  const { accessToken, refreshToken } = useAuth.getState();
  if (accessToken || refreshToken) return;
  const asked = canonical(paramsOf(query));
  return kept.answers.find((one) => one.path === path && canonical(new URLSearchParams(one.query)) === asked)
    ?.body.data as Data | undefined;
}

/**
 * Has a query begin with what the program answered with the page (docs/speed.md), so that the first drawing is whole and
 * nothing is asked twice. `pick` takes what the query keeps of the answer's `data`.
 */
export function fromPage<Data, Kept>(path: string, query: Query, pick: (data: Data) => Kept) {
  return {
    initialData: (): Kept | undefined => {
      const data = answerTo<Data>(path, query);
      return data && pick(data);
    },
    initialDataUpdatedAt: () => kept?.at,
  };
}
