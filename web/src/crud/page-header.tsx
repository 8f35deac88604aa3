import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '@/components/page-title';
import type { RawSearch } from '@/lib/search-params';
import { AdminLink } from './admin-link';

/** The head of an admin page: a way back, its title, which names the tab too, and what can be done here. */
export function PageHeader({
  title,
  documentTitle,
  lead,
  back,
  children,
}: {
  title: ReactNode;
  /** The title as text, where it is more than that. */
  documentTitle: string;
  lead?: ReactNode;
  back?: { to: string; search?: RawSearch; label: string };
  /** Buttons and links, the main one last. */
  children?: ReactNode;
}) {
  useDocumentTitle(documentTitle);
  return (
    <div>
      {back && (
        <AdminLink
          to={back.to}
          search={back.search}
          className="-ms-1.5 mb-1 inline-flex min-h-8 items-center gap-1 rounded-sm pe-1.5 text-sm text-muted hover:text-ink"
        >
          <ChevronLeft aria-hidden="true" size={18} className="mirror" />
          {back.label}
        </AdminLink>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-xl">{title}</h1>
          {lead && <p className="mt-1 max-w-prose text-sm text-muted">{lead}</p>}
        </div>
        {children && <div className="no-print flex flex-wrap items-center gap-2">{children}</div>}
      </div>
    </div>
  );
}
