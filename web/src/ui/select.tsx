import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldProps } from './field';

/** One choice of a few, with the device's own list: best on a phone with gloves on. Children are options. */
export function Select({
  label,
  hint,
  error,
  aside,
  hideLabel,
  className,
  children,
  ...rest
}: FieldProps & Omit<ComponentProps<'select'>, keyof FieldProps>) {
  return (
    <Field {...{ label, hint, error, aside, hideLabel, className }}>
      {(control) => (
        <span className="relative block">
          <select {...rest} {...control} className={controlClass('appearance-none pe-10')}>
            {children}
          </select>
          <ChevronDown
            aria-hidden="true"
            size={18}
            className="pointer-events-none absolute inset-y-0 end-3 my-auto text-muted"
          />
        </span>
      )}
    </Field>
  );
}
