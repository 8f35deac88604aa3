import { type ReactNode, useRef } from 'react';
import { buttonClass } from '@/ui/button';

/** A button that has files chosen. */
export function FileButton({
  label,
  kinds,
  multiple = false,
  onChoose,
  children,
}: {
  /** What the files are, for who does not see the button. */
  label: string;
  kinds: readonly string[];
  multiple?: boolean;
  onChoose: (files: readonly File[]) => void;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={buttonClass({ size: 'sm', variant: 'secondary' })}
        onClick={() => input.current?.click()}
      >
        {children}
      </button>
      <input
        ref={input}
        hidden
        type="file"
        multiple={multiple}
        aria-label={label}
        accept={kinds.join()}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])]);
          // The same file again is a choice too.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
