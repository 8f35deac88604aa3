import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from '@/api/problem';
import { accountMutations, removeMedia, uploadMedia } from '@/api/queries/account';
import { runtimeConfig } from '@/config/runtime';
import { paperKinds, shrinkPicture, type Unfit, unfit } from '@/lib/picture';
import type { SessionUser } from '@/stores/auth';

/** The sides of a card, as the account names them. */
export type CardSide = 'identityCardFront' | 'identityCardCover';

export type UploadState =
  | { readonly step: 'idle' }
  | { readonly step: 'preparing' }
  | { readonly step: 'sending'; readonly percentage: number }
  | { readonly step: 'saving' }
  | { readonly step: 'cancelled' }
  | { readonly step: 'unfit'; readonly reason: Unfit }
  | { readonly step: 'failed'; readonly problem: Problem; readonly uploading: boolean }
  | { readonly step: 'done'; readonly what: 'uploaded' | 'removed' };

/** A file on its way, and how far it has come: what is uploaded already is not sent again. */
interface Job {
  readonly file: File;
  readonly stop: AbortController;
  address?: string;
}

/** Replaces one side of the card: makes the picture small, uploads it, and names it in the account. */
export function useCardUpload(user: SessionUser, side: CardSide) {
  const { mutateAsync } = useMutation(accountMutations.update());
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  const [preview, setPreview] = useState<string>();
  const job = useRef<Job>(undefined);

  // A page that is left sends nothing any more.
  useEffect(() => () => job.current?.stop.abort(), []);
  useEffect(
    () => () => {
      if (preview) URL.revokeObjectURL(preview);
    },
    [preview],
  );

  /** Names a file in the account, or none, and lets go of the one before. */
  const name = async (address: string | null): Promise<void> => {
    const before = user[side];
    await mutateAsync({ [side]: address });
    // A picture of somebody's card is not kept longer than it is used; an hourly job takes what is left over.
    if (before && before !== address) removeMedia(before).catch(() => undefined);
  };

  const run = async (now: Job): Promise<void> => {
    const tell = (next: UploadState) => job.current === now && setState(next);
    const { signal } = now.stop;
    try {
      if (!now.address) {
        tell({ step: 'preparing' });
        const small = await shrinkPicture(now.file);
        const reason = unfit(small, paperKinds, runtimeConfig.uploadMaxBytes);
        if (reason) return void tell({ step: 'unfit', reason });
        tell({ step: 'sending', percentage: 0 });
        const { url } = await uploadMedia('IDENTITY_CARD', small, now.file.name, {
          signal,
          onProgress: ({ percentage }) => tell({ step: 'sending', percentage }),
        });
        now.address = url;
      }
      if (signal.aborted) return;
      tell({ step: 'saving' });
      await name(now.address);
      tell({ step: 'done', what: 'uploaded' });
    } catch (cause) {
      if (signal.aborted) return;
      const problem = asProblem(cause);
      const uploading = now.address === undefined;
      // Uploaded for a day, and nobody named it: it is sent anew.
      if (problem.code === 'MEDIA_GONE') now.address = undefined;
      tell({ step: 'failed', problem, uploading });
    }
  };

  const busy = ['preparing', 'sending', 'saving'].includes(state.step);
  return {
    state,
    busy,
    /** What was chosen here last, if a browser can show it. */
    preview:
      state.step === 'idle' || state.step === 'cancelled' || state.step === 'unfit' ? undefined : preview,
    choose: (file: File | undefined) => {
      if (!file || busy) return;
      job.current = { file, stop: new AbortController() };
      setPreview(file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined);
      void run(job.current);
    },
    retry: () => job.current && void run(job.current),
    cancel: () => {
      job.current?.stop.abort();
      job.current = undefined;
      setState({ step: 'cancelled' });
    },
    remove: async () => {
      job.current = undefined;
      setState({ step: 'saving' });
      try {
        await name(null);
        setPreview(undefined);
        setState({ step: 'done', what: 'removed' });
      } catch (cause) {
        setState({ step: 'failed', problem: asProblem(cause), uploading: false });
      }
    },
    /** Whether `retry` has something to send. */
    retryable: job.current !== undefined,
  };
}
