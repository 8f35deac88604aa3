import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** How long the first start may take, its database and its demo data included, and how long stopping. */
const startLimit = 120_000;
const stopLimit = 30_000;

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Starts the built program on a port and a data directory of its own, and returns how to stop it. Sets RIHLA_E2E_URL,
 * its address, and RIHLA_E2E_CLAIMS, a folder that the tests share. RIHLA_BIN names another program than bin/rihla.
 */
export default async function startProgram(): Promise<() => Promise<void>> {
  const binary = process.env.RIHLA_BIN ?? join(root, 'bin/rihla');
  if (!existsSync(binary)) throw new Error(`${binary} is missing: build it first (make build)`);
  const home = mkdtempSync(join(tmpdir(), 'rihla-e2e-'));
  const data = join(home, 'data');
  const claims = join(home, 'claims');
  mkdirSync(claims);
  const results = fileURLToPath(new URL('../../test-results', import.meta.url));
  mkdirSync(results, { recursive: true });

  const program = spawn(binary, ['serve'], {
    // A group of its own: Ctrl-C reaches the tests, and they stop the program.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      RIHLA_DEMO: 'true',
      RIHLA_ADDR: '127.0.0.1:0',
      RIHLA_BASE_URL: '',
      RIHLA_DATABASE_URL: '',
      RIHLA_DATA_DIR: data,
      // A lost callback is asked for at the next reconciliation.
      RIHLA_RECONCILE_AFTER: '2s',
      RIHLA_SIGN_INS_PER_MINUTE: '0',
    },
  });
  program.stderr.pipe(createWriteStream(join(results, 'program.log')));
  try {
    process.env.RIHLA_E2E_URL = await address(program);
  } catch (error) {
    await stop(program, data);
    throw new Error('the program did not start; web/test-results/program.log says why', { cause: error });
  }
  process.env.RIHLA_E2E_CLAIMS = claims;
  return async () => {
    await stop(program, data);
    rmSync(home, { recursive: true, force: true });
  };
}

/** Waits for the line that says where the program is ready. */
function address(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`not ready after ${startLimit} ms`)), startLimit);
    program.once('error', reject);
    program.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    if (!program.stdout) return reject(new Error('its output cannot be read'));
    createInterface(program.stdout).on('line', (line) => {
      const found = /^rihla: ready on (\S+)$/.exec(line);
      if (!found) return;
      clearTimeout(limit);
      resolve(found[1] ?? '');
    });
  });
}

/** Ends the program as an operator would, and checks that it and its database are gone. */
async function stop(program: ChildProcess, data: string): Promise<void> {
  if (program.exitCode === null && program.signalCode === null) {
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    const limit = setTimeout(() => program.kill('SIGKILL'), stopLimit);
    await ended;
    clearTimeout(limit);
  }
  if (program.exitCode !== 0)
    throw new Error(`the program ended with ${program.exitCode ?? program.signalCode}`);
  if (existsSync(join(data, 'postgres/data/postmaster.pid')))
    throw new Error(`a database still runs in ${data}`);
}
