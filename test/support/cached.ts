/** Programs in processes of their own that compile kernels, for tests of what is kept between processes. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { candidates } from '../../lib/compile/toolchain/find.js';

/** How a process ended, and what it printed. */
export interface Ended {
  readonly status: number | string;
  readonly out: string;
  readonly err: string;
}

const at = (path: string): string => JSON.stringify(new URL(`../../pack/${path}`, import.meta.url).href);

/** Imports that the text of a program may use: `plus(c)` is a kernel, a different one for each c. */
const PRELUDE = `
  import * as np from ${at('array/index.js')};
  import { compileNative, compileSource, nativeStats } from ${at('compile/index.js')};
  import { elementwise } from ${at('ir/index.js')};
  import { float64 } from ${at('dtype/index.js')};
  const plus = (c) => elementwise(1, [float64], float64, (b, x) => b.add(x, b.const(c, float64)));
`;

/** Runs a program, with these settings in the environment and these flags of Node, in a folder. Never rejects. */
export function runProgram(
  text: string,
  env: NodeJS.ProcessEnv,
  flags: readonly string[] = [],
  cwd: string = process.cwd(),
): Promise<Ended> {
  return new Promise((resolve) => {
    const args = [...flags, '--input-type=module', '-e', PRELUDE + text];
    execFile(process.execPath, args, { cwd, env: { ...process.env, NODE_OPTIONS: '', ...env } }, (error, stdout, stderr) => {
      const status = error === null ? 0 : (error.code ?? error.signal ?? 'lost');
      resolve({ status, out: stdout.trim(), err: stderr });
    });
  });
}

/** A script in place of the compiler, which answers questions as the real one does and then runs `body`. */
export function fakeCompiler(folder: string, body: string): string {
  const path = join(folder, 'fake-cc');
  const real = candidates()[0].command.join(' ');
  writeFileSync(path, `#!/bin/sh\nreal='${real}'\ncase "$*" in *-dM*) exec $real "$@";; esac\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** A text that computes eight numbers by as many kernels, and prints them with the counts of files; see `checkNumbers`. */
export const NUMBERS = `
  process.on('warning', () => {});
  const x = np.arange(100).add(1);
  const ops = ['add', 'subtract', 'multiply', 'divide'];
  const numbers = [];
  for (const first of ops) {
    const y = x[first](3);
    numbers.push(y.maximum(1).sum().itemSync(), y.minimum(50).sum().itemSync());
  }
  const { fromDisk, refused, compiled } = nativeStats();
  console.log(JSON.stringify({ numbers, fromDisk, refused, compiled }));
`;

export interface Counts {
  readonly fromDisk: number;
  readonly refused: number;
  readonly compiled: number;
}

/** What a process that ran `NUMBERS` counted. Throws when it crashed or printed a wrong number. */
export function checkNumbers({ status, out, err }: Ended): Counts {
  assert.equal(status, 0, err);
  const { numbers, ...counts } = JSON.parse(out) as Counts & { numbers: number[] };
  const expected = expectedNumbers();
  assert.equal(numbers.length, expected.length);
  expected.forEach((right, k) => assert.ok(Math.abs(numbers[k] - right) <= 1e-12 * right, `number ${k}: ${numbers[k]}`));
  return counts;
}

function expectedNumbers(): number[] {
  const ops = [(x: number) => x + 3, (x: number) => x - 3, (x: number) => x * 3, (x: number) => x / 3];
  const total = (f: (x: number) => number): number => Array.from({ length: 100 }, (_, k) => f(k + 1)).reduce((a, b) => a + b);
  return ops.flatMap((op) => [total((x) => Math.max(op(x), 1)), total((x) => Math.min(op(x), 50))]);
}
