import { HttpResponse, http } from 'msw';
import { vi } from 'vitest';
import type { FleetMotorcycle, Permission } from '@/api/types';
import { useNotices } from '@/components/notify';
import { type SessionUser, useAuth } from '@/stores/auth';
import { makeMotorcycle, parkingPointId } from './ride';
import { server } from './server';
import { accessToken, makeUser } from './session';

export const franchiseId = '019a0000-0000-7000-8000-0000000000f1';

/** What an administrator of the platform may do, as far as pages ask. */
const platform: readonly Permission[] = [
  'SUPPLEMENT_LIST',
  'SUPPLEMENT_CREATE',
  'SUPPLEMENT_UPDATE',
  'SUPPLEMENT_DELETE',
  'MOTORCYCLE_FEATURE_LIST',
  'MOTORCYCLE_FEATURE_CREATE',
  'MOTORCYCLE_FEATURE_UPDATE',
  'MOTORCYCLE_FEATURE_DELETE',
  'MOTORCYCLE_GET_ALL',
  'MOTORCYCLE_GET_BY_ID',
  'MOTORCYCLE_CREATE',
  'MOTORCYCLE_UPDATE',
  'MOTORCYCLE_DELETE',
  'MOTORCYCLE_IMAGE_CREATE',
  'MOTORCYCLE_IMAGE_DELETE',
  'MOTORCYCLE_CALENDAR',
  'BOOKING_GET_BY_ID',
  'BOOKING_MANAGE',
  'MOTORCYCLE_DEVICE_ACTIVATE',
  'MOTORCYCLE_DEVICE_DEACTIVATE',
  'LOCK_ACCESS_CREATE',
  'AVAILABILITY_BLOCK_CREATE',
  'AVAILABILITY_BLOCK_UPDATE',
  'AVAILABILITY_BLOCK_DELETE',
  'PARKING_POINT_LIST',
  'PARKING_POINT_GET_BY_ID',
  'PARKING_POINT_CREATE',
  'PARKING_POINT_UPDATE',
  'PARKING_POINT_DELETE',
  'FRANCHISE_LIST',
  'FRANCHISE_GET_BY_ID',
  'FRANCHISE_CREATE',
  'FRANCHISE_UPDATE',
  'FRANCHISE_DELETE',
  'FRANCHISE_FINANCIALS',
  'USER_LIST',
  'USER_GET_BY_ID',
  'USER_CREATE',
  'USER_UPDATE',
  'USER_DELETE',
  'USER_IDENTITY_CHECK',
  'USER_SESSION_MANAGE',
  'USER_BLOCK',
];

/** Signs staff in, with permissions, on a wide screen unless said otherwise. */
export function signInStaff(
  changes: Partial<SessionUser> = {},
  { permissions = platform, wide = true }: { permissions?: readonly Permission[]; wide?: boolean } = {},
): SessionUser {
  sessionStorage.clear();
  useNotices.setState({ list: [] });
  const user = makeUser({
    role: 'ADMIN',
    permissions: Object.fromEntries(permissions.map((one) => [one, true])),
    ...changes,
  });
  useAuth.getState().signIn({ user, accessToken: accessToken(600), refreshToken: 'r1' });
  vi.stubGlobal('matchMedia', () => ({ matches: wide, addEventListener() {}, removeEventListener() {} }));
  server.use(
    http.get('*/auth/me', () => HttpResponse.json({ data: { user } })),
    http.get('*/franchises/:id', ({ params }) =>
      HttpResponse.json({ data: { franchise: { id: params.id, name: 'Atlas Moto' } } }),
    ),
    http.get('*/franchises', () =>
      HttpResponse.json({
        data: { franchises: [{ id: franchiseId, name: 'Atlas Moto', address: 'Marrakech' }], pagination: {} },
      }),
    ),
  );
  return user;
}

/** A motorcycle as its staff read it. */
export function makeFleetMotorcycle(changes: Partial<FleetMotorcycle> = {}): FleetMotorcycle {
  const { franchise: _, ...rest } = makeMotorcycle();
  return {
    ...rest,
    registrationNumber: '12345-أ-6',
    status: 'AVAILABLE',
    odometerKm: null,
    parkingPointId,
    smartLockDeviceId: null,
    grayCardUrl: null,
    insuranceUrl: null,
    createdAt: '2026-01-05T09:00:00Z',
    updatedAt: '2026-01-05T09:00:00Z',
    ...changes,
  };
}
