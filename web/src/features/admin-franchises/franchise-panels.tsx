import { useTranslation } from 'react-i18next';
import type { AdministeredFranchise } from '@/api/types';
import { PanelBoundary } from '@/components/panel-boundary';
import { Panel } from '@/crud/panel';
import { ofPlatform, useCan } from '@/crud/use-can';
import { formatNumber } from '@/i18n/format';
import { useAuth } from '@/stores/auth';
import { Stat } from '@/ui/stat';
import { FinancialsPanel } from './financials-panel';
import { ShareCell } from './franchise-cells';
import { StaffPanel } from './staff-panel';
import { StatementsPanel } from './statements-panel';

/** What stands below the form of a franchise: its terms for those who cannot change them, its people and its money. */
export function FranchisePanels({ franchise }: { franchise: AdministeredFranchise }) {
  const platform = useAuth(({ user }) => user !== null && ofPlatform(user));
  const people = useCan('USER_LIST');
  const money = useCan('FRANCHISE_FINANCIALS');
  return (
    <div className="mt-6 flex max-w-3xl flex-col gap-6">
      {!platform && <TermsPanel franchise={franchise} />}
      {people && (
        <PanelBoundary>
          <StaffPanel franchise={franchise} />
        </PanelBoundary>
      )}
      {money && (
        <PanelBoundary>
          <FinancialsPanel franchise={franchise} />
          <StatementsPanel franchise={franchise} />
        </PanelBoundary>
      )}
    </div>
  );
}

/** What the platform has agreed with a franchise, for the franchise to read. */
function TermsPanel({ franchise }: { franchise: AdministeredFranchise }) {
  const { t } = useTranslation();
  const { platformSettings: usual } = franchise;
  const minutes = (value: number) => t('admin.values.minutesOf', { value: formatNumber(value) });
  const hours = (value: number) => t('admin.values.hoursOf', { value: formatNumber(value) });
  return (
    <Panel title={t('admin.franchises.terms')}>
      <p className="text-sm text-muted">{t('admin.franchises.termsLead')}</p>
      <dl className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Stat name={t('admin.franchises.commission')}>
          <ShareCell share={franchise.commissionRate} />
        </Stat>
        <Stat name={t('admin.franchises.turnaround')}>{minutes(franchise.turnaroundMinutes)}</Stat>
        <Stat name={t('admin.franchises.grace')}>
          {minutes(franchise.graceMinutes ?? usual.graceMinutes)}
        </Stat>
        <Stat name={t('admin.franchises.holdAutonom')}>
          {minutes(franchise.holdAutonomMinutes ?? usual.holdAutonomMinutes)}
        </Stat>
        <Stat name={t('admin.franchises.holdDelivery')}>
          {minutes(franchise.holdDeliveryMinutes ?? usual.holdDeliveryMinutes)}
        </Stat>
        <Stat name={t('admin.franchises.fullRefundBefore')}>{hours(franchise.fullRefundHours)}</Stat>
        <Stat name={t('admin.franchises.partialRefundBefore')}>
          {hours(franchise.partialRefundHours)}
          {' · '}
          <ShareCell share={franchise.partialRefundPercent / 100} />
        </Stat>
      </dl>
    </Panel>
  );
}
