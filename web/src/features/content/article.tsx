import type { ReactNode } from 'react';

/** A page of reading: a title, a sentence, then short sections. */
export function Article({
  title,
  lead,
  sections,
  children,
}: {
  title: string;
  lead: string;
  sections: ReadonlyArray<{ title: string; text: string }>;
  children?: ReactNode;
}) {
  return (
    <article className="page py-10 sm:py-14">
      <div className="mx-auto max-w-prose">
        <h1 className="text-3xl sm:text-4xl">{title}</h1>
        <p className="mt-4 text-lg text-muted">{lead}</p>
        {sections.map((section) => (
          <section key={section.title} className="mt-9">
            <h2 className="text-xl">{section.title}</h2>
            <p className="mt-2">{section.text}</p>
          </section>
        ))}
        {children}
      </div>
    </article>
  );
}
