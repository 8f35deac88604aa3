import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Input } from '@/ui/input';

/** How long typing rests before it counts. */
const pause = 300;

/**
 * An input whose value lives elsewhere, in an address: what is typed stands at once and counts after a moment, on Enter
 * and on leaving. What changes elsewhere meanwhile, by going back, replaces it.
 */
export function DraftInput({
  value,
  onSettle,
  clean = (typed) => typed,
  ...rest
}: {
  value: string;
  onSettle: (value: string) => void;
  /** What counts of what is typed; undefined while it is not whole yet. */
  clean?: (typed: string) => string | undefined;
} & Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'defaultValue'>) {
  const [typed, setTyped] = useState<string>();
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    clearTimeout(timer.current);
    setTyped(undefined);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const settle = (text: string) => {
    clearTimeout(timer.current);
    const whole = clean(text);
    if (whole === undefined || whole === sent.current) return;
    sent.current = whole;
    onSettle(whole);
  };
  return (
    <Input
      {...rest}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => settle(target.value), pause);
      }}
      onBlur={({ target }) => settle(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle(event.currentTarget.value);
      }}
    />
  );
}
