/** The software drivers that `.ci/vulkan.mjs` unpacked, and programs of tests run on them, each in a process of its own. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Driver {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A constant of float32 with which a faulty package compiles no shader. */
export const BROKEN = 12345.5;

const list = 'build/vulkan/drivers.json';

export const drivers: readonly Driver[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];

/** Why programs cannot be run on software drivers; false where they are there. */
export const whyNoDriver: string | false =
  drivers.length > 0 ? false : 'no software drivers: node .ci/vulkan.mjs fetches them on Debian';

/** The lines of a program of tests, and how it ended. */
export interface Outcome {
  /** By the name of a test: its lines, each `ok …`, `not ok …` or `says …`. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
  readonly code: number | null;
  readonly errors: string;
}

/** Milliseconds that a program is given: it runs many things, perhaps on a machine at work. */
const LIMIT = 600_000;

/** Runs a program of tests in an environment. */
export function runProgram(
  program: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  flags: readonly string[] = [],
): Outcome {
  const file = fileURLToPath(new URL(`${program}.js`, import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, file, ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: LIMIT,
  });
  const lines = new Map<string, string[]>();
  let under: string[] = [];
  for (const line of stdout.split('\n')) {
    const begun = /^begin (.*)/.exec(line)?.[1];
    if (begun !== undefined) lines.set(begun, (under = []));
    else if (/^(ok|not ok|says) /.test(line)) under.push(line);
  }
  return { lines, code: status, errors: stderr };
}

/** Runs things of `webgpu-program.ts` on a driver. */
export const runOn = (env: Readonly<Record<string, string>>, args: readonly string[], flags: readonly string[] = []): Outcome =>
  runProgram('webgpu-program', env, args, flags);

/** Runs them with `faulty-webgpu.ts` in place of the package `webgpu`. */
export function runFaulty(env: Readonly<Record<string, string>>, args: readonly string[]): Outcome {
  const faulty = JSON.stringify(new URL('faulty-webgpu.js', import.meta.url).href);
  const hook = `export async function resolve(name, context, next) { return name === 'webgpu' && context.parentURL !== ${faulty} ? { url: ${faulty}, shortCircuit: true } : next(name, context); }`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});`;
  return runOn(env, args, ['--import', `data:text/javascript,${encodeURIComponent(register)}`]);
}
