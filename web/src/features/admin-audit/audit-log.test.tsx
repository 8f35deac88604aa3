import { readFileSync } from 'node:fs';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { franchiseId, signInStaff } from '@/test/admin';
import { server } from '@/test/server';
import { renderSite } from '@/test/site';
import { actionsOf, auditActions, auditVerbs, fieldOf, recordPath, verbOf } from './audit-words';

const supplementId = '019a0000-0000-7000-8000-0000000000a1';

const entry = {
  id: '7',
  happenedAt: '2026-11-21T09:00:00Z',
  actorId: '019a0000-0000-7000-8000-0000000000a2',
  actorName: 'Nadia Amrani',
  actorRole: 'ADMIN',
  action: 'SUPPLEMENT_UPDATE',
  entity: 'supplement',
  entityId: supplementId,
  franchiseId,
  changes: {
    price: { from: 50, to: 75.5 },
    priceType: { from: 'PER_DAY', to: 'PER_RENTAL' },
    isActive: { from: true, to: false },
    colour: { from: null, to: 'red' },
  },
  ip: '203.0.113.7',
  requestId: 'r-7',
};

it('tells who changed what, in the words of the forms, and leads there', async () => {
  signInStaff({}, { permissions: ['AUDIT_LOG_LIST'] });
  const asked: URL[] = [];
  server.use(
    http.get('*/audit-log', ({ request }) => {
      asked.push(new URL(request.url));
      const gone = {
        ...entry,
        id: '6',
        action: 'SOMETHING_NEW',
        entity: 'comet',
        changes: {},
        actorName: null,
      };
      const itself = { ...gone, id: '5', action: 'MEDIA_DELETE', entity: 'media', actorId: null };
      return HttpResponse.json({
        data: {
          entries: [entry, gone, itself],
          pagination: { page: 1, limit: 25, total: 3, totalPages: 1 },
        },
      });
    }),
  );
  renderSite('/admin/audit-log?entity=supplement&happenedAfter=2026-11-20&action=nonsense');
  const deed = await screen.findByRole('link', { name: 'Supplement: changed' });
  expect(deed).toHaveAttribute('href', `/admin/supplements/edit/${supplementId}`);
  const rows = screen.getAllByRole('row');
  const lines = within(rows[1] as HTMLElement).getAllByRole('listitem');
  expect(lines.map((line) => line.textContent?.replace(/\s/g, ' '))).toEqual([
    expect.stringMatching(/^Price .*50.* .*75\.50/),
    'Charged per day per rental',
    'Active Yes No',
    'colour red',
  ]);
  // What has no word here is told by its name, and leads nowhere.
  expect(rows[2]).toHaveTextContent('comet: SOMETHING_NEW');
  expect(rows[2]).toHaveTextContent('An erased account');
  expect(rows[3]).toHaveTextContent('File: deleted');
  expect(rows[3]).toHaveTextContent('By itself');
  expect(within(rows[2] as HTMLElement).queryByRole('link')).toBeNull();
  expect(asked[0]?.searchParams.get('entity')).toBe('supplement');
  expect(asked[0]?.searchParams.get('happenedAfter')).toBe('2026-11-19T23:00:00Z');
  expect(asked[0]?.searchParams.has('action')).toBe(false);
});

