import type { HTMLAttributes } from 'react';
import { cn } from '@/lib/cn';

/** A panel on the ground. `sunken` makes a well instead; `pad={false}` leaves the inside to the content. */
export function Card({
  as: Tag = 'div',
  sunken = false,
  pad = true,
  className,
  ...rest
}: {
  as?: 'div' | 'section' | 'article' | 'aside' | 'li';
  sunken?: boolean;
  pad?: boolean;
} & HTMLAttributes<HTMLElement>) {
  return (
    <Tag
      {...rest}
      data-card=""
      className={cn(
        'rounded-card',
        sunken ? 'bg-sunken' : 'border border-line bg-surface shadow-soft',
        pad && 'p-5 sm:p-6',
        className,
      )}
    />
  );
}
