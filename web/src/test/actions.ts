import { fireEvent, screen, within } from '@testing-library/react';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { expect } from 'vitest';
import type { SessionUser } from '@/stores/auth';
import { address as bookingForm, created } from './booking-form';
import { bookingId, makeBooking, makePayment } from './ride';
import { server } from './server';
import { accessToken, makeUser } from './session';

/** Something that a customer does with a press. */
export interface Action {
  readonly name: string;
  readonly address: string;
  /** Done by a visitor; everybody else is signed in. */
  readonly visitor?: true;
  /** Changes of the person who is signed in. */
  readonly person?: Partial<SessionUser>;
  /** What the page asks for beside what every page does. */
  readonly needs?: () => void;
  readonly method: 'post' | 'put' | 'delete' | 'get';
  readonly path: string;
  /** What the server answers when it does it. */
  readonly answer: { readonly status: number; readonly body?: JsonBodyType };
  /** Fills in what there is to fill in, and finds the button that does it. */
  readonly button: () => Promise<HTMLElement>;
  /** The part of the page in which a refusal must stand. */
  readonly place: () => HTMLElement;
  /** What was typed, and must still be there after a refusal. */
  readonly kept?: () => void;
  /** Waits for what is there once it is done. */
  readonly done: () => Promise<unknown>;
}

const main = () => screen.getByRole('main');
const region = (name: string) => () => screen.getByRole('region', { name });
const dialog = () => screen.getByRole('dialog');
const pressed = (name: string | RegExp) => screen.findByRole('button', { name });
const inRegion = async (part: string, name: string | RegExp) =>
  within(await screen.findByRole('region', { name: part })).findByRole('button', { name });

async function type(fields: Record<string, string>, where?: () => Promise<HTMLElement>): Promise<void> {
  const scope = where ? within(await where()) : screen;
  for (const [label, value] of Object.entries(fields)) {
    fireEvent.change(await scope.findByLabelText(label), { target: { value } });
  }
}

function stillTyped(fields: Record<string, string>, where?: () => HTMLElement): void {
  const scope = where ? within(where()) : screen;
  for (const [label, value] of Object.entries(fields)) {
    expect(scope.getByLabelText(label), label).toHaveValue(value);
  }
}

/** A form in a part of the page: filled in before, and still so after. */
function form(fields: Record<string, string>, name: string, part?: string) {
  return {
    button: async () => {
      await type(fields, part === undefined ? undefined : () => screen.findByRole('region', { name: part }));
      return part === undefined ? pressed(name) : inRegion(part, name);
    },
    kept: () => stillTyped(fields, part === undefined ? undefined : region(part)),
    place: part === undefined ? main : region(part),
  };
}

const heading = (name: string | RegExp) => () => screen.findByRole('heading', { name });
const text = (one: string | RegExp) => () => screen.findByText(one);

const session = { user: makeUser(), accessToken: accessToken(600, 'b'), refreshToken: 'r2' };
const newcomer = {
  'First name': 'Salma',
  'Last name': 'Idrissi',
  Email: 'salma@example.com',
  Phone: '+212612345678',
  Password: 'Route-du-Sud-9',
};
const signedIn = { status: 200, body: { data: session } as unknown as JsonBodyType };
const nothing = { status: 204 };

const ride = makeBooking({
  bookingStatus: 'CONFIRMED',
  holdExpiresAt: null,
  payment: makePayment({ status: 'COMPLETED' }),
});
const terms = {
  allowed: true,
  refundPercent: 50,
  refundAmount: 975,
  paidAmount: 1950,
  currency: 'MAD',
  policy: { fullRefundHours: 48, partialRefundHours: 24, partialRefundPercent: 50, forfeitedPercent: 0 },
};

/** A question that a page asks the server in the middle of something, without a press that is for it alone. */
export interface Question {
  readonly name: string;
  readonly address: string;
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly needs?: () => void;
  /** Does what has it asked. */
  readonly ask: () => Promise<unknown>;
  readonly place: () => HTMLElement;
  readonly answered: () => Promise<unknown>;
}

