import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldProps } from './field';

/** Text of several lines; takes the direction of what is typed. */
export function Textarea({
  label,
  hint,
  error,
  aside,
  hideLabel,
  className,
  ...rest
}: FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>) {
  return (
    <Field {...{ label, hint, error, aside, hideLabel, className }}>
      {(control) => (
        <textarea dir="auto" rows={4} {...rest} {...control} className={controlClass('resize-y')} />
      )}
    </Field>
  );
}
