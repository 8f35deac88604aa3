/**
 * What somebody typed into a form and has not sent yet, so that a reload, or a session that ends meanwhile, loses
 * nothing. It lives with the tab and is given back only to who typed it. Never hand it a password.
 */

/** What the names of all drafts begin with, in the tab's storage. */
export const draftPrefix = 'draft:';

/** Keeps a draft; one without entries is dropped. */
export function keepDraft(name: string, owner: string, values: Readonly<Record<string, string>>): void {
  try {
    if (Object.keys(values).length === 0) sessionStorage.removeItem(draftPrefix + name);
    else sessionStorage.setItem(draftPrefix + name, JSON.stringify({ owner, values }));
  } catch {
    // A browser that refuses storage forgets on reload, nothing else.
  }
}

/** What its owner typed; empty when there is nothing, or it is somebody else's. */
export function readDraft(name: string, owner: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(draftPrefix + name) ?? 'null');
    const { owner: whose, values } = (kept ?? {}) as { owner?: unknown; values?: unknown };
    if (whose !== owner || values === null || typeof values !== 'object') return {};
    return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}

/** Drops every draft: whoever signs out leaves nothing behind. */
export function dropDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing was kept.
  }
}
