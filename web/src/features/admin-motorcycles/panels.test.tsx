import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Block, Device, FleetMotorcycle, MotorcycleImage } from '@/api/types';
import { dayFromToday, toInstant } from '@/i18n/wall-clock';
import { makeFleetMotorcycle, signInStaff } from '@/test/admin';
import { bookingId, motorcycleId } from '@/test/ride';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';
import { playUploads } from '@/test/uploads';
import { addDays, addMonths } from './month';

const picture = (index: number): MotorcycleImage => ({
  id: `019a0000-0000-7000-8000-00000000010${index}`,
  imageUrl: `/pictures/${index}.svg`,
  altText: '',
  isPrimary: index === 0,
});
/** The month after this one: all of it is to come. */
const month = addMonths(dayFromToday(0).slice(0, 7), 1);
const on = (day: number) => `${month}-${String(day).padStart(2, '0')}`;
const midnight = (day: string) => toInstant({ date: day, time: '00:00' }) ?? '';
const blockId = '019a0000-0000-7000-8000-0000000002b1';

/** One motorcycle as the server has it; returns what was sent. */
function play(row: FleetMotorcycle) {
  let device: Device | null = null;
  const block: Block = {
    id: blockId,
    motorcycleId,
    franchiseId: row.franchiseId,
    startDatetime: midnight(on(20)),
    endDatetime: midnight(on(22)),
    reason: 'repair',
    notes: 'Brakes',
    createdByAdminId: null,
    createdAt: '2026-01-05T09:00:00Z',
    updatedAt: '2026-01-05T09:00:00Z',
  };
  const sent: { method: string; path: string; body: unknown }[] = [];
  const take = async (request: Request) => {
    const body = request.headers.get('Content-Type')?.includes('json') ? await request.json() : undefined;
    sent.push({ method: request.method, path: new URL(request.url).pathname, body });
    return body as Record<string, unknown>;
  };
  const problem = (status: number, code: string, message: string, more = {}) =>
    HttpResponse.json({ status, code, message, ...more }, { status });
  const empty = () => new HttpResponse(null, { status: 204 });
  server.use(
    http.get('*/motorcycles/:id', () => HttpResponse.json({ data: { motorcycle: row } })),
    http.get('*/motorcycle-features', () =>
      HttpResponse.json({ data: { motorcycleFeatures: [], pagination: { totalPages: 0 } } }),
    ),
    http.get('*/parking-points/:id', () => HttpResponse.json({ data: { parkingPoint: { name: 'Menara' } } })),
    http.put('*/motorcycles/:id/images', async ({ request }) => {
      await take(request);
      return empty();
    }),
    http.put('*/motorcycles/:id/images/:image', async ({ request }) => {
      await take(request);
      return HttpResponse.json({ data: { image: {} } });
    }),
    http.delete('*/motorcycles/:id/images/:image', async ({ request }) => {
      await take(request);
      return problem(404, 'IMAGE_NOT_FOUND', 'Motorcycle image not found');
    }),
    http.get('*/motorcycles/:id/calendar', ({ request }) => {
      const asked = new URL(request.url).searchParams.get('month');
      const entry = {
        kind: 'BOOKING',
        id: bookingId,
        reference: 'RHL-77',
        bookingStatus: 'CONFIRMED',
        startDatetime: toInstant({ date: on(3), time: '10:00' }),
        endDatetime: toInstant({ date: on(4), time: '10:00' }),
      };
      const { id, startDatetime, endDatetime, reason, notes } = block;
      const blocked = { kind: 'BLOCK', id, startDatetime, endDatetime, reason, notes };
      const days = [
        { date: on(3), entries: [entry] },
        { date: on(4), entries: [entry] },
        { date: on(20), entries: [blocked] },
        { date: on(21), entries: [blocked] },
      ];
      return HttpResponse.json({ data: { calendar: { month: asked, days: asked === month ? days : [] } } });
    }),
    http.post('*/motorcycles/:id/blocks', async ({ request }) => {
      const body = await take(request);
      if (String(body.startDatetime) <= midnight(on(3)) && String(body.endDatetime) > midnight(on(3)))
        return problem(409, 'BOOKING_CONFLICT', 'Booking conflict for motorcycle between 3 and 4');
      return HttpResponse.json({ data: { availabilityBlock: { ...block, ...body } } }, { status: 201 });
    }),
    http.get('*/availability-blocks/:id', () => HttpResponse.json({ data: { availabilityBlock: block } })),
    http.put('*/availability-blocks/:id', async ({ request }) => {
      const body = await take(request);
      return HttpResponse.json({ data: { availabilityBlock: { ...block, ...body } } });
    }),
    http.delete('*/availability-blocks/:id', async ({ request }) => {
      await take(request);
      return empty();
    }),
    http.get('*/motorcycles/:id/device', () => HttpResponse.json({ data: { device } })),
    http.post('*/motorcycles/device/activate', async ({ request }) => {
      const body = await take(request);
      if (body.activationCode === '0000')
        return problem(422, 'VALIDATION', 'Wrong', {
          errors: [
            { field: 'activationCode', code: 'NOT_ACCEPTED', message: 'The lock does not take this code' },
          ],
        });
      if (body.deviceId === 'GONE04') return problem(502, 'LOCK_API_ERROR', 'The lock service answered 500');
      device = {
        motorcycleId,
        deviceId: String(body.deviceId),
        isActive: true,
        model: '4401',
        firmwareVersion: '1.2',
        activatedAt: '2026-11-21T10:00:00Z',
      };
      return HttpResponse.json({ data: { device } });
    }),
    http.post('*/motorcycles/device/deactivate', async ({ request }) => {
      await take(request);
      device = device && { ...device, isActive: false };
      return HttpResponse.json({ data: { device } });
    }),
    http.post('*/motorcycles/:id/lock/access', async ({ request }) => {
      await take(request);
      const access = { accessProfile: 'profile-1', validUntil: '2026-11-21T14:00:00Z' };
      return HttpResponse.json({ data: { access } });
    }),
  );
  return sent;
}

