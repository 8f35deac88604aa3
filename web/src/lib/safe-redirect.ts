/**
 * The page to return to after signing in. Only a path of this site counts: `//host`, `/\host`, control
 * characters and full addresses would let a link send a freshly signed-in person elsewhere.
 */
export function safeRedirect(target: string | undefined, fallback = '/'): string {
  if (!target?.startsWith('/') || /^\/[/\\]/.test(target)) return fallback;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these before they read an address.
  if (/[\u0000-\u001f\u007f\\]/.test(target)) return fallback;
  return target.startsWith('/auth/') ? fallback : target;
}
