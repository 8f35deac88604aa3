import { api, dataOf } from '@/api/client';
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
