import { screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Books, NewCorrection, Payment } from '@/api/types';
import { signInStaff } from '@/test/admin';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';

const id = '019a0000-0000-7000-8000-0000000000c1';
const bookingId = '019a0000-0000-7000-8000-0000000000b1';
const refundId = '019a0000-0000-7000-8000-0000000000d1';
const actorId = '019a0000-0000-7000-8000-0000000000a2';
const happenedAt = '2026-11-20T09:00:00Z';
const page = `/admin/payments/${id}`;

const lost: Books = {
  postings: [],
  findings: [
    { rule: 'PAYMENT_BOOKED', refundId: null, detail: 'the books have 0 captured' },
    { rule: 'BOOKING_PAID', refundId: null, detail: 'nothing paid it' },
    { rule: 'REFUND_BOOKED', refundId, detail: 'one' },
    { rule: 'REFUND_BOOKED', refundId, detail: 'another' },
  ],
  proposals: [
    {
      corrects: 'PAYMENT_CAPTURED',
      refundId: null,
      lines: [
        { account: 'GATEWAY', amountCentimes: 90_010 },
        { account: 'CUSTOMER', amountCentimes: -90_010 },
      ],
    },
  ],
};

/** The server with a payment that its books miss, until somebody corrects them. */
function play({ books = lost, gateway = 'PAYZONE' }: { books?: Books; gateway?: Payment['gateway'] } = {}) {
  let now = books;
  const posted: { body: NewCorrection; key: string | null }[] = [];
  const answers: (() => Response | undefined)[] = [];
  const asked: string[] = [];
  server.use(
    http.get('*/payments/:id', () =>
      HttpResponse.json({
        data: {
          payment: {
            id,
            bookingId,
            amount: 900.1,
            currency: 'MAD',
            gatewayCurrency: 'MAD',
            status: 'COMPLETED',
            gateway,
            rate: null,
            createdAt: happenedAt,
            updatedAt: happenedAt,
            history: [],
          },
        },
      }),
    ),
    http.get('*/payments/:id/refunds', () =>
      HttpResponse.json({
        data: { refunds: [{ id: refundId, amount: 450, state: 'DONE', createdAt: happenedAt, reason: '' }] },
      }),
    ),
    http.get('*/payments/:id/ledger', ({ request }) => {
      asked.push(request.url);
      return HttpResponse.json({ data: now });
    }),
    http.post('*/payments/:id/corrections', async ({ request }) => {
      const body = (await request.json()) as NewCorrection;
      posted.push({ body, key: request.headers.get('Idempotency-Key') });
      await delay(20);
      const refusal = answers.shift()?.();
      if (refusal) return refusal;
      const posting: Books['postings'][number] = {
        kind: 'CORRECTION',
        refundId: null,
        happenedAt,
        lines: body.lines.map((line) => ({ ...line, owner: 'somebody' })),
        correction: { id: 'k1', corrects: body.corrects, reason: body.reason, actorId },
      };
      now = { postings: [posting], findings: [], proposals: [] };
      return HttpResponse.json({ data: { posting } });
    }),
    http.get('*/users/:id', ({ params }) =>
      HttpResponse.json({ data: { user: { id: params.id, firstName: 'Nadia', lastName: 'Amrani' } } }),
    ),
  );
  return { posted, answers, asked };
}

const may = ['PAYMENT_GET_ALL', 'PAYMENT_GET_BY_ID', 'PAYMENT_CORRECT'] as const;

beforeEach(() => {
  signInStaff({}, { permissions: may });
});

const dialog = async () => within(await screen.findByRole('dialog'));

it('says what is at odds, proposes what is missing, and shows it in the books once it is posted', async () => {
  const { posted } = play();
  const { user } = renderSite(page);
  const panel = within(await screen.findByRole('region', { name: 'Books' }));
  expect(await panel.findByText('The books and the payment do not agree')).toBeInTheDocument();
  expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'The books have another amount of this payment than came, or none.',
    'The booking is confirmed, but nothing paid it and nobody confirmed it by hand.',
    'Of a refund, the books do not have what became of it.',
  ]);
  expect(panel.getByText('Nothing is in the books.')).toBeInTheDocument();

  await user.click(panel.getByRole('button', { name: 'Correct the books' }));
  const form = await dialog();
  expect(form.getByText(/The books miss this/)).toBeInTheDocument();
  expect(form.getByRole('combobox', { name: 'What is missing or wrong' })).toHaveValue('PAYMENT_CAPTURED');
  expect(form.getByRole('textbox', { name: 'Payment gateway' })).toHaveValue('900.10');
  expect(form.getByText(/^Owes the platform 900.10/)).toBeInTheDocument();
  expect(form.getByText(/^The platform owes it 900.10/)).toBeInTheDocument();
  const post = form.getByRole('button', { name: 'Post the correction' });
  await user.click(post);
  expect(form.getByRole('textbox', { name: /^Reason/ })).toBeInvalid();
  expect(posted).toEqual([]);
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), ' Lost in a restore ');
  await user.dblClick(post);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(new Set(posted.map(({ key }) => key)).size).toBe(1);
  expect(posted[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(posted[0]?.body).toEqual({
    corrects: 'PAYMENT_CAPTURED',
    reason: 'Lost in a restore',
    lines: [
      { account: 'CUSTOMER', amountCentimes: -90_010 },
      { account: 'GATEWAY', amountCentimes: 90_010 },
    ],
  });
  expect(await panel.findByText('The books and the payment agree.')).toBeInTheDocument();
  const entry = panel.getByRole('listitem');
  await waitFor(() => expect(entry).toHaveTextContent('Lost in a restore · Nadia Amrani'));
  expect(entry).toHaveTextContent(/^Correction: Money came.*Customer.*-900.10.MAD.*Payment gateway900.10/);
});

