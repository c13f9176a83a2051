/** Runs the command line as users do, the packed one (`dist/pack`), in a process of its own: programs import `maniple`. */
import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Outcome {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

const main = fileURLToPath(new URL('../../pack/cli/main.cjs', import.meta.url));

/** `maniple …`, with these settings in the environment; Node's warnings, that of an absent addon among them, are not shown. */
export function maniple(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env: { ...process.env, NODE_NO_WARNINGS: '1', ...env } }, (error, out, err) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ status, out, err });
    });
  });
}

/** `maniple …` whose reader goes away at once: the exit status, and what it said of it. */
export function manipleUnread(args: readonly string[]): Promise<{ status: number | null; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [main, ...args], {
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let err = '';
    child.stderr.on('data', (text) => (err += text));
    child.on('close', (status) => resolve({ status, err }));
  });
}
