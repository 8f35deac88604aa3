import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Address of a running `rihla serve`, to which the development server passes the API's paths. */
const api = process.env.RIHLA_BASE_URL ?? 'http://127.0.0.1:8080';

/**
 * First path segments that belong to the API. `bookings` is one, `booking` (a page) is not, hence
 * the word boundary; `motorcycles` also names a page, so a browser asking for HTML gets the site.
 */
const apiPaths =
  '^/(auth|motorcycles|motorcycle-features|supplements|parking-points|franchises|places|bookings|payments|users|media|dashboard|events|audit-log|fleet-calendar|availability-blocks)(/|\\?|$)';

/** The admin area. What its routes say of themselves, their addresses and guards, is part of the router and not meant. */
const ofAdmin = /\/src\/(crud|features\/admin-[^/]+)\/|\/src\/routes\/admin\/.*tsr-split/;

/** What the home page is made of, beside what it shares with others. */
const ofHome = /\/src\/(app\/app|routes\/_site\/(index|route))\.tsx/;

const adminAssets = 'assets/admin/';

/** The pages of the customer's site, and whatever else of it is loaded when asked for, that a module is part of. */
function customerPages(id: string, infoOf: (id: string) => ModuleLinks | null, seen = new Set<string>()) {
  const pages = new Set<string>();
  if (seen.has(id) || ofAdmin.test(id)) return pages;
  seen.add(id);
  const info = infoOf(id);
  if (!info) return pages;
  if (info.isEntry || info.dynamicImporters.length > 0) pages.add(id);
  for (const importer of info.importers) {
    for (const page of customerPages(importer, infoOf, seen)) pages.add(page);
  }
  return pages;
}

interface ModuleLinks {
  readonly isEntry: boolean;
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

/** Fails the build when code of the admin area lies in a chunk that customers load. */
function adminApart(): Plugin {
  return {
    name: 'rihla:admin-apart',
    generateBundle(_options, bundle) {
      const seen = new Set<string>();
      const visit = (file: string) => {
        const chunk = bundle[file];
        if (seen.has(file) || chunk?.type !== 'chunk' || ofAdmin.test(chunk.facadeModuleId ?? '')) return;
        seen.add(file);
        const strangers = chunk.moduleIds.filter((id) => ofAdmin.test(id));
        if (strangers.length > 0)
          this.error(`${file}, which customers load, holds ${strangers.join(', ')} of the admin area`);
        for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next);
      };
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && chunk.isEntry) visit(chunk.fileName);
      }
    },
  };
}

/**
 * Takes each icon from its own file. Through the package's list of them all, whoever needs one of them seems to need every
 * one, and the groups below cannot tell the admin area's from the customer's.
 */
function iconsByFile(): Plugin {
  const list = readFileSync(
    new URL('node_modules/lucide-react/dist/esm/lucide-react.mjs', import.meta.url),
    'utf8',
  );
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of list.matchAll(/export \{(.+)\} from '\.\/icons\/(.+)\.mjs'/g)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file);
  }
  const direct = (wanted: string) => {
    if (wanted.startsWith('type ')) return `import type { ${wanted.slice(5)} } from 'lucide-react';`;
    const [name = '', local = name] = wanted.split(' as ');
    const file = files.get(name);
    if (!file) throw new Error(`lucide-react has no icon ${name}`);
    return `import ${local} from 'lucide-react/icons/${file}';`;
  };
  return {
    name: 'rihla:icons-by-file',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      id.includes('/node_modules/')
        ? undefined
        : code.replaceAll(/import \{([^}]+)\} from 'lucide-react';/g, (_, names: string) =>
            names
              .split(',')
              .map((name) => name.trim())
              .filter(Boolean)
              .map(direct)
              .join(' '),
          ),
  };
}

export default defineConfig({
  plugins: [
    iconsByFile(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/route-tree.gen.ts',
      routeFileIgnorePattern: '\\.test\\.',
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    adminApart(),
  ],
  resolve: {
    tsconfigPaths: true,
    alias: [
      {
        find: /^leaflet$/,
        replacement: new URL('src/features/map/leaflet-parts.js', import.meta.url).pathname,
      },
    ],
  },
  build: {
    outDir: 'dist',
    manifest: true,
    sourcemap: false,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: {
      // Who has no preloading of modules loads them when they are needed.
      polyfill: false,
      // Names of what an admin page needs would stand in the list that every customer loads; it finds them itself.
      resolveDependencies: (file, needed) =>
        file.startsWith(adminAssets) ? needed.filter((one) => one.endsWith('.css')) : needed,
    },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId, moduleIds }) =>
          `${ofAdmin.test(facadeModuleId ?? '') || moduleIds.every((id) => ofAdmin.test(id)) ? adminAssets : 'assets/'}[name]-[hash].js`,
        codeSplitting: {
          // What every page needs travels in a few chunks: as dozens of a few hundred bytes each it compresses worse, and
          // each costs a request, of which a browser has six under way at a time.
          groups: [
            // The entry loads everything else, and so must not need anything else itself.
            { name: 'loader', test: /vite\/preload-helper/, priority: 5 },
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|i18next|use-sync-external-store)\/|src\/(i18n|config)\//,
              priority: 4,
            },
            {
              name: 'site',
              test: /node_modules\/(@tanstack\/(?!query-core\/.*(infinite|mutation))|zustand|openapi-fetch)|src\/(api\/(?!queries)|stores|lib)\//,
              priority: 3,
              minShareCount: 2,
            },
            {
              // Of four of the customer's pages: what the admin area shares with itself is no reason to send it to them.
              name: (id, graph) =>
                customerPages(id, (one) => graph.getModuleInfo(one)).size < 4 ? null : 'shared',
              test: /src\/(ui|components|features\/search|api\/queries)\/|lucide-react/,
              minShareCount: 4,
            },
            {
              // Icons of a few pages; a file for each would cost more than it holds.
              name: (id, graph) => {
                const pages = [...customerPages(id, (one) => graph.getModuleInfo(one))];
                if (pages.length === 0) return null;
                return pages.some((page) => ofHome.test(page)) ? 'shared' : 'icons';
              },
              test: /lucide-react\/dist\/esm\/icons\//,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      [apiPaths]: {
        target: api,
        bypass: (request) =>
          request.method === 'GET' && request.headers.accept?.includes('text/html')
            ? '/index.html'
            : undefined,
      },
    },
  },
});