/** A confirmed booking that can be cancelled and moved. */
function serveRide(): void {
  server.use(
    http.get('*/bookings/:id', () => HttpResponse.json({ data: { booking: ride } })),
    http.get('*/bookings/:id/lock-code', () => HttpResponse.json({ data: { lockCode: null } })),
    http.get('*/bookings/:id/cancellation', () => HttpResponse.json({ data: { cancellation: terms } })),
    http.post('*/bookings/:id/move-quote', async ({ request }) => {
      const period = (await request.json()) as object;
      const moveQuote = {
        ...period,
        days: 3,
        baseRentalPrice: 1950,
        supplementsTotalPrice: 0,
        totalAmount: 1950,
        currency: 'MAD',
        difference: 0,
        amountDue: 0,
        refundAmount: 0,
        allowed: true,
        available: true,
        nextFree: null,
      };
      return HttpResponse.json({ data: { moveQuote } } as never);
    }),
  );
}

const elsewhere = { ip: '196.12.200.4', userAgent: '', createdAt: '2026-11-01T10:00:00Z' };
function serveSessions(): void {
  const one = { ...elsewhere, lastUsedAt: elsewhere.createdAt, expiresAt: elsewhere.createdAt };
  const sessions = [
    { ...one, id: 's1', current: true },
    { ...one, id: 's2', current: false },
  ];
  server.use(http.get('*/auth/sessions', () => HttpResponse.json({ data: { sessions } })));
}

const sessions = 'Where you are signed in';
const movedDay = '2030-05-06';

