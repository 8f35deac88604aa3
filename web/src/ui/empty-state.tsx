import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** Where nothing is yet, or nothing fits: a picture, the reason, and the next step. */
export function EmptyState({
  picture,
  title,
  text,
  heading: Heading = 'h2',
  className,
  children,
}: {
  /** Address of a drawing, such as `/pictures/empty-road.svg`. */
  picture?: string;
  title: ReactNode;
  text?: ReactNode;
  heading?: 'h1' | 'h2' | 'h3';
  className?: string;
  /** Buttons. */
  children?: ReactNode;
}) {
  return (
    <div
      className={cn(
        'zellige flex flex-col items-center overflow-hidden rounded-card bg-sunken px-6 py-12 text-center',
        className,
      )}
    >
      {picture && (
        <img src={picture} alt="" width="320" height="240" className="mb-4 h-auto w-56 max-w-full" />
      )}
      <Heading tabIndex={Heading === 'h1' ? -1 : undefined} className="text-xl font-semibold">
        {title}
      </Heading>
      {text && <p className="mt-2 max-w-md text-muted">{text}</p>}
      {children && <div className="mt-6 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}
