import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, dataOf } from '@/api/client';
import { asProblem } from '@/api/problem';
import type { Notices } from '@/api/types';
import { Code } from '@/components/code';
import { FailureState } from '@/components/failure-state';
import { problemText } from '@/components/problem-text';
import { Section } from '@/features/profile/section';
import { Alert } from '@/ui/alert';
import { Checkbox } from '@/ui/checkbox';
import { Skeleton } from '@/ui/skeleton';

type Letter = Notices['letters'][number];

const queryKey = ['auth', 'notices'] as const;

/** Which letters to the franchise come to the person, too: each is chosen by itself, and kept at once. */
export function NoticesSection() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await dataOf(api.GET('/auth/notices', { signal }))).notices,
  });
  // What was just pressed, until the server has kept it.
  const [pressed, setPressed] = useState<Partial<Record<Letter, boolean>>>({});
  const choose = useMutation({
    // One after the other: each sends the whole choice.
    scope: { id: 'notices' },
    mutationFn: async ({ letter, wanted }: { letter: Letter; wanted: boolean }) => {
      const { unwanted = [] } = client.getQueryData<Notices>(queryKey) ?? {};
      const others = unwanted.filter((one) => one !== letter);
      const body = { unwanted: wanted ? others : [...others, letter] };
      return (await dataOf(api.PUT('/auth/notices', { body }))).notices;
    },
    onMutate: ({ letter, wanted }) => setPressed((now) => ({ ...now, [letter]: wanted })),
    onSuccess: (now) => client.setQueryData(queryKey, now),
    onSettled: (_now, _error, { letter }) => setPressed(({ [letter]: _, ...others }) => others),
  });
  return (
    <Section id="notices" title={t('admin.settings.notices.title')} lead={t('admin.settings.notices.lead')}>
      {data ? (
        <>
          <fieldset>
            <legend className="sr-only">{t('admin.settings.notices.title')}</legend>
            {data.letters.map((letter) => (
              <Checkbox
                key={letter}
                label={t(`admin.letters.${letter}`)}
                checked={pressed[letter] ?? !data.unwanted.includes(letter)}
                onChange={({ target }) => choose.mutate({ letter, wanted: target.checked })}
              />
            ))}
          </fieldset>
          <p className="mt-3 text-sm text-muted">
            {t('admin.settings.notices.always')} <Code className="break-words">{data.franchiseEmail}</Code>
          </p>
          {choose.error && (
            <Alert tone="danger" className="mt-4" title={t('admin.settings.notices.failed')}>
              {problemText(asProblem(choose.error), t)}
            </Alert>
          )}
        </>
      ) : error ? (
        <FailureState heading="h3" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-48" />
      )}
    </Section>
  );
}
