import { type ReactNode, useId } from 'react';

/** One question of the booking form. */
export function Section({
  title,
  lead,
  aside,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line pt-7 first:border-t-0 first:pt-0">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {aside}
      </div>
      {lead && <p className="mt-1 text-sm text-muted">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
