import { useEffect, useRef, useState } from 'react';
import { asProblem, type Problem } from '@/api/problem';
import type { UploadOptions } from '@/api/upload';
import { runtimeConfig } from '@/config/runtime';
import { pictureKinds, shrinkPicture, type Unfit, unfit } from '@/lib/picture';

type UploadState =
  | { readonly step: 'waiting' }
  | { readonly step: 'sending'; readonly percentage: number }
  | { readonly step: 'unfit'; readonly reason: Unfit | 'noPicture' }
  | { readonly step: 'failed'; readonly problem: Problem };

/** A file on its way, or one that did not get there. */
export interface Upload {
  readonly key: number;
  readonly file: File;
  readonly state: UploadState;
}

/** Whether it is still on its way. */
export const underWay = ({ state: { step } }: Upload) => step === 'waiting' || step === 'sending';

/**
 * Uploads files one after the other: photographs are made small first, what does not fit is not sent, and what broke off can be
 * tried again. `onDone` gets each answer in the order of the files. A page that is left sends nothing any more.
 */
export function useUploads<T>({
  kinds,
  send,
  onDone,
}: {
  kinds: readonly string[];
  send: (file: Blob, name: string, options: UploadOptions) => Promise<T>;
  onDone: (answer: T) => void;
}) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const stops = useRef(new Map<number, AbortController>());
  const line = useRef(Promise.resolve());
  const last = useRef(0);
  // As they are when their turn comes.
  const latest = useRef({ send, onDone });
  useEffect(() => {
    latest.current = { send, onDone };
  });
  useEffect(() => {
    const all = stops.current;
    return () => {
      for (const stop of all.values()) stop.abort();
    };
  }, []);

  const tell = (key: number, state: UploadState) =>
    setUploads((now) => now.map((one) => (one.key === key ? { ...one, state } : one)));
  const drop = (key: number) => {
    stops.current.delete(key);
    setUploads((now) => now.filter((one) => one.key !== key));
  };

  const work = async (key: number, file: File): Promise<void> => {
    const signal = stops.current.get(key)?.signal;
    if (!signal || signal.aborted) return;
    try {
      const small = await shrinkPicture(file);
      const reason = unfit(small, kinds, runtimeConfig.uploadMaxBytes);
      if (reason) {
        const noPicture = reason === 'wrongKind' && kinds === pictureKinds;
        return tell(key, { step: 'unfit', reason: noPicture ? 'noPicture' : reason });
      }
      tell(key, { step: 'sending', percentage: 0 });
      const answer = await latest.current.send(small, file.name, {
        signal,
        onProgress: ({ percentage }) => tell(key, { step: 'sending', percentage }),
      });
      drop(key);
      latest.current.onDone(answer);
    } catch (cause) {
      if (!signal.aborted) tell(key, { step: 'failed', problem: asProblem(cause) });
    }
  };
  const enqueue = (key: number, file: File) => {
    stops.current.set(key, new AbortController());
    line.current = line.current.then(() => work(key, file));
  };

  return {
    uploads,
    add: (files: Iterable<File>) => {
      const begun = Array.from(files, (file): Upload => {
        last.current += 1;
        return { key: last.current, file, state: { step: 'waiting' } };
      });
      setUploads((now) => [...now, ...begun]);
      for (const { key, file } of begun) enqueue(key, file);
    },
    retry: ({ key, file }: Upload) => {
      tell(key, { step: 'waiting' });
      enqueue(key, file);
    },
    /** Stops one that is on its way, and lets go of one that failed. */
    dismiss: ({ key }: Upload) => {
      stops.current.get(key)?.abort();
      drop(key);
    },
  };
}
