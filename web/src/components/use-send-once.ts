import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

/** A mutation whose `send` does nothing while the last one is on its way, however fast the presses follow each other. */
export function useSendOnce<Data, Variables>(options: UseMutationOptions<Data, Error, Variables>) {
  const mutation = useMutation(options);
  const sending = useRef(false);
  const send = (
    variables: Variables,
    { onSuccess, onError }: { onSuccess?: (data: Data) => void; onError?: (cause: Error) => void } = {},
  ): void => {
    if (sending.current) return;
    sending.current = true;
    mutation.mutate(variables, {
      onSuccess,
      onError,
      onSettled: () => {
        sending.current = false;
      },
    });
  };
  return { ...mutation, send };
}