/** Everything that a customer can do with a press, and how it shows. */
export const actions: readonly Action[] = [
  {
    name: 'opening an account',
    address: '/auth/register',
    visitor: true,
    method: 'post',
    path: '*/auth/register',
    answer: { ...signedIn, status: 201 },
    ...form(newcomer, 'Create account'),
    done: heading('Two wheels, all of Morocco.'),
  },
  {
    name: 'signing in',
    address: '/auth/login',
    visitor: true,
    method: 'post',
    path: '*/auth/login',
    answer: signedIn,
    ...form({ Email: 'salma@example.com', Password: 'Route-du-Sud-9' }, 'Sign in'),
    done: heading('Two wheels, all of Morocco.'),
  },
  {
    name: 'asking for another password',
    address: '/auth/forgot-password',
    visitor: true,
    method: 'post',
    path: '*/auth/forgot-password',
    answer: nothing,
    ...form({ Email: 'salma@example.com' }, 'Send the link'),
    done: heading('Check your mail'),
  },
  {
    name: 'choosing another password',
    address: '/auth/reset-password?token=t0ken&email=salma%40example.com',
    visitor: true,
    method: 'post',
    path: '*/auth/reset-password',
    answer: nothing,
    ...form({ 'New password': 'Route-du-Nord-9' }, 'Save the password'),
    done: text('Your password is changed'),
  },
  {
    name: 'booking',
    address: bookingForm,
    method: 'post',
    path: '*/bookings',
    answer: created,
    button: async () => {
      fireEvent.click(await screen.findByRole('checkbox', { name: /Second helmet/ }));
      const button = await pressed('Proceed to payment');
      await screen.findAllByText(/2,000\.00/);
      return button;
    },
    kept: () => expect(screen.getByRole('checkbox', { name: /Second helmet/ })).toBeChecked(),
    place: main,
    done: heading('Taking you to the payment page'),
  },
  {
    name: 'opening an account while booking',
    address: bookingForm,
    visitor: true,
    needs: () =>
      server.use(http.post('*/bookings', () => HttpResponse.json(created.body, { status: created.status }))),
    method: 'post',
    path: '*/auth/register',
    answer: { ...signedIn, status: 201 },
    ...form(newcomer, 'Proceed to payment'),
    done: heading('Taking you to the payment page'),
  },
  {
    name: 'paying',
    address: `/booking/payment/${bookingId}`,
    method: 'post',
    path: '*/payments',
    answer: {
      status: 201,
      body: {
        data: { payment: makePayment(), gatewayPaymentUrl: 'https://pay.example/page' },
      } as unknown as JsonBodyType,
    },
    button: () => pressed(/^Pay 1,950\.00/),
    place: region('Pay for your ride'),
    done: heading('Taking you to the payment page'),
  },
  {
    name: 'cancelling',
    address: `/booking/${bookingId}`,
    needs: serveRide,
    method: 'delete',
    path: '*/bookings/:id',
    answer: nothing,
    button: async () => {
      fireEvent.click(await pressed('Cancel the booking'));
      const box = within(await screen.findByRole('dialog'));
      await box.findByText(/975\.00/);
      return box.getByRole('button', { name: 'Cancel the booking' });
    },
    kept: () => expect(dialog()).toHaveTextContent(/975\.00/),
    place: dialog,
    done: text('Your booking is cancelled'),
  },
  {
    name: 'moving a booking',
    address: `/booking/${bookingId}`,
    needs: serveRide,
    method: 'post',
    path: '*/bookings/:id/move',
    answer: { status: 200, body: { data: { booking: ride, paymentUrl: null } } as unknown as JsonBodyType },
    button: async () => {
      fireEvent.click(await pressed('Change the dates'));
      const box = within(await screen.findByRole('dialog'));
      const [, last] = box.getAllByLabelText('Day');
      fireEvent.change(last as HTMLElement, { target: { value: movedDay } });
      await box.findByText('Price then');
      return box.getByRole('button', { name: 'Change' });
    },
    kept: () => expect(within(dialog()).getAllByLabelText('Day')[1]).toHaveValue(movedDay),
    place: dialog,
    done: text('Your dates are changed'),
  },
  {
    name: 'fetching the receipt',
    address: `/booking/${bookingId}`,
    needs: serveRide,
    method: 'get',
    path: '*/bookings/:id/receipt',
    answer: { status: 200, body: {} },
    button: () => pressed('Receipt'),
    place: main,
    done: async () => expect(screen.queryByRole('alert')).toBeNull(),
  },
  {
    name: 'saving the details',
    address: '/profile',
    method: 'put',
    path: '*/users/:id',
    answer: {
      status: 200,
      body: { data: { user: makeUser({ firstName: 'Nour' }) } } as unknown as JsonBodyType,
    },
    ...form({ 'First name': 'Nour' }, 'Save', 'Your details'),
    done: text('Your details are saved'),
  },
  {
    name: 'asking for another address',
    address: '/profile',
    method: 'post',
    path: '*/auth/change-email',
    answer: nothing,
    ...form(
      { 'New address': 'nour@example.com', 'Your password': 'Route-du-Sud-9' },
      'Mail me the link',
      'Email',
    ),
    done: () => screen.findByText(/nour@example\.com/),
  },
  {
    name: 'changing the password',
    address: '/profile',
    method: 'post',
    path: '*/auth/change-password',
    answer: nothing,
    ...form(
      { 'Current password': 'Route-du-Sud-9', 'New password': 'Route-du-Nord-9' },
      'Change the password',
      'Password',
    ),
    done: text('Your password is changed'),
  },
  {
    name: 'having mails in another language',
    address: '/profile',
    person: { language: 'fr' },
    method: 'put',
    path: '*/users/:id',
    answer: { status: 200, body: { data: { user: makeUser() } } as unknown as JsonBodyType },
    button: () => pressed('Write to me in English'),
    place: region('Language'),
    done: async () => expect(screen.queryByRole('button', { name: 'Write to me in English' })).toBeNull(),
  },
  {
    name: 'signing out somewhere else',
    address: '/profile',
    needs: serveSessions,
    method: 'delete',
    path: '*/auth/sessions/:id',
    answer: nothing,
    button: () => inRegion(sessions, /^Sign out Unknown/),
    place: region(sessions),
    done: text('Signed out there'),
  },
  {
    name: 'signing out everywhere else',
    address: '/profile',
    needs: serveSessions,
    method: 'delete',
    path: '*/auth/sessions',
    answer: nothing,
    button: () => inRegion(sessions, 'Sign out everywhere else'),
    place: region(sessions),
    done: text('You are signed out everywhere else'),
  },
  {
    name: 'removing a side of the identity card',
    address: '/profile',
    person: { identityCardFront: '/media/019a0000-0000-7000-8000-0000000000bb/1600.jpg' },
    needs: () => server.use(http.delete('*/media/:id', () => new HttpResponse(null, { status: 204 }))),
    method: 'put',
    path: '*/users/:id',
    answer: { status: 200, body: { data: { user: makeUser() } } as unknown as JsonBodyType },
    button: () => inRegion('Front', /^Remove/),
    place: region('Front'),
    done: text('Front: removed'),
  },
  {
    name: 'looking at the identity card',
    address: '/profile',
    person: { identityCardFront: '/media/019a0000-0000-7000-8000-0000000000bb/1600.jpg' },
    method: 'post',
    path: '*/media/:id/link',
    answer: {
      status: 200,
      body: {
        data: { link: { url: '/media/one', expiresAt: '2026-11-21T10:05:00Z' } },
      } as unknown as JsonBodyType,
    },
    button: () => inRegion('Front', /^Show/),
    place: region('Front'),
    done: () => screen.findByRole('img', { name: /^Your identity card/ }),
  },
  {
    name: 'downloading the data',
    address: '/profile',
    method: 'get',
    path: '*/auth/my-data',
    answer: { status: 200, body: {} },
    button: () => pressed('Download my data'),
    place: region('A copy of your data'),
    done: async () => expect(screen.queryByRole('alert')).toBeNull(),
  },
  {
    name: 'deleting the account',
    address: '/profile',
    method: 'post',
    path: '*/auth/delete-account',
    answer: nothing,
    button: async () => {
      fireEvent.click(await pressed('Delete my account'));
      await type({ Password: 'Route-du-Sud-9' }, () => screen.findByRole('dialog'));
      return within(dialog()).getByRole('button', { name: 'Delete for good' });
    },
    kept: () => stillTyped({ Password: 'Route-du-Sud-9' }, dialog),
    place: dialog,
    done: text('Your account is deleted'),
  },
];

