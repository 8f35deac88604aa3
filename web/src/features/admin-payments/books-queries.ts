import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { attempt } from '@/api/attempt';
import { api, dataOf } from '@/api/client';
import { paymentQueries } from '@/api/queries/payments';
import type { NewCorrection, Payment } from '@/api/types';

/** What the books have of a payment; asked for anew with each version of the payment. */
export const booksQuery = ({ id, updatedAt }: Payment) =>
  queryOptions({
    queryKey: [...paymentQueries.all, 'admin', 'books', id, updatedAt],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => dataOf(api.GET('/payments/{id}/ledger', { params: { path: { id } }, signal })),
  });

/** Posts a correction. */
export const correctMutation = (id: string) =>
  mutationOptions({
    mutationFn: (body: NewCorrection) =>
      attempt('correction', [id, body], (key) =>
        dataOf(
          api.POST('/payments/{id}/corrections', {
            params: { path: { id }, header: { 'Idempotency-Key': key } },
            body,
          }),
        ),
      ),
    onSettled: (_data, _error, _variables, _before, { client }) =>
      client.invalidateQueries({ queryKey: paymentQueries.all }),
  });
