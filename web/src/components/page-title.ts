import { useEffect } from 'react';

const site = 'Rihla';

/**
 * Names the page in the browser's tab, history and for screen readers. Routes whose title never changes name a
 * key in `staticData.title` instead, and the root route calls this for them.
 */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title === '' ? site : `${title} · ${site}`;
  }, [title]);
}

/** Says in a sentence what the page is, as the program does for who does not run this code (docs/being-found.md). */
export function useDescription(description: string | undefined): void {
  useEffect(() => {
    const tag = document.querySelector<HTMLMetaElement>('meta[name="description"]');
    if (tag && description !== undefined) tag.content = description;
  }, [description]);
}
