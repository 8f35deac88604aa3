import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';

/** In place of what failed: the reason, a way to try again, and the reference to quote. */
export function ErrorState({
  title,
  text,
  retry,
  reference,
  heading: Heading = 'h2',
  children,
}: {
  title: ReactNode;
  text: ReactNode;
  retry?: { label: string; onClick: () => void };
  reference?: { label: string; value: string } | '';
  heading?: 'h1' | 'h2' | 'h3';
  children?: ReactNode;
}) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center rounded-card border border-line bg-surface px-6 py-10 text-center"
    >
      <img
        src="/pictures/flat-tyre.svg"
        alt=""
        width="320"
        height="240"
        className="mb-4 h-auto w-48 max-w-full"
      />
      <Heading tabIndex={Heading === 'h1' ? -1 : undefined} className="text-xl font-semibold">
        {title}
      </Heading>
      <p className="mt-2 max-w-md text-muted">{text}</p>
      {(retry || children) && (
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          {retry && (
            <Button onClick={retry.onClick} icon={<RotateCcw aria-hidden="true" size={18} />}>
              {retry.label}
            </Button>
          )}
          {children}
        </div>
      )}
      {reference && (
        <p className="mt-6 text-xs text-muted">
          {reference.label} <bdi dir="ltr">{reference.value}</bdi>
        </p>
      )}
    </div>
  );
}