it('has a correction add up, and names the refund that it is about', async () => {
  const { posted } = play({ books: { postings: [], findings: [], proposals: [] }, gateway: 'COUNTER' });
  const { user } = renderSite(page);
  await user.click(await screen.findByRole('button', { name: 'Correct the books' }));
  const form = await dialog();
  expect(form.queryByText(/The books miss this/)).toBeNull();
  const post = form.getByRole('button', { name: 'Post the correction' });
  await user.click(post);
  expect(form.getByText('Fill in at least two accounts.')).toBeInTheDocument();
  await user.selectOptions(form.getByRole('combobox', { name: 'What is missing or wrong' }), 'Refund paid');
  const counter = form.getByRole('textbox', { name: 'Franchise’s counter' });
  await user.type(counter, '-450,5x');
  await user.type(form.getByRole('textbox', { name: 'Refunds on their way' }), '450');
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Handed out');
  await user.click(post);
  expect(counter).toBeInvalid();
  await user.type(counter, '{Backspace}');
  expect(form.getByText(/^Sum: -0.50/)).toBeInTheDocument();
  await user.click(post);
  expect(form.getByText('The amounts must add up to 0.')).toBeInTheDocument();
  await user.type(counter, '{Backspace}0');
  await user.click(post);
  const refund = form.getByRole('combobox', { name: 'Refund' });
  expect(refund).toBeInvalid();
  expect(posted).toEqual([]);
  await user.selectOptions(refund, within(refund).getByRole('option', { name: /^450.00.*Paid back$/ }));
  await user.click(post);
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]?.body).toMatchObject({
    corrects: 'REFUND_DONE',
    refundId,
    lines: [
      { account: 'GATEWAY', amountCentimes: -45_000 },
      { account: 'REFUND', amountCentimes: 45_000 },
    ],
  });
});

it('puts what the server refuses at its field, and keeps what was typed', async () => {
  const { answers, posted } = play();
  const refuse = (fields: object[]) => () =>
    HttpResponse.json(
      { status: 422, code: 'VALIDATION', message: 'Check it', errors: fields },
      { status: 422 },
    );
  answers.push(
    refuse([
      { field: 'lines[1].amountCentimes', code: 'TOO_LARGE', message: 'Far too much' },
      { field: 'lines', code: 'UNBALANCED', message: 'They add up to 5' },
      { field: 'reason', code: 'TOO_LONG', message: 'Much too long' },
    ]),
    () => HttpResponse.json({ status: 404, code: 'PAYMENT_NOT_FOUND', message: 'Gone' }, { status: 404 }),
  );
  const { user } = renderSite(page);
  await user.click(await screen.findByRole('button', { name: 'Correct the books' }));
  const form = await dialog();
  const reason = form.getByRole('textbox', { name: /^Reason/ });
  await user.type(reason, 'Why');
  const post = form.getByRole('button', { name: 'Post the correction' });
  await user.click(post);
  await waitFor(() => expect(reason).toHaveAccessibleDescription(/Much too long/));
  expect(form.getByRole('textbox', { name: 'Payment gateway' })).toHaveAccessibleDescription(/Far too much/);
  expect(form.getByText('They add up to 5')).toBeInTheDocument();
  await user.click(post);
  expect(await form.findByRole('alert')).toHaveTextContent(/\S/);
  expect(reason).toHaveValue('Why');
  // What was refused for good is another attempt.
  expect(posted[0]?.key).not.toBe(posted[1]?.key);
});

it('repeats an attempt whose answer was lost under the same key', async () => {
  const { answers, posted } = play();
  answers.push(() => HttpResponse.error());
  const { user } = renderSite(page);
  await user.click(await screen.findByRole('button', { name: 'Correct the books' }));
  const form = await dialog();
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Why');
  const post = form.getByRole('button', { name: 'Post the correction' });
  await user.click(post);
  await form.findByRole('alert');
  await user.click(post);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posted).toHaveLength(2);
  expect(posted[0]?.key).toBe(posted[1]?.key);
});

it('shows nobody the books who may not correct them', async () => {
  signInStaff({ role: 'FRANCHISE_ADMIN' }, { permissions: may.slice(0, 2) });
  const { asked } = play();
  renderSite(page);
  await screen.findByRole('region', { name: 'Money' });
  expect(screen.queryByRole('region', { name: 'Books' })).toBeNull();
  expect(asked).toEqual([]);
});
