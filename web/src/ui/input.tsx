import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { controlClass, Field, type FieldProps } from './field';

/** A one-line text input. `end` sits inside its far edge, such as a unit or a button. */
export function Input({
  label,
  hint,
  error,
  aside,
  hideLabel,
  className,
  end,
  ...rest
}: FieldProps & { end?: ReactNode } & Omit<ComponentProps<'input'>, keyof FieldProps>) {
  return (
    <Field {...{ label, hint, error, aside, hideLabel, className }}>
      {(control) => (
        // The far edge is the one that what is typed runs towards.
        <span dir={rest.dir === 'auto' ? undefined : rest.dir} className="relative block">
          <input {...rest} {...control} className={controlClass(cn(end != null && 'pe-12'))} />
          {end != null && (
            <span className="absolute inset-y-0 end-0 grid w-12 place-items-center">{end}</span>
          )}
        </span>
      )}
    </Field>
  );
}
