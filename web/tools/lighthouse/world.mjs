// Starts the program over two years of a platform: `go run ./bench -serve` loads and serves them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns the address and how to stop it. BENCH names a built bench, WORLD a folder that keeps the database. */
export async function startWorld() {
  const [command, ...first] = process.env.BENCH
    ? [process.env.BENCH]
    : ['go', 'run', '-buildvcs=false', './bench'];
  const world = process.env.WORLD ? ['-data', process.env.WORLD] : [];
  const program = spawn(command, [...first, '-serve', ...world], {
    // A group of its own, so that Ctrl-C reaches this script, which stops it.
    detached: true,
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(program, 'exit');
  const stop = async () => {
    process.kill(-program.pid, 'SIGTERM');
    await ended;
  };
  const address = await new Promise((resolve, reject) => {
    program.once('error', reject);
    program.once('exit', (code) => reject(new Error(`the program ended with ${code}`)));
    createInterface(program.stdout).on('line', (line) => {
      const found = /^rihla: ready on (\S+)$/.exec(line);
      if (found) resolve(found[1]);
    });
  });
  return { address, stop };
}
