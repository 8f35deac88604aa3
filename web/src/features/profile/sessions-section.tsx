import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { accountMutations, accountQueries } from '@/api/queries/account';
import type { OpenSession } from '@/api/types';
import { Code } from '@/components/code';
import { notify } from '@/components/notify';
import { ProblemAlert } from '@/components/problem-alert';
import { useSendOnce } from '@/components/use-send-once';
import { formatDate } from '@/i18n/format';
import { deviceOf } from '@/lib/device';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { Section } from './section';

const icons = { phone: Smartphone, tablet: Tablet, computer: Monitor };

/** Where the person is signed in, to look through and to end. */
export function SessionsSection() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(accountQueries.sessions());
  const others = useSendOnce(accountMutations.endSession());
  const endOthers = () =>
    others.send(undefined, {
      onSuccess: () => notify({ tone: 'success', title: t('profile.sessions.endedAll') }),
    });
  return (
    <Section id="sessions" title={t('profile.sessions.title')} lead={t('profile.sessions.lead')}>
      {!data && (
        <ProblemAlert
          error={error}
          title={t('profile.sessions.loadFailed')}
          actions={
            <Button size="sm" variant="secondary" onClick={() => void refetch()}>
              {t('common.retry')}
            </Button>
          }
        />
      )}
      {!data && !error && (
        <div role="status">
          <span className="sr-only">{t('common.loading')}</span>
          <Skeleton className="h-18 w-full" />
        </div>
      )}
      {data && (
        <>
          <ul className="divide-y divide-line">
            {data.map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
          </ul>
          {data.some(({ current }) => !current) ? (
            <Button variant="secondary" className="mt-4" busy={others.isPending} onClick={endOthers}>
              {t('profile.sessions.endOthers')}
            </Button>
          ) : (
            <p className="mt-3 text-sm text-muted">{t('profile.sessions.only')}</p>
          )}
          <ProblemAlert error={others.error} className="mt-4" title={t('profile.sessions.failed')} />
        </>
      )}
    </Section>
  );
}

function SessionLine({ session }: { session: OpenSession }) {
  const { t } = useTranslation();
  const end = useSendOnce(accountMutations.endSession());
  const { browser, system, kind } = deviceOf(session.userAgent);
  const Icon = icons[kind];
  const name =
    browser && system
      ? t('profile.sessions.device', { browser, system })
      : browser || system || t('profile.sessions.unknown');
  const signOut = () =>
    end.send(session.id, {
      onSuccess: () => notify({ tone: 'success', title: t('profile.sessions.ended') }),
    });
  // Somebody, or age, was quicker: the list that follows says so.
  const gone = end.error && asProblem(end.error).status === 404;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
      <Icon aria-hidden="true" size={22} className="shrink-0 text-muted" />
      <div className="min-w-0 grow basis-52">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <bdi>{name}</bdi>
          {session.current && <Badge tone="active">{t('profile.sessions.current')}</Badge>}
        </p>
        <p className="figures mt-0.5 flex flex-wrap gap-x-4 text-sm text-muted">
          <span>{t('profile.sessions.used', { date: formatDate(session.lastUsedAt, 'instant') })}</span>
          <span>{t('profile.sessions.began', { date: formatDate(session.createdAt, 'medium') })}</span>
          <Code>{session.ip}</Code>
        </p>
      </div>
      {!session.current && (
        <Button size="sm" variant="secondary" busy={end.isPending} onClick={signOut}>
          {t('profile.sessions.end')} <span className="sr-only">{name}</span>
        </Button>
      )}
      {!gone && (
        <ProblemAlert error={end.error} className="basis-full" title={t('profile.sessions.failed')} />
      )}
    </li>
  );
}
