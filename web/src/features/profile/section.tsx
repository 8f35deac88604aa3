import { type ReactNode, useId } from 'react';
import { Card } from '@/ui/card';

/** A part of the profile that has an address of its own: `/profile#password`. */
export function Section({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <Card as="section" id={id} aria-labelledby={titleId} className="scroll-mt-20 lg:scroll-mt-6">
      <h2 id={titleId} tabIndex={-1} className="text-lg focus:outline-none">
        {title}
      </h2>
      <p className="mt-1 text-sm text-muted">{lead}</p>
      <div className="mt-5">{children}</div>
    </Card>
  );
}
