/**
 * Programs of `bench/app` on a GPU, every operation that it can run (`--deviceLeast 1`), beside emitted JavaScript: some of them, or, with
 * MANIPLE_TEST_PROGRAMS=all, each. Programs in float64 stay on the cpu for it, which is printed.
 */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { drivers, whyNoDriver } from '../support/vulkan.js';

const run = promisify(execFile);

/** Sizes of programs for which the usual one is none. */
const SIZES: Readonly<Record<string, number>> = {
  'black-scholes': 100,
  'channel-flow': 24,
  chain: 100,
  'fourier-2d': 8,
  fourier: 32,
  'linear-solve': 1,
  'logistic-regression': 300,
  lulesh: 3,
  multigrid: 15,
  'nas-mg': 16,
  qr: 1,
  scattering: 8,
  sort: 100,
  unique: 100,
};
const USUAL = 12;
/** Modules that others share, a program on memories of its own, and one that holds its result against itself with float64's bound. */
const LEFT_OUT = ['contractions', 'dense', 'krylov', 'orders', 'updates', 'matmul-on-two', 'flash-attention'];
/** Programs of many large kernels, which SwiftShader compiles for minutes. */
const SLOW = ['lulesh', 'vadv'];

const FEW = ['black-scholes', 'jacobi', 'stencil5', 'kmeans', 'mandelbrot', 'chain'];
const isAll = process.env.MANIPLE_TEST_PROGRAMS === 'all';

/** Of float32 over some thousand steps; functions differ by a unit in the last place, and sums of products by their order. */
const TOLERANCE = 2e-4;

const names = readdirSync(fileURLToPath(new URL('../../bench/app', import.meta.url)))
  .flatMap((file) => /^([\w-]+)\.js$/.exec(file)?.[1] ?? [])
  .filter((name) => !LEFT_OUT.includes(name));

interface Ran {
  readonly result: readonly number[];
  readonly devices: Readonly<Record<string, number>>;
  readonly stayed: Readonly<Record<string, number>>;
}

async function ran(name: string, config: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const program = fileURLToPath(new URL('../support/bench-on-device.js', import.meta.url));
  const { stdout } = await run(process.execPath, [program, name, String(SIZES[name] ?? USUAL)], {
    env: { ...process.env, ...env, MANIPLE_CONFIG: config },
    timeout: 300_000,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Ran;
}

const driver = drivers.filter(({ name }) => isAll || name === 'lavapipe');

t.test('programs with a GPU', { skip: whyNoDriver, timeout: 3_600_000 }, async (t) => {
  t.equal(FEW.filter((name) => !names.includes(name)).join(), '', 'programs are there');
  for (const name of isAll ? names : FEW) {
    t.test(name, { timeout: 600_000 }, async (t) => {
      const want = await ran(name, '--device js --procs 1 --dtype float32');
      for (const { name: on, env } of driver.filter((of) => of.name === 'lavapipe' || !SLOW.includes(name))) {
        const { result, devices, stayed } = await ran(name, '--device webgpu --procs 1 --dtype float32 --deviceLeast 1', env);
        const largest = Math.max(...want.result.map(Math.abs));
        const same = (x: number, k: number): boolean =>
          Object.is(x, want.result[k]) || Math.abs(x - want.result[k]) <= TOLERANCE * largest;
        t.equal(result.length, want.result.length);
        t.ok(result.every(same), `on ${on}: ${result}, not ${want.result}`);
        if (FEW.includes(name)) t.ok((devices.gpu0 ?? 0) > 0, 'tasks ran there');
        t.comment(`${name} on ${on}: tasks by device ${JSON.stringify(devices)}, on the cpu for ${JSON.stringify(stayed)}`);
      }
    });
  }
});
