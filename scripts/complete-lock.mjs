// Writes into a package-lock.json the binaries of other platforms that npm left out of it.
//
// A package such as vite brings one optional package a platform. When a registry does not serve the one of some other
// platform, npm leaves it out of the lock and `npm ci` then refuses the lock as incomplete, everywhere. Only name,
// version and platform are needed for `npm ci` to pass over it. Run after every `npm install`:
//
//     node scripts/complete-lock.mjs web/package-lock.json
import { readFileSync, writeFileSync } from 'node:fs';

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** The platform that a package is for, read off its name; undefined when the name tells none. */
function platform(name) {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  if (cpu.length === 0 && os.length === 0) return undefined;
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : words.some((word) => word.startsWith('gnu')) ? ['glibc'] : [];
  return { ...(os.length && { os }), ...(cpu.length && { cpu }), ...(libc.length && os.includes('linux') && { libc }) };
}

for (const file of process.argv.slice(2)) {
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  let added = 0;
  for (const owner of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
      const place = `node_modules/${name}`;
      const known = platform(name);
      if (lock.packages[place] || !known || !/^\d/.test(version)) continue;
      lock.packages[place] = { version, ...known, ...(owner.dev && { dev: true }), optional: true };
      added += 1;
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${file}: ${added} packages of other platforms added`);
}
