import { type ReactNode, useEffect, useId, useRef } from 'react';
import { LanguageSwitch } from '@/features/shell/language-switch';
import { Logo } from '@/features/shell/logo';

/**
 * A sign-in page: the form first, and on a wide screen a doorway to the road beside it. A page that goes on to say how
 * something ended names its `step`: another step moves reading to the title, with what is said below it.
 */
export function AuthLayout({
  title,
  lead,
  aside,
  step,
  children,
}: {
  title: string;
  lead: ReactNode;
  aside: string;
  step?: string;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  const leadId = useId();
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,0.85fr)]">
      <main className="flex flex-col px-4 py-4 sm:px-8">
        <div className="flex items-center justify-between">
          <Logo />
          <LanguageSwitch />
        </div>
        <div className="mx-auto my-auto w-full max-w-md py-10">
          <h1
            ref={heading}
            tabIndex={-1}
            aria-describedby={step === undefined ? undefined : leadId}
            className="text-3xl"
          >
            {title}
          </h1>
          <p id={leadId} className="mt-2 text-muted">
            {lead}
          </p>
          {children}
        </div>
      </main>
      <aside className="flex flex-col items-center justify-center bg-sunken p-12 max-lg:hidden">
        <div className="arch aspect-[3/4] w-full max-w-88 bg-saffron-tint">
          <img
            src="/pictures/city-marrakech.svg"
            alt=""
            className="h-full w-full object-cover object-[28%_100%]"
          />
        </div>
        <p className="mt-8 max-w-sm text-center text-xl font-light">{aside}</p>
      </aside>
    </div>
  );
}
