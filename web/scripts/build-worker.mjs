// After `vite build`: makes dist/sw.js, the service worker, which knows the files of this build that the site opens with
// and shows a booking with, and the installed site's description in the other languages.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { build } from 'vite';

const root = new URL('../', import.meta.url).pathname;
const dist = new URL('../dist/', import.meta.url);
const read = (name) => readFile(new URL(name, dist));

const manifest = JSON.parse(await read('.vite/manifest.json'));

/** A chunk with all that it imports at once, and its styles. */
function filesOf(key, found = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`the build has no ${key}`);
  if (found.has(`/${chunk.file}`)) return found;
  found.add(`/${chunk.file}`);
  for (const style of chunk.css ?? []) found.add(`/${style}`);
  for (const next of chunk.imports ?? []) filesOf(next, found);
  return found;
}

/** What opens without a network: the site's frame, my bookings and one booking. */
const opens = [
  'index.html',
  'src/app/app.tsx',
  'src/routes/_site/route.tsx?tsr-split=component',
  'src/routes/_site/_account/my-bookings.tsx?tsr-split=component',
  'src/routes/_site/booking/$bookingId.tsx?tsr-split=component',
];

const languages = ['en', 'fr', 'ar'];
const files = [
  ...opens.reduce((found, key) => filesOf(key, found), new Set()),
  '/boot.js',
  ...languages.map((language) => `/locales/${language}.json`),
  '/fonts/readex-pro-latin.woff2',
  '/fonts/readex-pro-arabic.woff2',
  '/pictures/logo-mark.svg',
  // What stands beside a failure, which without a network is most of what there is.
  '/pictures/flat-tyre.svg',
];

const hash = createHash('sha256').update(await read('index.html'));
for (const file of files) hash.update(file).update(await read(file.slice(1)));

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  define: { FILES: JSON.stringify(files), RELEASE: JSON.stringify(hash.digest('hex').slice(0, 12)) },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2023',
    rolldownOptions: {
      input: `${root}src/worker/worker.ts`,
      output: { entryFileNames: 'sw.js', format: 'iife' },
    },
  },
});

// The name under which a person installs the site, and its shortcuts, are texts of the site like all others.
const installed = JSON.parse(await read('site.webmanifest'));
for (const language of languages) {
  const texts = JSON.parse(await read(`locales/${language}.json`));
  const localized = {
    ...installed,
    name: texts.common.brand,
    short_name: texts.common.brand,
    description: texts.meta.description,
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    shortcuts: [
      { name: texts.nav.myBookings, url: '/my-bookings' },
      { name: texts.bookings.empty.search, url: '/results' },
    ],
  };
  const name = language === 'en' ? 'site.webmanifest' : `site.${language}.webmanifest`;
  await writeFile(new URL(name, dist), JSON.stringify(localized));
}
