import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, dataOf } from '@/api/client';
import { asProblem, type Problem } from '@/api/problem';
import type { FleetMotorcycle, LockAccess } from '@/api/types';
import { Code } from '@/components/code';
import { DateText } from '@/components/date-text';
import { FailureState } from '@/components/failure-state';
import { fieldText } from '@/components/form-problem';
import { notify } from '@/components/notify';
import { problemText } from '@/components/problem-text';
import { Panel } from '@/crud/panel';
import { useCan } from '@/crud/use-can';
import { Alert } from '@/ui/alert';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Input } from '@/ui/input';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { Textarea } from '@/ui/textarea';

/** How long an access to service a lock may last, in minutes. */
const durations = [15, 60, 240, 1440] as const;

/** The lock's maker is another company's service: what it says is told, though it did not work. */
function lockProblem(problem: Problem, t: Parameters<typeof problemText>[1]): string {
  return problem.code.startsWith('LOCK') && problem.message !== ''
    ? problem.message
    : problemText(problem, t);
}

/** The smart lock of a motorcycle: how it stands, activated with its code, given up, and serviced. */
export function LockPanel({ row }: { row: FleetMotorcycle }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const mayActivate = useCan('MOTORCYCLE_DEVICE_ACTIVATE');
  const mayDeactivate = useCan('MOTORCYCLE_DEVICE_DEACTIVATE');
  const mayService = useCan('LOCK_ACCESS_CREATE');
  const [leaving, setLeaving] = useState(false);
  const [servicing, setServicing] = useState(false);
  const path = { id: row.id };
  const found = useQuery({
    queryKey: ['motorcycles', 'admin', 'device', row.id],
    enabled: mayActivate,
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET('/motorcycles/{id}/device', { params: { path }, signal }))).device,
  });
  const again = () => client.invalidateQueries({ queryKey: ['motorcycles'] });
  const activate = useMutation({
    mutationFn: (body: { deviceId: string; activationCode: string }) =>
      dataOf(api.POST('/motorcycles/device/activate', { body: { ...body, motorcycleId: row.id } })),
    onSuccess: () => {
      notify({ tone: 'success', title: t('admin.motorcycles.lock.activated') });
      void again();
    },
  });
  const deactivate = useMutation({
    mutationFn: (deviceId: string) =>
      dataOf(api.POST('/motorcycles/device/deactivate', { body: { deviceId } })),
    onSuccess: () => {
      setLeaving(false);
      notify({ tone: 'success', title: t('admin.motorcycles.lock.deactivated') });
      void again();
    },
  });
  if (!mayActivate) return null;
  const device = found.data;
  return (
    <Panel
      className="mt-6 max-w-3xl"
      title={t('admin.motorcycles.lock.title')}
      lead={t('admin.motorcycles.lock.lead')}
      actions={
        found.isSuccess && (
          <Badge tone={device?.isActive ? 'confirmed' : device ? 'waiting' : 'info'}>
            {t(
              device?.isActive
                ? 'admin.motorcycles.lock.active'
                : device
                  ? 'admin.motorcycles.lock.inactive'
                  : 'admin.motorcycles.lock.none',
            )}
          </Badge>
        )
      }
    >
      {found.isPending && <Skeleton className="h-20" />}
      {found.isError && <FailureState error={found.error} onRetry={() => void found.refetch()} />}
      {device?.isActive && (
        <>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4">
            <Fact name={t('admin.motorcycles.lock.device')}>
              <Code>{device.deviceId}</Code>
            </Fact>
            <Fact name={t('admin.motorcycles.model')}>
              <Code>{device.model}</Code>
            </Fact>
            <Fact name={t('admin.motorcycles.lock.firmware')}>
              <Code>{device.firmwareVersion}</Code>
            </Fact>
            <Fact name={t('admin.motorcycles.lock.since')}>
              {device.activatedAt && <DateText value={device.activatedAt} style="instant" />}
            </Fact>
          </dl>
          <div className="mt-4 flex flex-wrap gap-2">
            {mayService && (
              <Button size="sm" variant="secondary" onClick={() => setServicing(true)}>
                {t('admin.motorcycles.lock.service')}
              </Button>
            )}
            {mayDeactivate && (
              <Button size="sm" variant="quiet" onClick={() => setLeaving(true)}>
                {t('admin.motorcycles.lock.deactivate')}
              </Button>
            )}
          </div>
        </>
      )}
      {found.isSuccess && !device?.isActive && (
        <Activation
          key={device?.deviceId}
          deviceId={device?.deviceId ?? ''}
          busy={activate.isPending}
          problem={activate.error && asProblem(activate.error)}
          onSubmit={(body) => activate.mutate(body)}
        />
      )}
      <Dialog
        open={leaving}
        onOpenChange={() => setLeaving(false)}
        title={t('admin.motorcycles.lock.deactivateTitle')}
        description={t('admin.motorcycles.lock.deactivateText')}
        closeLabel={t('common.close')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setLeaving(false)}>
              {t('admin.motorcycles.lock.keep')}
            </Button>
            <Button
              variant="danger"
              busy={deactivate.isPending}
              onClick={() => device && deactivate.mutate(device.deviceId)}
            >
              {t('admin.motorcycles.lock.deactivate')}
            </Button>
          </>
        }
      >
        {deactivate.error && (
          <Alert tone="danger" className="mt-4">
            {lockProblem(asProblem(deactivate.error), t)}
          </Alert>
        )}
      </Dialog>
      {servicing && <ServiceDialog motorcycleId={row.id} onClose={() => setServicing(false)} />}
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 truncate font-medium">{children}</dd>
    </div>
  );
}

