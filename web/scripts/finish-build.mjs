// After `vite build`: writes a .br and a .gz beside every text file that gains from it, for the server to
// send as they are, and puts back the file that keeps the folder in a fresh checkout.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url).pathname;
const texts = new Set(['.js', '.css', '.html', '.json', '.svg', '.txt', '.webmanifest']);
/** Below this the answer fits one packet either way. */
const worthwhileBytes = 1024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function compress(path) {
  const content = await readFile(path);
  // The page itself is completed by the server on its way out, so a compressed copy would be of no use.
  if (content.length < worthwhileBytes || path === join(dist, 'index.html')) return;
  const [brotli, gzipped] = await Promise.all([
    toBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    toGzip(content, { level: 9 }),
  ]);
  if (brotli.length < content.length) await writeFile(`${path}.br`, brotli);
  if (gzipped.length < content.length) await writeFile(`${path}.gz`, gzipped);
}

// The code that the page names is of low priority too: what it begins with, styles and a picture, must not wait for it.
const index = join(dist, 'index.html');
const page = await readFile(index, 'utf8');
await writeFile(
  index,
  page.replaceAll(
    /<(script type="module"|link rel="modulepreload") crossorigin /g,
    '<$1 crossorigin fetchpriority="low" ',
  ),
);

const entries = await readdir(dist, { recursive: true, withFileTypes: true });
const files = entries
  .filter((entry) => entry.isFile() && texts.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath, entry.name));
for (const file of files) await compress(file);
await writeFile(join(dist, '.gitkeep'), '');
