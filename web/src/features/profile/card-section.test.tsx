import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type SessionUser, useAuth } from '@/stores/auth';
import { server } from '@/test/server';
import { accessToken, makeUser } from '@/test/session';
import { renderSite } from '@/test/site';
import { playUploads, type Upload } from '@/test/uploads';

const stored = '/media/019a0000-0000-7000-8000-0000000000aa/1600.jpg';
const before = '/media/019a0000-0000-7000-8000-0000000000bb/1600.jpg';
const photo = new File(['photo'], 'front.jpg', { type: 'image/jpeg' });
let account: SessionUser;
let calls: string[];

beforeEach(() => {
  account = makeUser();
  calls = [];
  URL.createObjectURL = vi.fn(() => 'blob:preview');
  URL.revokeObjectURL = vi.fn();
  server.use(
    http.get('*/auth/me', () => HttpResponse.json({ data: { user: account } })),
    http.get('*/auth/sessions', () => HttpResponse.json({ data: { sessions: [] } })),
    http.put('*/users/:id', async ({ request }) => {
      const body = (await request.json()) as Partial<SessionUser>;
      calls.push(`PUT ${JSON.stringify(body)}`);
      account = { ...account, ...body };
      return HttpResponse.json({ data: { user: account } });
    }),
    http.delete('*/media/:id', ({ params }) => {
      calls.push(`DELETE ${decodeURIComponent(String(params.id))}`);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/media/:id/link', ({ params }) => {
      calls.push(`LINK ${decodeURIComponent(String(params.id))}`);
      const url = `${decodeURIComponent(String(params.id))}?link=secret`;
      return HttpResponse.json({ data: { link: { url, expiresAt: '2026-11-21T10:05:00Z' } } });
    }),
  );
});

/** The front side, as a person finds it. */
async function openFront(changes: Partial<SessionUser> = {}) {
  account = makeUser(changes);
  useAuth.getState().signIn({ user: account, accessToken: accessToken(600), refreshToken: 'r1' });
  const uploads = playUploads();
  const { user } = renderSite('/profile');
  const front = await screen.findByRole('region', { name: 'Front' });
  const file = within(front).getAllByLabelText('Front', { selector: 'input' }).at(-1) as HTMLInputElement;
  const begun = (n = 0) =>
    waitFor(() => {
      expect(uploads.length).toBeGreaterThan(n);
      return uploads[n] as Upload;
    });
  return { user, front: within(front), frame: front, file, uploads, begun };
}

const created = { data: { media: { url: stored } } };

