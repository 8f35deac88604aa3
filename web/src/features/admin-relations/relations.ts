import { api, dataOf } from '@/api/client';
import type { Period } from '@/api/types';
import type { Relation } from '@/crud/entity';

/** How many records a search offers. */
const limit = 20;

/** A franchise, by name or code. */
export const franchiseRelation: Relation = {
  key: 'franchises',
  search: async (q, signal) => {
    const query = { ...(q && { q }), limit };
    const { franchises } = await dataOf(api.GET('/franchises', { params: { query }, signal }));
    return franchises.map(({ id, name, address }) => ({ id, label: name, detail: address }));
  },
  one: async (id, signal) => {
    const { franchise } = await dataOf(api.GET('/franchises/{id}', { params: { path: { id } }, signal }));
    return { id, label: franchise.name };
  },
};

/** A parking point, by name. The places that customers gave are none. */
export const parkingPointRelation: Relation = {
  key: 'parking-points',
  search: async (q, signal) => {
    const query = { ...(q && { q }), limit };
    const { parkingPoints } = await dataOf(api.GET('/parking-points/admin', { params: { query }, signal }));
    return parkingPoints.map(({ id, name, address }) => ({ id, label: name, detail: address }));
  },
  one: async (id, signal) => {
    const { parkingPoint } = await dataOf(
      api.GET('/parking-points/{id}', { params: { path: { id } }, signal }),
    );
    return { id, label: parkingPoint.name };
  },
};

/** A feature that motorcycles can have, by name. */
export const featureRelation: Relation = {
  key: 'motorcycle-features',
  search: async (q, signal) => {
    const query = { ...(q && { q }), limit };
    const { motorcycleFeatures } = await dataOf(
      api.GET('/motorcycle-features', { params: { query }, signal }),
    );
    return motorcycleFeatures.map(({ id, name }) => ({ id, label: name }));
  },
  one: async (id, signal) => {
    const { motorcycleFeature } = await dataOf(
      api.GET('/motorcycle-features/{id}', { params: { path: { id } }, signal }),
    );
    return { id, label: motorcycleFeature.name };
  },
};

/** A motorcycle within reach, by make, model or registration number. */
export const motorcycleRelation: Relation = {
  key: 'motorcycles',
  search: async (q, signal) => {
    const query = { ...(q && { q }), limit, includeImages: false, includeFeatures: false };
    const { motorcycles } = await dataOf(api.GET('/motorcycles/admin', { params: { query }, signal }));
    return motorcycles.map(({ id, make, model, registrationNumber }) => ({
      id,
      label: `${make} ${model}`,
      detail: registrationNumber ?? undefined,
    }));
  },
  one: async (id, signal) => {
    const { motorcycle } = await dataOf(api.GET('/motorcycles/{id}', { params: { path: { id } }, signal }));
    return { id, label: `${motorcycle.make} ${motorcycle.model}` };
  },
};

/** A motorcycle that a franchise rents and that nothing takes for a period, by make, model or registration number. */
export function freeMotorcycleRelation(
  franchiseId: string,
  { startDatetime, endDatetime }: Period,
): Relation {
  const named = (make: string, model: string, plate?: string) =>
    [`${make} ${model}`, plate].filter(Boolean).join(' · ');
  return {
    key: `motorcycles free ${franchiseId} ${startDatetime} ${endDatetime}`,
    search: async (q, signal) => {
      const query = {
        ...(q && { q }),
        franchiseId,
        status: ['AVAILABLE' as const, 'BOOKED' as const],
        freeFrom: startDatetime,
        freeTo: endDatetime,
        limit,
        includeImages: false,
        includeFeatures: false,
      };
      const { motorcycles } = await dataOf(api.GET('/motorcycles/admin', { params: { query }, signal }));
      return motorcycles.map(({ id, make, model, registrationNumber }) => ({
        id,
        label: `${make} ${model}`,
        detail: registrationNumber ?? undefined,
      }));
    },
    one: async (id, signal) => {
      const { motorcycle } = await dataOf(api.GET('/motorcycles/{id}', { params: { path: { id } }, signal }));
      return { id, label: named(motorcycle.make, motorcycle.model, motorcycle.registrationNumber) };
    },
  };
}

/** A person, by name or e-mail address. */
export const userRelation: Relation = {
  key: 'users',
  search: async (q, signal) => {
    const query = { ...(q && { q }), limit };
    const { users } = await dataOf(api.GET('/users', { params: { query }, signal }));
    return users.map(({ id, firstName, lastName, email }) => ({
      id,
      label: `${firstName} ${lastName}`.trim() || email,
      detail: email,
    }));
  },
  one: async (id, signal) => {
    const { user } = await dataOf(api.GET('/users/{id}', { params: { path: { id } }, signal }));
    return { id, label: `${user.firstName} ${user.lastName}`.trim() || user.email };
  },
};