it('tells structures in words, and finds deeds by theirs', async () => {
  signInStaff({}, { permissions: ['AUDIT_LOG_LIST'] });
  const asked: URLSearchParams[] = [];
  const day = { start: '08:00', end: '20:00' };
  const week = { monday: day, tuesday: day, wednesday: day, saturday: day };
  const features = ['019a0000-0000-7000-8000-0000000000b1', '019a0000-0000-7000-8000-0000000000b2'];
  const told = (id: string, entity: string, action: string, changes: object) => ({
    ...entry,
    id,
    entity,
    action,
    changes,
  });
  server.use(
    http.get('*/motorcycle-features/:id', ({ params }) => {
      const name = params.id === features[0] ? 'ABS' : 'Top case';
      return HttpResponse.json({ data: { motorcycleFeature: { id: params.id, name } } });
    }),
    http.get('*/audit-log', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      const entries = [
        told('1', 'franchise', 'FRANCHISE_UPDATE', {
          operatingHours: {
            from: week,
            to: { ...week, monday: { ...day, end: '18:00' }, tuesday: undefined, wednesday: undefined },
          },
          commissionRate: { from: 0.15, to: 0.125 },
          graceMinutes: { from: null, to: 90 },
        }),
        told('2', 'motorcycle', 'MOTORCYCLE_UPDATE', {
          featureIds: { from: [features[0]], to: [features[1]] },
          insuranceUrl: { from: null, to: '/media/1' },
          smartLockActive: { from: false, to: true },
        }),
        told('3', 'motorcycle', 'MOTORCYCLE_UPDATE', { imageIds: { from: ['a', 'b'], to: ['b', 'a'] } }),
        told('4', 'user', 'NOTICE_CHOOSE', { booking_reminder: { from: true, to: false } }),
        told('5', 'parking-point', 'PARKING_POINT_CREATE', {
          operatingHours: { from: null, to: week },
          ...Object.fromEntries(
            ['latitude', 'longitude', 'name', 'address', 'instructions'].map((name) => [
              name,
              { from: null, to: 1 },
            ]),
          ),
        }),
        told('6', 'payment', 'PAYMENT_CORRECT', {
          corrects: { from: null, to: 'PAYMENT_CAPTURED' },
          ledgerLines: { from: null, to: { COUNTER: '900.00', CUSTOMER: '-900.00' } },
        }),
      ];
      return HttpResponse.json({
        data: { entries, pagination: { page: 1, limit: 25, total: 6, totalPages: 1 } },
      });
    }),
  );
  const { router, user } = renderSite('/admin/audit-log?action=refund');
  await screen.findByRole('link', { name: 'Franchise: changed' });
  const lines = (row: number) =>
    within(screen.getAllByRole('row')[row] as HTMLElement)
      .getAllByRole('listitem')
      .map((line) => line.textContent?.replace(/\s/g, ' '));
  expect(lines(1)).toEqual([
    'Opening hours, Monday 08:00–20:00 08:00–18:00',
    'Opening hours, Tuesday to Wednesday 08:00–20:00 Closed',
    'Commission 15 % 12.5 %',
    'Late return not billed 90 min',
  ]);
  await screen.findByText('ABS');
  expect(lines(2)).toEqual(['Motorcycle features ABS Top case', 'Insurance On file', 'Smart lock No Yes']);
  expect(lines(3)).toEqual(['Pictures in another order']);
  expect(lines(4)).toEqual(['Reminder Yes No']);
  expect(lines(5).slice(0, 2)).toEqual([
    'Opening hours, Monday to Wednesday 08:00–20:00',
    'Opening hours, Thursday to Friday Closed',
  ]);
  expect(lines(5)).toHaveLength(7);
  await user.click(screen.getByRole('button', { name: 'and 3 more' }));
  expect(lines(5)).toHaveLength(9);
  expect(lines(6)).toEqual([
    'Makes up for Money came',
    'Franchise’s counter 900.00 MAD',
    'Customer -900.00 MAD',
  ]);
  expect(document.body.textContent).not.toMatch(/[{}[\]]/);

  expect(asked[0]?.getAll('action')).toEqual(['PAYMENT_REFUND']);
  await user.click(screen.getByRole('button', { name: 'What: money given back' }));
  await user.click(screen.getByRole('checkbox', { name: 'payment taken' }));
  await waitFor(() =>
    expect(asked.at(-1)?.getAll('action').sort()).toEqual(['PAYMENT_REFUND', 'PAYMENT_TAKE']),
  );
  expect(router.state.location.search).toEqual({ action: ['takePayment', 'refund'] });
});

it('knows every permission that a word stands for', () => {
  const policy = readFileSync('../internal/platform/authz/policy.go', 'utf8');
  const known = [...policy.matchAll(/Permission = "(\w+)"/g)].map(([, name]) => name ?? '');
  expect(known.filter((name) => verbOf(name)).toSorted()).toEqual([...auditActions].toSorted());
  expect(new Set(auditVerbs)).toEqual(new Set(auditActions.map(verbOf)));
  expect(actionsOf(['create']).length).toBeGreaterThan(5);
});

it('tells permissions apart that end alike', () => {
  expect(verbOf('MOTORCYCLE_DEVICE_DEACTIVATE')).toBe('deactivateLock');
  expect(verbOf('MOTORCYCLE_FEATURE_UNASSIGN')).toBe('unassign');
  expect(verbOf('LOCK_ACCESS_CREATE')).toBe('openLock');
  expect(verbOf('AVAILABILITY_BLOCK_CREATE')).toBe('create');
  expect(verbOf('USER_BLOCK')).toBe('block');
});

it('knows where records are, and the states of each kind', () => {
  expect(recordPath('payment', 'p1')).toBe('/admin/payments/p1');
  expect(recordPath('media', 'm1')).toBeUndefined();
  expect(fieldOf('payment', 'status')?.kind).toBe('select');
  expect(fieldOf('booking', 'bookingStatus')?.kind).toBe('select');
});