async function open(search = '') {
  const site = renderSite(`/admin/motorcycles/edit/${motorcycleId}${search}`);
  return { ...site, pictures: await screen.findByRole('region', { name: 'Pictures' }) };
}

beforeEach(() => {
  signInStaff();
});

describe('pictures', () => {
  it('are dropped, one after the other and with their progress; what breaks off is tried again', async () => {
    const row = makeFleetMotorcycle();
    play(row);
    const begun = playUploads();
    const { pictures, user } = await open();
    const files = ['a.png', 'b.png', 'c.txt'].map(
      (name) => new File(['x'], name, { type: name.endsWith('txt') ? 'text/plain' : 'image/png' }),
    );
    fireEvent.drop(within(pictures).getByRole('list').parentElement as HTMLElement, {
      dataTransfer: { files, types: ['Files'] },
    });
    await waitFor(() => expect(begun).toHaveLength(1));
    expect(begun[0]?.form.get('isPrimary')).toBe('true');
    act(() => begun[0]?.progress(40));
    expect(within(pictures).getByRole('progressbar', { name: 'a.png' })).toHaveValue(40);
    expect(within(pictures).getByText('Uploading, 40%')).toBeInTheDocument();
    act(() => begun[0]?.breakOff());
    expect(await within(pictures).findByText(/The upload broke off/)).toBeInTheDocument();
    await waitFor(() => expect(begun).toHaveLength(2));
    row.images.push(picture(1));
    begun[1]?.answer(201, { data: { image: picture(1) } });
    expect(await within(pictures).findByRole('img', { name: 'Picture 1' })).toBeInTheDocument();
    expect(
      await within(pictures).findByText(/not taken\. Choose a JPEG, PNG, WebP or GIF picture\.$/),
    ).toBeInTheDocument();
    await user.click(within(pictures).getByRole('button', { name: 'Upload a.png again' }));
    await waitFor(() => expect(begun).toHaveLength(3));
    expect(begun[2]?.form.get('isPrimary')).toBeNull();
  });

  it('are put in order, the first being the main one, described and removed', async () => {
    const sent = play(makeFleetMotorcycle({ images: [picture(0), picture(1), picture(2)] }));
    const { pictures, user } = await open();
    const [first = '', second = '', third = ''] = [0, 1, 2].map((index) => picture(index).id);
    const base = `/motorcycles/${motorcycleId}/images`;
    await user.click(within(pictures).getByRole('button', { name: 'Move picture 2 back' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({ method: 'PUT', path: base, body: { imageIds: [first, third, second] } });
    const [, , last] = within(pictures).getAllByRole('listitem');
    const [to] = within(pictures).getAllByRole('listitem');
    const dataTransfer = { setData() {}, types: [], effectAllowed: '' };
    fireEvent.dragStart(last as HTMLElement, { dataTransfer });
    fireEvent.dragOver(to as HTMLElement, { dataTransfer });
    fireEvent.drop(to as HTMLElement, { dataTransfer });
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[1]?.path).toBe(base);
    expect(sent[2]).toMatchObject({ method: 'PUT', body: { isPrimary: true } });
    await user.type(
      within(pictures).getByRole('textbox', { name: 'What picture 2 shows' }),
      'From the left{Enter}',
    );
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ altText: 'From the left' }));
    await user.click(within(pictures).getByRole('button', { name: 'Remove picture 3' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Motorcycle image not found')).toBeInTheDocument();
    await waitFor(() => expect(within(pictures).getAllByRole('listitem')).toHaveLength(3));
  });
});

describe('the calendar', () => {
  const day = (calendar: HTMLElement, number: number) =>
    calendar.querySelector(`[data-day="${on(number)}"]`) as HTMLElement;

  it('shows rentals and blocks, and blocks the days that a mouse goes over', async () => {
    const sent = play(makeFleetMotorcycle());
    const { user, router } = await open();
    const calendar = screen.getByRole('region', { name: 'Calendar' });
    await user.click(within(calendar).getByRole('button', { name: 'Next month' }));
    expect(await within(calendar).findByRole('link', { name: /RHL-77, Confirmed/ })).toHaveAttribute(
      'href',
      `/admin/bookings/edit/${bookingId}`,
    );
    expect(router.state.location.searchStr).toBe(`?month=${month}`);
    expect(day(calendar, 21)).toHaveAccessibleName(/Repair.*Brakes/);

    fireEvent.pointerDown(day(calendar, 10), { pointerType: 'mouse', button: 0 });
    fireEvent.pointerOver(day(calendar, 12));
    expect(day(calendar, 11)).toHaveAttribute('aria-selected', 'true');
    fireEvent.pointerUp(window);
    const dialog = await screen.findByRole('dialog', { name: 'Block days' });
    expect(within(dialog).getByLabelText('From, day')).toHaveValue(on(10));
    expect(within(dialog).getByLabelText('Until, day')).toHaveValue(addDays(on(12), 1));
    await user.selectOptions(within(dialog).getByLabelText('Reason'), 'Inspection');
    const before = sent.length;
    const save = within(dialog).getByRole('button', { name: 'Save' });
    // A double press, faster than anything is drawn anew.
    fireEvent.click(save);
    fireEvent.click(save);
    expect(await screen.findByText('The days are blocked')).toBeInTheDocument();
    expect(sent).toHaveLength(before + 1);
    expect(sent.at(-1)?.body).toEqual({
      startDatetime: midnight(on(10)),
      endDatetime: midnight(addDays(on(12), 1)),
      reason: 'inspection',
    });
  });

  it('blocks the days that the keyboard chooses, and says why a rental is in the way', async () => {
    play(makeFleetMotorcycle());
    const { user } = await open(`?month=${month}`);
    const calendar = screen.getByRole('region', { name: 'Calendar' });
    await within(calendar).findByRole('link', { name: /RHL-77/ });
    day(calendar, 1).focus();
    await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Block days' });
    expect(within(dialog).getByLabelText('From, day')).toHaveValue(on(2));
    expect(within(dialog).getByLabelText('Until, day')).toHaveValue(on(5));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Booking conflict for motorcycle between 3 and 4',
    );
  });

  it('changes and lifts a block, and takes that back', async () => {
    const sent = play(makeFleetMotorcycle());
    const { user } = await open(`?month=${month}`);
    const calendar = screen.getByRole('region', { name: 'Calendar' });
    const [chip] = await within(calendar).findAllByRole('button', { name: /^Repair/ });
    await user.click(chip as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Blocked period' });
    await user.clear(await within(dialog).findByLabelText(/^Notes/));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ notes: null, updatedAt: '2026-01-05T09:00:00Z' });
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await user.click(chip as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Unblock' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['PUT', 'DELETE', 'POST']));
    expect(sent[2]?.body).toMatchObject({ reason: 'repair', notes: 'Brakes' });
  });
});

describe('the lock', () => {
  it('is activated with its code, serviced and given up', async () => {
    const sent = play(makeFleetMotorcycle());
    const { user } = await open();
    const lock = screen.getByRole('region', { name: 'Smart lock' });
    expect(await within(lock).findByText('No lock')).toBeInTheDocument();
    const activate = within(lock).getByRole('button', { name: 'Activate the lock' });
    const code = within(lock).getByRole('textbox', { name: 'Activation code' });
    const device = within(lock).getByRole('textbox', { name: 'Device id' });
    await user.type(device, 'GONE04');
    await user.type(code, '0000');
    await user.click(activate);
    await waitFor(() => expect(code).toHaveAccessibleDescription(/does not take this code/));
    await user.type(code, '1');
    await user.click(activate);
    expect(await within(lock).findByRole('alert')).toHaveTextContent('The lock service answered 500');
    await user.clear(device);
    await user.type(device, 'A12345');
    await user.click(activate);
    expect(await within(lock).findByText('4401')).toBeInTheDocument();
    expect(sent.at(-1)?.body).toEqual({ deviceId: 'A12345', activationCode: '00001', motorcycleId });

    await user.click(within(lock).getByRole('button', { name: 'Service access' }));
    const service = screen.getByRole('dialog', { name: 'Service access' });
    await user.selectOptions(within(service).getByLabelText('It lasts'), '4 hours');
    await user.click(within(service).getByRole('button', { name: 'Get the access' }));
    expect(await within(service).findByLabelText(/^Access profile/)).toHaveValue('profile-1');
    expect(sent.at(-1)?.body).toEqual({ minutes: 240 });
    await user.click(within(service).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);

    await user.click(within(lock).getByRole('button', { name: 'Deactivate' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Deactivate' }));
    expect(await within(lock).findByText('Not active')).toBeInTheDocument();
    expect(within(lock).getByRole('textbox', { name: 'Device id' })).toHaveValue('A12345');
  });
});
