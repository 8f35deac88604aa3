import { useLocation, useRouter } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logout } from '@/api/queries/auth';
import { AdminLink } from '@/crud/admin-link';
import { hasUnsaved, LeaveDialog } from '@/crud/leave-guard';
import { holds } from '@/crud/use-can';
import { useAuth } from '@/stores/auth';
import { type Section, sectionOf, sections } from './sections';

const entryClass =
  'flex min-h-10 w-full items-center gap-2.5 rounded-control px-2.5 py-1.5 text-start text-sm text-muted hover:bg-sunken hover:text-ink ' +
  'aria-[current]:bg-majorelle-tint aria-[current]:font-medium aria-[current]:text-majorelle';

/** The sections that the person may enter. */
export function useSections(): readonly Section[] {
  const { routesByPath } = useRouter();
  const user = useAuth((session) => session.user);
  return sections.filter(
    ({ key, permissions }) =>
      holds(user, ...permissions) && (`/admin/${key}/` in routesByPath || `/admin/${key}` in routesByPath),
  );
}

/** The way out. What is not saved is lost with the session, so it is asked about first. */
function Logout() {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className={entryClass}
        onClick={() => (hasUnsaved() ? setAsking(true) : void logout())}
      >
        <LogOut aria-hidden="true" size={18} className="mirror shrink-0" />
        {t('nav.logout')}
      </button>
      <LeaveDialog
        open={asking}
        title={t('admin.leave.logoutTitle')}
        onStay={() => setAsking(false)}
        onDiscard={() => void logout()}
      />
    </>
  );
}

/** The sidebar: sections by permission (specification section 6), and the way out. */
export function AdminNav({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation();
  const own = useSections();
  const here = sectionOf(useLocation({ select: ({ pathname }) => pathname }))?.key;
  return (
    <>
      <nav aria-label={t('nav.main')}>
        <ul className="flex flex-col gap-0.5">
          {own.map(({ key, label, icon: Icon }) => (
            <li key={key}>
              <AdminLink
                to={`/admin/${key}`}
                aria-current={key === here ? 'page' : undefined}
                className={entryClass}
                onClick={onChoose}
              >
                <Icon aria-hidden="true" size={18} className="shrink-0" />
                {t(label)}
              </AdminLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-3 border-t border-line pt-3">
        <Logout />
      </div>
    </>
  );
}
