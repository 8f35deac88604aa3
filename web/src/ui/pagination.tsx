import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** Page numbers to show: the ends, the current one and its neighbours; 0 stands for a gap. */
export function pagesToShow(page: number, total: number): number[] {
  const near = [1, page - 1, page, page + 1, total].filter((one) => one >= 1 && one <= total);
  const unique = [...new Set(near)].sort((a, b) => a - b);
  return unique.flatMap((one, index) => {
    const before = unique[index - 1];
    if (before === undefined || one - before === 1) return [one];
    return one - before === 2 ? [one - 1, one] : [0, one];
  });
}

const itemClass =
  'figures grid min-h-11 min-w-11 place-items-center rounded-control px-2 font-medium transition-colors';

/**
 * Pages of a list. `renderLink` makes the link of a page, so that each has an address; it must spread the props
 * it is given.
 */
export function Pagination({
  page,
  totalPages,
  labels,
  renderLink,
  className,
}: {
  page: number;
  totalPages: number;
  labels: { nav: string; previous: string; next: string; page: (page: number) => string };
  renderLink: (
    page: number,
    props: {
      className: string;
      'aria-label': string;
      'aria-current'?: 'page';
      children: ReactNode;
    },
  ) => ReactNode;
  className?: string;
}) {
  if (totalPages < 2) return null;
  const step = (to: number, label: string, icon: ReactNode) =>
    to >= 1 && to <= totalPages ? (
      renderLink(to, {
        className: cn(itemClass, 'hover:bg-sunken'),
        'aria-label': label,
        children: icon,
      })
    ) : (
      <span aria-hidden="true" className={cn(itemClass, 'opacity-35')}>
        {icon}
      </span>
    );
  return (
    <nav aria-label={labels.nav} className={cn('no-print', className)}>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <li>
          {step(page - 1, labels.previous, <ChevronLeft aria-hidden="true" size={20} className="mirror" />)}
        </li>
        {pagesToShow(page, totalPages).map((one, index, all) =>
          one === 0 ? (
            <li key={`gap-${all[index - 1]}`} aria-hidden="true" className={cn(itemClass, 'text-muted')}>
              {'…'}
            </li>
          ) : (
            <li key={one}>
              {renderLink(one, {
                className: cn(itemClass, one === page ? 'bg-majorelle text-on-majorelle' : 'hover:bg-sunken'),
                'aria-label': labels.page(one),
                'aria-current': one === page ? 'page' : undefined,
                children: one,
              })}
            </li>
          ),
        )}
        <li>
          {step(page + 1, labels.next, <ChevronRight aria-hidden="true" size={20} className="mirror" />)}
        </li>
      </ul>
    </nav>
  );
}