describe('a picture of the identity card', () => {
  it('is uploaded with its progress, and then named in the account', async () => {
    const { user, front, file, begun } = await openFront();
    expect(front.getByText('Missing')).toBeInTheDocument();
    await user.upload(file, photo);
    const upload = await begun();
    expect([...upload.form.keys()]).toEqual(['purpose', 'file']);
    expect(upload.form.get('purpose')).toBe('IDENTITY_CARD');
    expect((upload.form.get('file') as File).name).toBe('front.jpg');
    upload.progress(40);
    const bar = await front.findByRole('progressbar', { name: 'Front' });
    await waitFor(() => expect(bar).toHaveAttribute('value', '40'));
    expect(bar).toHaveAccessibleDescription('Uploading, 40%');
    upload.answer(201, created);
    expect(await front.findByText('On file')).toBeInTheDocument();
    expect(front.getByText('Front: uploaded and saved')).toBeInTheDocument();
    expect(front.getByRole('img', { name: 'Your identity card, Front' })).toHaveAttribute(
      'src',
      'blob:preview',
    );
    expect(calls).toEqual([`PUT {"identityCardFront":"${stored}"}`]);
  });

  it('takes the place of the one before, which is removed', async () => {
    const { user, file, begun } = await openFront({ identityCardFront: before });
    await user.upload(file, photo);
    (await begun()).answer(201, created);
    await waitFor(() => expect(calls).toEqual([`PUT {"identityCardFront":"${stored}"}`, `DELETE ${before}`]));
  });

  it('may be dropped', async () => {
    const { front, begun } = await openFront();
    const frame = front.getByText('Drop a picture here').closest('[class*=aspect]') as HTMLElement;
    fireEvent.dragEnter(frame);
    expect(front.getByText('Let go to upload')).toBeInTheDocument();
    fireEvent.drop(frame, { dataTransfer: { files: [photo] } });
    expect((await begun()).form.get('file')).toBeInstanceOf(File);
    expect(front.queryByText('Let go to upload')).toBeNull();
  });

  it('can be cancelled on its way', async () => {
    const { user, front, file, begun } = await openFront();
    await user.upload(file, photo);
    const upload = await begun();
    await user.click(front.getByRole('button', { name: 'Cancel Front' }));
    expect(upload.aborted).toBe(true);
    expect(front.getByText('The upload was cancelled.')).toBeInTheDocument();
    expect(front.queryByRole('alert')).toBeNull();
    expect(front.getByText('Missing')).toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it('is kept for another try when the upload breaks off', async () => {
    const { user, front, file, begun } = await openFront();
    await user.upload(file, photo);
    (await begun()).breakOff();
    expect(await front.findByRole('alert')).toHaveTextContent('The upload broke off.');
    await user.click(front.getByRole('button', { name: 'Try again' }));
    const again = await begun(1);
    expect((again.form.get('file') as File).name).toBe('front.jpg');
    again.answer(201, created);
    expect(await front.findByText('On file')).toBeInTheDocument();
  });

  it('is not uploaded twice when only the saving failed', async () => {
    server.use(http.put('*/users/:id', () => HttpResponse.error(), { once: true }));
    const { user, front, file, begun, uploads } = await openFront();
    await user.upload(file, photo);
    (await begun()).answer(201, created);
    await user.click(await front.findByRole('button', { name: 'Try again' }));
    expect(await front.findByText('On file')).toBeInTheDocument();
    expect(uploads).toHaveLength(1);
  });

  it.each([
    ['of another kind', new File(['x'], 'card.txt', { type: 'text/plain' }), /kind of file is not taken/],
    ['that is empty', new File([], 'card.jpg', { type: 'image/jpeg' }), /The file is empty/],
    [
      'that is too big',
      new File([new Uint8Array((10 << 20) + 1)], 'card.pdf', { type: 'application/pdf' }),
      /larger than 10 MB/,
    ],
  ])('is not sent as a file %s', async (_name, wrong, text) => {
    const { front, file, uploads } = await openFront();
    fireEvent.change(file, { target: { files: [wrong] } });
    expect(await front.findByRole('alert')).toHaveTextContent(text);
    expect(uploads).toEqual([]);
  });

  it.each([
    [
      "the server's message",
      422,
      { code: 'MEDIA_BROKEN', message: 'It cannot be read' },
      'It cannot be read',
    ],
    ['that nobody knows why', 422, {}, 'An unknown error occurred'],
    ['when to try again', 429, { code: 'RATE_LIMITED' }, 'Wait 7 seconds'],
    ['a reference to quote', 500, { code: 'INTERNAL', requestId: 'ref-500' }, 'ref-500'],
  ])('fails with %s', async (_name, status, body, text) => {
    const { user, front, file, begun } = await openFront();
    await user.upload(file, photo);
    (await begun()).answer(status, body, status === 429 ? { 'Retry-After': '7' } : {});
    expect(await front.findByRole('alert')).toHaveTextContent(text);
  });

  it('is shown by a link that is asked for only then', async () => {
    const { user, front } = await openFront({ identityCardFront: before });
    expect(front.queryByRole('img')).toBeNull();
    expect(calls).toEqual([]);
    await user.click(front.getByRole('button', { name: 'Show Front' }));
    const picture = await front.findByRole('img', { name: 'Your identity card, Front' });
    expect(picture.getAttribute('src')).toMatch(new RegExp(`${before}\\?link=secret$`));
    expect(calls).toEqual([`LINK ${before}`]);
    await user.click(front.getByRole('button', { name: 'Hide Front' }));
    expect(front.queryByRole('img')).toBeNull();
  });

  it('is removed', async () => {
    const { user, front } = await openFront({ identityCardFront: before });
    await user.click(front.getByRole('button', { name: 'Remove Front' }));
    expect(await front.findByText('Missing')).toBeInTheDocument();
    expect(front.getByText('Front: removed')).toBeInTheDocument();
    expect(calls).toEqual(['PUT {"identityCardFront":null}', `DELETE ${before}`]);
  });
});

describe('the check of the identity card', () => {
  const both = { identityCardFront: stored, identityCardCover: before };
  const since = '2026-11-20T10:00:00Z';
  const none = { since, reason: null, note: null };

  it('says what is still missing, and nothing where there is no picture', async () => {
    await openFront({ identityCardFront: stored });
    expect(screen.getByText(/One side is still missing/)).toBeInTheDocument();
  });

  it('says that somebody will look', async () => {
    await openFront({ ...both, identityCard: { state: 'SUBMITTED', ...none } });
    expect(screen.getByText('Waiting to be checked')).toBeInTheDocument();
  });

  it('says when all was found well', async () => {
    await openFront({ ...both, identityCard: { state: 'APPROVED', ...none } });
    expect(screen.getByText(/Looked at on 20 Nov 2026/)).toBeInTheDocument();
  });

  it('says why it was refused, and how to do better', async () => {
    const identityCard = { state: 'REFUSED', since, reason: 'EXPIRED', note: 'Since June' } as const;
    await openFront({ ...both, identityCard });
    expect(screen.getByText('Please send the pictures again')).toBeInTheDocument();
    expect(screen.getByText('The card is no longer valid.')).toBeInTheDocument();
    expect(screen.getByText(/Since June/)).toBeInTheDocument();
  });

  it('is said to begin anew when a picture is replaced', async () => {
    const identityCard = { state: 'REFUSED', since, reason: 'OTHER', note: 'Somebody else' } as const;
    const { user, file, begun } = await openFront({ ...both, identityCard });
    server.use(
      http.put('*/users/:id', async ({ request }) => {
        const body = (await request.json()) as Partial<SessionUser>;
        account = { ...account, ...body, identityCard: { state: 'SUBMITTED', ...none } };
        return HttpResponse.json({ data: { user: account } });
      }),
    );
    await user.upload(file, photo);
    (await begun()).answer(201, created);
    expect(await screen.findByText('Waiting to be checked')).toBeInTheDocument();
    expect(screen.queryByText(/Somebody else/)).not.toBeInTheDocument();
  });
});
