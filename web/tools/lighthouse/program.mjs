// Starts the built program with its demo data, on a free port and a fresh data directory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns the program's address and how to stop it. RIHLA_BIN names another program than bin/rihla. */
export async function startProgram() {
  const binary = process.env.RIHLA_BIN ?? join(root, 'bin/rihla');
  if (!existsSync(binary)) throw new Error(`${binary} is missing: build it first (make build)`);
  const data = mkdtempSync(join(tmpdir(), 'rihla-bench-web-'));
  const program = spawn(binary, ['serve'], {
    // A group of its own: Ctrl-C reaches this script, which stops the program.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      RIHLA_DEMO: 'true',
      RIHLA_ADDR: '127.0.0.1:0',
      RIHLA_BASE_URL: '',
      RIHLA_DATABASE_URL: '',
      RIHLA_DATA_DIR: data,
    },
  });
  const ended = once(program, 'exit');
  const stop = async () => {
    program.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  for await (const line of createInterface(program.stdout)) {
    const found = /^rihla: ready on (\S+)$/.exec(line);
    if (found) return { address: found[1], stop };
  }
  await stop();
  throw new Error('the program did not start; `bin/rihla serve` says why');
}
