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

/** Runs `webgpu-program.ts` on a driver; gives its lines, its exit code, and what it wrote of errors. */
export function runOn(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  flags: readonly string[] = [],
): { lines: string[]; code: number | null; errors: string } {
  const program = fileURLToPath(new URL('webgpu-program.js', import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, program, ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 100_000,
  });
  return { lines: stdout.split('\n').filter((line) => /^(ok|not ok|says) /.test(line)), code: status, errors: stderr };
}

/** Runs it with a fault in the package `webgpu` (`faulty-webgpu.ts`): what is told of that fault, unless `args` ask for something else. */
export function runFaulty(
  env: Readonly<Record<string, string>>,
  fault: string,
  args: readonly string[] = ['faulty', fault],
): ReturnType<typeof runOn> {
  const faulty = JSON.stringify(new URL('faulty-webgpu.js', import.meta.url).href);
  const hook = `export async function resolve(name, context, next) { return name === 'webgpu' && context.parentURL !== ${faulty} ? { url: ${faulty}, shortCircuit: true } : next(name, context); }`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});`;
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(register)}`];
  return runOn({ ...env, MANIPLE_TEST_FAULT: fault }, args, flags);
}
