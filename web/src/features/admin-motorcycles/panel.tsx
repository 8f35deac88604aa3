import { type ReactNode, useId } from 'react';

/** A part of a motorcycle's page that is saved by itself, below the form. */
export function Panel({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="mt-6 max-w-3xl rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-base">
          {title}
        </h2>
        {actions}
      </div>
      {lead && <p className="mt-0.5 text-sm text-muted">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
