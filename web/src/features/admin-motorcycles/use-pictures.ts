import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, done } from '@/api/client';
import { asProblem } from '@/api/problem';
import type { FleetMotorcycle, MotorcycleImage } from '@/api/types';
import { type UploadOptions, upload } from '@/api/upload';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { recordKey } from '@/crud/queries';

/** Something that is done to the pictures: what they are afterwards, and how the server is told. */
interface Step {
  readonly images: readonly MotorcycleImage[];
  readonly run: () => Promise<unknown>;
}

/** One place further to either side, or to a place of one's choice. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  const one = list[from];
  return one === undefined ? rest : [...rest.slice(0, to), one, ...rest.slice(to)];
}

/**
 * The pictures of a motorcycle and what is done to them, each saved at once: shown before the server answers, and as the server
 * has it when it refuses. The first one is the one that lists show: wherever it comes from, the first is made primary.
 */
export function usePictures(row: FleetMotorcycle) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const path = { id: row.id };
  const key = recordKey('motorcycles', row.id);
  const show = (images: readonly MotorcycleImage[]) =>
    client.setQueryData<FleetMotorcycle>(key, (now) => now && { ...now, images: [...images] });
  const { mutate, isPending } = useMutation({
    scope: { id: `pictures:${row.id}` },
    mutationFn: ({ run }: Step) => run(),
    onMutate: ({ images }) => void show(images),
    onError: (cause) =>
      notify({
        tone: 'danger',
        title: t('admin.motorcycles.pictures.failed'),
        text: problemText(asProblem(cause), t),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['motorcycles'] }),
  });

  const change = (image: MotorcycleImage, body: { altText?: string; isPrimary?: boolean }) =>
    done(
      api.PUT('/motorcycles/{id}/images/{imageId}', {
        params: { path: { ...path, imageId: image.id } },
        body,
      }),
    );
  const firstIsPrimary = (images: readonly MotorcycleImage[]) =>
    images.map((image, index) => ({ ...image, isPrimary: index === 0 }));

  return {
    busy: isPending,
    /** Uploads a picture; the first there is becomes the primary one. */
    send: async (file: Blob, name: string, options: UploadOptions): Promise<MotorcycleImage> => {
      const form = new FormData();
      const known = client.getQueryData<FleetMotorcycle>(key)?.images ?? row.images;
      if (known.length === 0) form.append('isPrimary', 'true');
      form.append('file', file, name);
      return (await upload<{ image: MotorcycleImage }>(`/motorcycles/${row.id}/images`, form, options)).image;
    },
    added: (image: MotorcycleImage) => {
      client.setQueryData<FleetMotorcycle>(key, (now) => now && { ...now, images: [...now.images, image] });
      void client.invalidateQueries({ queryKey: ['motorcycles'] });
    },
    move: (from: number, to: number) => {
      const images = firstIsPrimary(moved(row.images, from, to));
      const [first] = images;
      const turned = first && first.id !== row.images[0]?.id ? first : undefined;
      mutate({
        images,
        run: async () => {
          const imageIds = images.map(({ id }) => id);
          await done(api.PUT('/motorcycles/{id}/images', { params: { path }, body: { imageIds } }));
          if (turned) await change(turned, { isPrimary: true });
        },
      });
    },
    describe: (image: MotorcycleImage, altText: string) =>
      mutate({
        images: row.images.map((one) => (one.id === image.id ? { ...one, altText } : one)),
        run: () => change(image, { altText }),
      }),
    remove: (image: MotorcycleImage) =>
      mutate({
        images: row.images.filter(({ id }) => id !== image.id),
        run: () =>
          done(
            api.DELETE('/motorcycles/{id}/images/{imageId}', {
              params: { path: { ...path, imageId: image.id } },
            }),
          ),
      }),
  };
}
