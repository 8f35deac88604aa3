// Fails when the site's JavaScript outgrows its budget. Sizes are gzip, in kB of 1000 bytes. Reads dist/.vite/manifest.json.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

/** What the most used open peer needs is 496 and 765 kB. */
const budgets = { home: 170, customer: 320 };

const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8'));
const html = await readFile(new URL('index.html', dist), 'utf8');

const sizes = new Map();
async function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(await readFile(new URL(file, dist)), { level: 9 }).length);
  return sizes.get(file);
}

/** Files of a chunk and of all that it imports at once. */
function withStatic(key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  if (chunk.file.endsWith('.js')) found.add(chunk.file);
  for (const next of chunk.imports ?? []) withStatic(next, found);
  return found;
}

/** Like withStatic, and all that may be loaded later; pages of the administration are not the customer's. */
function reachable(key, found = new Set(), seen = new Set()) {
  if (seen.has(key) || /\/(routes\/admin|features\/admin|crud\/)/.test(key)) return found;
  seen.add(key);
  const chunk = manifest[key];
  if (chunk?.file.endsWith('.js')) found.add(chunk.file);
  for (const next of [...(chunk?.imports ?? []), ...(chunk?.dynamicImports ?? [])]) {
    reachable(next, found, seen);
  }
  return found;
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
/** The application itself, which the entry loads beside the texts, and the route files of the home page. */
const isHome = (key) => /src\/app\/app\.tsx|routes\/_site\/(index|route)\.tsx/.test(key);
const named = new Set([...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1]));
const home = new Set(named);
for (const key of Object.keys(manifest).filter(isHome)) withStatic(key, home);
withStatic(entry, home);
const customer = reachable(entry, new Set(named));

let over = false;
for (const [name, files] of Object.entries({ home, customer })) {
  let bytes = 0;
  for (const file of files) bytes += await sizeOf(file);
  const size = bytes / 1000;
  over ||= size > budgets[name];
  console.log(
    `${name.padEnd(9)} ${size.toFixed(1).padStart(6)} kB of ${budgets[name]} kB, ${files.size} files`,
  );
}
if (over) {
  console.error('The site is over its JavaScript budget.');
  process.exit(1);
}
