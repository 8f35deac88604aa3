import { type ReactNode, useEffect, useRef } from 'react';

/** What the browser carries to the gateway's pay page. */
export interface GatewayLaunch {
  readonly url: string;
  readonly payload: string;
  readonly signature: string;
}

/** How long the redirecting page stays before it leaves (specification section 9). */
export const launchDelay = 1_000;

/**
 * A form that posts `payload` and `signature` to the gateway (specification section 2). Children are its button.
 * With `auto` it leaves by itself after a second. `backTo` is the page that the browser's Back then shows, instead of
 * the form that made the booking.
 */
export function GatewayForm({
  launch,
  auto = false,
  newTab = false,
  backTo,
  className,
  children,
}: {
  launch: GatewayLaunch;
  auto?: boolean;
  newTab?: boolean;
  backTo?: string;
  className?: string;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!auto) return;
    const timer = setTimeout(() => form.current?.requestSubmit(), launchDelay);
    return () => clearTimeout(timer);
  }, [auto]);
  useEffect(() => {
    if (!backTo) return;
    // Coming back may show this very page again as it was left, under the address set below.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [backTo]);
  return (
    <form
      ref={form}
      method="post"
      action={launch.url}
      target={newTab ? '_blank' : undefined}
      rel={newTab ? 'noopener' : undefined}
      className={className}
      onSubmit={() => {
        // The browser's own function: the router's would show the page of the new address while this one leaves.
        if (backTo) History.prototype.replaceState.call(history, history.state, '', backTo);
      }}
    >
      <input type="hidden" name="payload" value={launch.payload} />
      <input type="hidden" name="signature" value={launch.signature} />
      {children}
    </form>
  );
}