/** What is asked in the middle of something: prices, and what cancelling gives back. */
export const questions: readonly Question[] = [
  {
    name: 'the price on the booking form',
    address: bookingForm,
    method: 'post',
    path: '*/bookings/quote',
    ask: () => pressed('Proceed to payment'),
    place: main,
    answered: () => screen.findAllByText(/1,950\.00/),
  },
  {
    name: "the price on a motorcycle's page",
    address: bookingForm.replace(/^\/booking\?motorcycleId=([^&]+)&/, '/motorcycle/$1?'),
    method: 'post',
    path: '*/bookings/quote',
    ask: () => screen.findByRole('heading', { level: 1, name: /^Yamaha Ténéré 700/ }),
    place: main,
    answered: () => screen.findAllByText(/1,950\.00/),
  },
  {
    name: 'what cancelling gives back',
    address: `/booking/${bookingId}`,
    method: 'get',
    path: '*/bookings/:id/cancellation',
    needs: serveRide,
    ask: async () => fireEvent.click(await pressed('Cancel the booking')),
    place: dialog,
    answered: () => within(dialog()).findByText(/975\.00/),
  },
  {
    name: 'what other dates cost',
    address: `/booking/${bookingId}`,
    method: 'post',
    path: '*/bookings/:id/move-quote',
    needs: serveRide,
    ask: async () => {
      fireEvent.click(await pressed('Change the dates'));
      const [, last] = within(await screen.findByRole('dialog')).getAllByLabelText('Day');
      fireEvent.change(last as HTMLElement, { target: { value: movedDay } });
    },
    place: dialog,
    answered: () => within(dialog()).findByText('Price then'),
  },
];
