#!/usr/bin/env node
// Prints the path of a Chromium that starts on this machine, for the browser tests and the pictures.
//
// It tries, in this order, and takes the first that really shows a page:
//   given   the program that RIHLA_CHROMIUM names
//   system  one that is installed: on PATH, then in the usual places
//   apt     Debian's and Ubuntu's package, when this runs as root
//   npm     the build of @sparticuz/chromium (Linux x64), unpacked into .cache; see tools/chromium
// RIHLA_CHROMIUM_FROM limits the search, "npm" or "system,npm" for example.
//
// Standard output carries the path and nothing else; what is being done goes to standard error.

import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** How long a browser may take to show its first page, in milliseconds; cold disks are slow. */
const startLimit = 60_000;

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

const places = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/usr/lib/chromium',
  '/usr/lib64/chromium-browser',
];

const bundles = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function say(line) {
  process.stderr.write(`chromium: ${line}\n`);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a browser and has it show a page: a program that is there may still lack a library or be a stub. It is asked
 * over the pipe of the DevTools protocol, as the tests do: --dump-dom is not part of every build.
 */
async function works(path) {
  const profile = mkdtempSync(join(tmpdir(), 'rihla-chromium-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'];
  const browser = spawn(path, [...flags, `--user-data-dir=${profile}`, '--remote-debugging-pipe'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: profile },
    detached: true,
  });
  // Its helpers are of its group: they would go on writing into the profile while that is removed.
  const kill = () => {
    try {
      process.kill(-browser.pid, 'SIGKILL');
    } catch {
      // It did not start, or is gone.
    }
  };
  const ended = new Promise((resolve) => browser.once('exit', resolve).once('error', resolve));
  const limit = setTimeout(kill, startLimit);
  const shown = await Promise.race([ended.then(() => false), showsPage(browser.stdio[3], browser.stdio[4])]);
  clearTimeout(limit);
  kill();
  await ended;
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  } catch (error) {
    console.error(`${profile} is left behind: ${error.message}`);
  }
  return shown;
}

/** Opens a page through the DevTools protocol and reads it; messages end with a zero byte. */
async function showsPage(input, output) {
  const answers = new Map();
  let received = '';
  output.setEncoding('utf8').on('data', (chunk) => {
    const messages = (received + chunk).split('\0');
    received = messages.pop();
    for (const { id, result } of messages.map((message) => JSON.parse(message))) answers.get(id)?.(result);
  });
  // A browser that is gone is noticed by its exit.
  for (const pipe of [input, output]) pipe.on('error', () => undefined);
  const call = (method, params, sessionId) =>
    new Promise((resolve) => {
      const id = answers.size + 1;
      answers.set(id, resolve);
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  const page = await call('Target.createTarget', { url: 'data:text/html,<p>rihla</p>' });
  const session = await call('Target.attachToTarget', { ...page, flatten: true });
  const { result } = await call('Runtime.evaluate', { expression: '6 * 7' }, session.sessionId);
  return result.value === 42;
}

function* given() {
  if (process.env.RIHLA_CHROMIUM) yield process.env.RIHLA_CHROMIUM;
}

function* system() {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...places];
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  yield* new Set([...found, ...bundles].filter(isProgram));
}

function* apt() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return;
  say('installing the package chromium');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args) => spawnSync('apt-get', args, { env, stdio: ['ignore', 2, 2] }).status === 0;
  if (run('update') && run('install', '-y', '--no-install-recommends', 'chromium')) yield* system();
}

function* npm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return;
  const folder = join(root, 'tools/chromium');
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const home = join(root, '.cache', `chromium-${dependencies['@sparticuz/chromium']}`);
  if (!existsSync(home) && !unpack(folder, home)) return;
  yield join(home, 'rihla-chromium');
  // Machines without the libraries of a desktop use those that come along.
  yield join(home, 'rihla-chromium-with-libraries');
}

/** Installs the package and leaves its browser in home; false, having said why, when that fails. */
function unpack(folder, home) {
  say('installing the package @sparticuz/chromium');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] }).status !== 0) return false;
  mkdirSync(join(root, '.cache'), { recursive: true });
  // A folder of its own that is renamed when complete: an interrupted or a second run never meets half a browser.
  const making = mkdtempSync(`${home}-`);
  const entry = pathToFileURL(createRequire(join(folder, 'package.json')).resolve('@sparticuz/chromium'));
  // The package unpacks into the temporary folder, and its libraries only where it takes itself to be on AWS Lambda.
  const script = `const { default: c } = await import(${JSON.stringify(entry.href)}); await (c.default ?? c).executablePath()`;
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TMPDIR: making, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
    stdio: ['ignore', 2, 2],
  });
  if (run.status !== 0) {
    rmSync(making, { recursive: true, force: true });
    return false;
  }
  writeFileSync(join(making, 'rihla-chromium'), wrapper(''));
  writeFileSync(join(making, 'rihla-chromium-with-libraries'), wrapper(libraries));
  // Whoever uses this checkout next may be somebody else.
  for (const name of ['.', 'chromium', 'rihla-chromium', 'rihla-chromium-with-libraries']) {
    chmodSync(join(making, name), 0o755);
  }
  try {
    renameSync(making, home);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
  return true;
}

const libraries = 'export LD_LIBRARY_PATH="$here/al2023/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\n';

function wrapper(setting) {
  return `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here/fonts"
${setting}exec "$here/chromium" "$@"
`;
}

const sources = { given, system, apt, npm };

async function find() {
  const wanted = process.env.RIHLA_CHROMIUM_FROM?.split(',') ?? Object.keys(sources);
  for (const [name, source] of Object.entries(sources)) {
    if (!wanted.includes(name)) continue;
    for (const path of source()) {
      if (await works(path)) return path;
      say(`${path} does not start`);
    }
  }
  return undefined;
}

const path = await find();
if (path) {
  process.stdout.write(`${path}\n`);
} else {
  say('no Chromium starts on this machine: install one (Debian: apt-get install chromium) or name it in RIHLA_CHROMIUM.');
  process.exitCode = 1;
}
