import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** A small table of figures: the first column names the row, the others are numbers. */
export function PlainTable({
  caption,
  heads,
  rows,
  className,
}: {
  caption: string;
  heads: readonly string[];
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  className?: string;
}) {
  return (
    <div className={cn('overflow-auto rounded-control border border-line', className)}>
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={cn('h-10 px-2 font-medium sm:px-3', index === 0 ? 'text-start' : 'text-end')}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...numbers] }) => (
            <tr key={key} className="h-10 border-t border-line">
              <th scope="row" className="px-2 py-1.5 text-start font-medium sm:px-3">
                {name}
              </th>
              {numbers.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places.
                <td key={index} className="figures px-2 py-1.5 sm:px-3 text-end whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
