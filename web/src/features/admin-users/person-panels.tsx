import { CalendarDays } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Person } from '@/api/types';
import { DateText } from '@/components/date-text';
import { PanelBoundary } from '@/components/panel-boundary';
import { AdminLink } from '@/crud/admin-link';
import { Panel } from '@/crud/panel';
import { ofPlatform, useCan } from '@/crud/use-can';
import { type SessionUser, useAuth } from '@/stores/auth';
import { buttonClass } from '@/ui/button';
import { Stat } from '@/ui/stat';
import { IdentityPanel } from './identity-panel';
import { SessionsPanel } from './sessions-panel';

/** What stands below the form of an account: the card that it shows, and what is known of it. */
export function PersonPanels({ person, own }: { person: Person; own: (user: SessionUser) => boolean }) {
  const { t } = useTranslation();
  const bookings = useCan('BOOKING_LIST');
  const sessions = useCan('USER_SESSION_MANAGE');
  // One's own are in the settings; those of customers who only rent here are none of a franchise's.
  const within = useAuth(({ user }) => user !== null && user.id !== person.id && own(user));
  // A franchise checks customers; who works there shows the card to the platform.
  const card = useAuth(({ user }) => user !== null && (ofPlatform(user) || person.role === 'CUSTOMER'));
  const { emailVerifiedAt, createdAt } = person;
  return (
    <div className="mt-6 flex max-w-3xl flex-col gap-6">
      {card && <IdentityPanel person={person} />}
      {sessions && within && (
        <PanelBoundary>
          <SessionsPanel person={person} />
        </PanelBoundary>
      )}
      <Panel
        title={t('admin.users.account')}
        actions={
          bookings && (
            <AdminLink
              to="/admin/bookings"
              search={{ userId: person.id }}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              <CalendarDays aria-hidden="true" size={17} />
              {t('admin.sections.bookings')}
            </AdminLink>
          )
        }
      >
        <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <Stat name={t('admin.fields.createdAt')}>
            <DateText value={createdAt} style="instant" />
          </Stat>
          <Stat name={t('admin.users.verified')}>
            {emailVerifiedAt ? <DateText value={emailVerifiedAt} style="instant" /> : t('admin.values.no')}
          </Stat>
        </dl>
      </Panel>
    </div>
  );
}