/** The lock's name and the code that came with it. The code is sent and not kept here. */
function Activation({
  deviceId,
  busy,
  problem,
  onSubmit,
}: {
  /** What the motorcycle names already. */
  deviceId: string;
  busy: boolean;
  problem: Problem | null;
  onSubmit: (body: { deviceId: string; activationCode: string }) => void;
}) {
  const { t } = useTranslation();
  const [device, setDevice] = useState(deviceId);
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const errorOf = (field: string, value: string) =>
    tried && value.trim() === ''
      ? fieldText(t, 'REQUIRED')
      : problem?.fields.find((one) => one.field === field)?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!busy && device.trim() !== '' && code.trim() !== '')
      onSubmit({ deviceId: device, activationCode: code });
  };
  return (
    <form noValidate aria-label={t('admin.motorcycles.lock.activate')} onSubmit={submit}>
      {problem && problem.fields.length === 0 && (
        <Alert tone="danger" className="mb-4" title={t('admin.motorcycles.lock.failed')}>
          {lockProblem(problem, t)}
        </Alert>
      )}
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <Input
          label={t('admin.motorcycles.lock.device')}
          dir="ltr"
          autoComplete="off"
          maxLength={100}
          value={device}
          error={errorOf('deviceId', device)}
          onChange={({ target }) => setDevice(target.value)}
        />
        <Input
          label={t('admin.motorcycles.lock.code')}
          hint={t('admin.motorcycles.lock.codeHint')}
          dir="ltr"
          autoComplete="off"
          maxLength={100}
          value={code}
          error={errorOf('activationCode', code)}
          onChange={({ target }) => setCode(target.value)}
        />
      </div>
      <Button type="submit" size="sm" className="mt-4" busy={busy}>
        {t('admin.motorcycles.lock.activate')}
      </Button>
    </form>
  );
}

/** An access of one's own to service the lock: handed out once, as it cannot be called back from a phone. */
function ServiceDialog({ motorcycleId, onClose }: { motorcycleId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [minutes, setMinutes] = useState(60);
  const grant = useMutation<LockAccess>({
    mutationFn: async () => {
      const params = { path: { id: motorcycleId } };
      return (await dataOf(api.POST('/motorcycles/{id}/lock/access', { params, body: { minutes } }))).access;
    },
  });
  const access = grant.data;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('admin.motorcycles.lock.service')}
      description={t('admin.motorcycles.lock.serviceText')}
      closeLabel={t('common.close')}
      actions={
        access ? (
          <Button onClick={() => void navigator.clipboard?.writeText(access.accessProfile)}>
            {t('admin.motorcycles.lock.copy')}
          </Button>
        ) : (
          <Button busy={grant.isPending} onClick={() => grant.mutate()}>
            {t('admin.motorcycles.lock.grant')}
          </Button>
        )
      }
    >
      {grant.error && (
        <Alert tone="danger" className="mt-4">
          {lockProblem(asProblem(grant.error), t)}
        </Alert>
      )}
      {access ? (
        <div className="mt-4">
          <Textarea
            readOnly
            dir="ltr"
            rows={4}
            label={t('admin.motorcycles.lock.profile')}
            value={access.accessProfile}
            onFocus={({ target }) => target.select()}
          />
          <p role="status" className="mt-2 text-sm text-muted">
            {t('admin.motorcycles.lock.until')} <DateText value={access.validUntil} style="moment" />
          </p>
        </div>
      ) : (
        <Select
          className="mt-4"
          label={t('admin.motorcycles.lock.lasts')}
          value={minutes}
          onChange={({ target }) => setMinutes(Number(target.value))}
        >
          {durations.map((one) => (
            <option key={one} value={one}>
              {one < 60
                ? t('admin.motorcycles.lock.minutes', { count: one })
                : t('admin.motorcycles.lock.hours', { count: one / 60 })}
            </option>
          ))}
        </Select>
      )}
    </Dialog>
  );
}
