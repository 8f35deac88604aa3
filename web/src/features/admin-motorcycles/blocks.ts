import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, done } from '@/api/client';
import type { Block, BlockChanges, NewBlock } from '@/api/types';

/** A month of a motorcycle, and the blocks in it. What changes below `motorcycles` has all of it asked anew. */
export const blockQueries = {
  /** What takes a part of the days of a month, by day. */
  month: (motorcycleId: string, month: string) =>
    queryOptions({
      queryKey: ['motorcycles', 'admin', 'calendar', motorcycleId, month],
      staleTime: 5_000,
      queryFn: async ({ signal }) => {
        const params = { path: { id: motorcycleId }, query: { month } };
        const { calendar } = await dataOf(api.GET('/motorcycles/{id}/calendar', { params, signal }));
        return new Map(calendar.days.map(({ date, entries }) => [date, entries]));
      },
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ['motorcycles', 'admin', 'block', id],
      staleTime: 0,
      gcTime: 0,
      queryFn: async ({ signal }) =>
        (await dataOf(api.GET('/availability-blocks/{id}', { params: { path: { id } }, signal })))
          .availabilityBlock,
    }),
};

export async function createBlock(motorcycleId: string, body: NewBlock): Promise<Block> {
  const params = { path: { id: motorcycleId } };
  return (await dataOf(api.POST('/motorcycles/{id}/blocks', { params, body }))).availabilityBlock;
}

export async function changeBlock(id: string, body: BlockChanges): Promise<Block> {
  return (await dataOf(api.PUT('/availability-blocks/{id}', { params: { path: { id } }, body })))
    .availabilityBlock;
}

export function removeBlock(id: string): Promise<void> {
  return done(api.DELETE('/availability-blocks/{id}', { params: { path: { id } } }));
}
