import { cn } from '@/lib/cn';

/** A plate, reference, phone number or e-mail: left to right whatever surrounds it. */
export function Code({ children, className }: { children: string; className?: string }) {
  return (
    <bdi dir="ltr" className={cn('figures', className)}>
      {children}
    </bdi>
  );
}
