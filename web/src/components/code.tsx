import { cn } from '@/lib/cn';

/** Arabic letters in a row, of which a plate has one or two: `12345-أ-6`. */
const arabic = /(\p{Script=Arabic}+)/u;

/**
 * A plate, reference, phone number or e-mail: left to right whatever surrounds it. An Arabic letter in it is isolated, or
 * the figures behind it would take its direction and stand before it.
 */
export function Code({ children, className }: { children: string; className?: string }) {
  return (
    <bdi dir="ltr" className={cn('figures', className)}>
      {children.split(arabic).map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a plate never change places.
        index % 2 === 0 ? part : <bdi key={index}>{part}</bdi>,
      )}
    </bdi>
  );
}
