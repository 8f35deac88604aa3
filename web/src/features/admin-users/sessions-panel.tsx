import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, dataOf, done } from '@/api/client';
import { asProblem } from '@/api/problem';
import type { OpenSession, Person } from '@/api/types';
import { Code } from '@/components/code';
import { FailureState } from '@/components/failure-state';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { Panel } from '@/crud/panel';
import { useCan } from '@/crud/use-can';
import { formatDate } from '@/i18n/format';
import { deviceOf } from '@/lib/device';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { BlockDialog } from './block-dialog';

/** Where a person is signed in, to end; and the way to keep them out. */
export function SessionsPanel({ person }: { person: Person }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const mayBlock = useCan('USER_BLOCK') && person.blockedAt === null;
  const [blocking, setBlocking] = useState(false);
  const queryKey = ['users', 'sessions', person.id];
  const path = { id: person.id };
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET('/users/{id}/sessions', { params: { path }, signal }))).sessions,
  });
  const end = useMutation({
    mutationFn: (sessionId: string | undefined) =>
      done(
        sessionId === undefined
          ? api.DELETE('/users/{id}/sessions', { params: { path } })
          : api.DELETE('/users/{id}/sessions/{sessionId}', { params: { path: { ...path, sessionId } } }),
      ),
    onSuccess: () => notify({ tone: 'success', title: t('admin.users.sessions.ended') }),
    onError: (cause) => {
      const problem = asProblem(cause);
      // Somebody, or age, was quicker: the list that follows says so.
      if (problem.status === 404) return;
      notify({ tone: 'danger', title: t('profile.sessions.failed'), text: problemText(problem, t) });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <Panel
      title={t('admin.users.sessions.title')}
      actions={
        mayBlock && (
          <Button
            size="sm"
            variant="secondary"
            icon={<Lock aria-hidden="true" size={17} />}
            onClick={() => setBlocking(true)}
          >
            {t('admin.users.block.block')}
          </Button>
        )
      }
    >
      {data ? (
        <>
          {data.length === 0 && <p className="text-sm text-muted">{t('admin.users.sessions.none')}</p>}
          <ul className="divide-y divide-line">
            {data.map((session) => (
              <Session
                key={session.id}
                session={session}
                busy={end.isPending && end.variables === session.id}
                onEnd={() => end.mutate(session.id)}
              />
            ))}
          </ul>
          {data.length > 1 && (
            <Button
              size="sm"
              variant="secondary"
              className="mt-3"
              busy={end.isPending && end.variables === undefined}
              onClick={() => end.mutate(undefined)}
            >
              {t('admin.users.sessions.endAll')}
            </Button>
          )}
        </>
      ) : error ? (
        <FailureState heading="h3" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-16" />
      )}
      {blocking && <BlockDialog person={person} onClose={() => setBlocking(false)} />}
    </Panel>
  );
}

function Session({ session, busy, onEnd }: { session: OpenSession; busy: boolean; onEnd: () => void }) {
  const { t } = useTranslation();
  const { browser, system } = deviceOf(session.userAgent);
  const name =
    browser && system
      ? t('profile.sessions.device', { browser, system })
      : browser || system || t('profile.sessions.unknown');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
      <div className="min-w-0 grow basis-52">
        <bdi className="font-medium">{name}</bdi>
        <p className="figures flex flex-wrap gap-x-4 text-muted">
          <span>{t('profile.sessions.used', { date: formatDate(session.lastUsedAt, 'instant') })}</span>
          <Code>{session.ip}</Code>
        </p>
      </div>
      <Button size="sm" variant="quiet" busy={busy} onClick={onEnd}>
        {t('profile.sessions.end')} <span className="sr-only">{name}</span>
      </Button>
    </li>
  );
}
