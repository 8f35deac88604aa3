// Whether the program hands out every file of the build compressed ahead of time and lets browsers keep what never changes.
import { readdir, stat } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';

const texts = new Set(['.js', '.css', '.json', '.svg', '.webmanifest']);
/** Smaller files are sent as they are: the answer is one packet either way. */
const worthwhileBytes = 1024;

export async function checkDelivery(address, dist) {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const faults = [];
  let files = 0;
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(dist, file)}`;
    if (!entry.isFile() || /\/\.|\.(br|gz)$/.test(path) || path === '/index.html') continue;
    files += 1;
    const answer = await fetch(address + path, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } });
    if (!answer.ok) faults.push(`${path}: status ${answer.status}`);
    const { size } = await stat(file);
    if (
      texts.has(extname(path)) &&
      size >= worthwhileBytes &&
      answer.headers.get('content-encoding') !== 'br'
    ) {
      faults.push(`${path}: not compressed`);
    }
    const immutable = answer.headers.get('cache-control')?.includes('immutable');
    if (path.startsWith('/assets/') && !immutable) faults.push(`${path}: may not be kept`);
  }
  return { files, faults };
}
