import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useNotices } from '@/components/notify';
import { useAuth } from '@/stores/auth';
import { type Action, actions, questions } from '@/test/actions';
import { person, serveAllPages } from '@/test/pages';
import { server } from '@/test/server';
import { accessToken } from '@/test/session';
import { renderSite } from '@/test/site';

beforeEach(() => {
  sessionStorage.clear();
  useNotices.setState({ list: [] });
  useAuth.getState().signOut();
  serveAllPages();
  vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(() => {});
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
});

/** Has the server answer an action, one answer after the other, the last one for ever; says how often it was asked. */
function answers(
  { method, path }: Action,
  ...given: Array<() => Response | Promise<Response>>
): () => number {
  let asked = 0;
  server.use(
    http[method](path, () => {
      asked += 1;
      return (given[asked - 1] ?? given.at(-1))?.();
    }),
  );
  return () => asked;
}

function taken({ answer: { status, body } }: Action): Response {
  return body === undefined ? new HttpResponse(null, { status }) : HttpResponse.json(body, { status });
}

function open({
  address,
  visitor,
  person: changes,
  needs,
}: Omit<Partial<Action>, 'address'> & { address: string }): void {
  needs?.();
  if (!visitor) {
    const user = { ...person, ...changes };
    server.use(http.get('*/auth/me', () => HttpResponse.json({ data: { user } })));
    useAuth.getState().signIn({ user, accessToken: accessToken(600), refreshToken: 'r1' });
  }
  renderSite(address);
}

const refusals: ReadonlyArray<[how: string, answer: () => Response, said: RegExp]> = [
  [
    'refused as things are (409)',
    () => HttpResponse.json({ code: 'OTHERWISE', message: 'Somebody was first.' }, { status: 409 }),
    /Somebody was first\./,
  ],
  [
    'refused for what the form has no field for (422)',
    () =>
      HttpResponse.json(
        {
          code: 'VALIDATION',
          message: 'Some fields need your attention.',
          errors: [{ field: 'unheardOf', code: 'INVALID', message: 'Not like this.' }],
        },
        { status: 422 },
      ),
    /Not like this\./,
  ],
  [
    'asked too often (429)',
    () => HttpResponse.json({ code: 'RATE_LIMITED' }, { status: 429, headers: { 'Retry-After': '7' } }),
    /Wait 7 seconds, then try again\./,
  ],
  [
    'broken on the other side (500)',
    () => HttpResponse.json({ code: 'INTERNAL', requestId: 'ref-500' }, { status: 500 }),
    /Something broke on our side\..*ref-500/,
  ],
  ['not reached', () => HttpResponse.error(), /We cannot reach Rihla\./],
];

describe.each(actions.map((action) => [action.name, action] as const))('%s', (_name, action) => {
  it.each(refusals)(
    '%s says so in its place, keeps what was typed, and is done on asking again',
    async (_how, refuse, said) => {
      const asked = answers(action, refuse, () => taken(action));
      open(action);
      const button = await action.button();
      await waitFor(() => expect(button).toBeEnabled());
      fireEvent.click(button);
      await waitFor(() => expect(within(action.place()).getByRole('alert')).toHaveTextContent(said));
      action.kept?.();
      expect(asked()).toBe(1);

      // What showed how far it is may have taken the button's place for a while.
      const again = button.isConnected ? button : await action.button();
      await waitFor(() => expect(again).toBeEnabled());
      await waitFor(() => expect(again).not.toHaveAttribute('aria-busy'));
      fireEvent.click(again);
      await waitFor(() => expect(asked()).toBe(2));
      await waitFor(action.done);
    },
  );

  it('is waited for, and done once however often it is pressed', async () => {
    let release = () => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked = answers(action, async () => {
      await slow;
      return taken(action);
    });
    open(action);
    const button = await action.button();
    await waitFor(() => expect(button).toBeEnabled());
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() =>
      expect(!button.isConnected || button.getAttribute('aria-busy') === 'true').toBe(true),
    );
    fireEvent.click(button);
    expect(screen.queryByRole('alert')).toBeNull();
    release();
    await waitFor(action.done);
    expect(asked()).toBe(1);
  });
});

describe.each(questions.map((question) => [question.name, question] as const))('%s', (_name, question) => {
  // The site asks twice more by itself before it says so.
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  it.each(refusals)('%s is said in its place, and answered on asking again', async (_how, refuse, said) => {
    let fails = true;
    open({
      ...question,
      needs: () => {
        question.needs?.();
        // Passes on to the answer that is there already once it does not fail any more.
        server.use(http[question.method](question.path, () => (fails ? refuse() : undefined)));
      },
    });
    await question.ask();
    await waitFor(async () => {
      await vi.advanceTimersByTimeAsync(2_000);
      expect(within(question.place()).getByRole('alert')).toHaveTextContent(said);
    });
    fails = false;
    fireEvent.click(within(question.place()).getByRole('button', { name: 'Try again' }));
    await question.answered();
    expect(within(question.place()).queryByRole('alert')).toBeNull();
  });
});
