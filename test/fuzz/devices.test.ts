/**
 * Random programs that move a few arrays to and fro between devices: in-place writes of wholes and parts, quotients and roots, sums, gathers, scatters,
 * choices, places of extremes, functions, reads at any time, copies and disposals, each placed by the program. Every result has the bits of a machine without accelerators, functions apart, and what the runtime
 * decided is right. MANIPLE_TEST_DRIVER=lavapipe runs them on that driver's GPU alone, in a process with the driver's environment
 * (`devices-on-drivers.test.ts` begins some).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { JsDevice, PlayedAccelerator } from '../../lib/device/index.js';
import type { Figures } from '../../lib/placement/index.js';
import { type Config, createRuntime, defaults, Runtime } from '../../lib/runtime/index.js';
import { readLog, verify } from '../../lib/spy/index.js';
import { onRuntime } from '../support/on-runtime.js';
import { random } from './program.js';

const SEED = Number(process.env.FUZZ_SEED ?? 90_000);
const PROGRAMS = Number(process.env.FUZZ_PROGRAMS ?? 3);
const SHAPES = [[600], [40, 30], [2500], [70, 60]];
const ARRAYS = 5;

/** Functions of which a GPU has forms of its own. */
const FUNCTIONS = [np.exp, np.tanh, np.sin, np.arctan, np.log1p, np.expm1, np.cbrt, np.sinh, np.arcsinh];

/** Times that each program runs: the second time its windows are recorded, from the third on they are replayed. */
const TIMES = 3;

/** What a read gave; `loose`: of a function, which has an error of a unit in the last place on a GPU. */
interface Read {
  readonly values: readonly number[];
  readonly loose: boolean;
}

/** Relative error of a function of float32 on a GPU against the same on the cpu (`ir/OPERATIONS.md`): each is off by less than a unit. */
const LOOSE = 2 ** -22;

const isClose = (a: number, b: number): boolean => Object.is(a, b) || a === b || Math.abs(a - b) <= LOOSE * Math.abs(b);

/** Where two runs differ: the read and the element; null for nowhere. */
function differenceOf(found: readonly Read[], want: readonly Read[]): string | null {
  if (found.length !== want.length) return `${found.length} reads, not ${want.length}`;
  for (const [r, { values, loose }] of want.entries())
    for (const [i, value] of values.entries()) {
      const got = found[r].values[i];
      const same = loose ? isClose(got, value) : Object.is(got, value) || got === value;
      if (!same) return `read ${r}, element ${i}: ${got}, not ${value}`;
    }
  return null;
}

/** Runs the program of a seed; the results of its reads, in order. `weighed`: operations run on the cpu by order, or where they cost least. */
async function run(seed: number, devices: number, weighed = false): Promise<Read[]> {
  const next = random(seed);
  const below = (n: number): number => Math.floor(next() * n);
  const shape = SHAPES[below(SHAPES.length)];
  const size = shape.reduce((a, n) => a * n, 1);
  const fresh = (): np.NDArray => np.asarray(Float32Array.from({ length: size }, () => below(9) - 4)).reshape(shape);
  const arrays = Array.from({ length: ARRAYS }, fresh);
  const results: Promise<Read>[] = [];
  const read = (x: np.NDArray, loose = false): void =>
    void results.push(Promise.resolve(x.data()).then((data) => ({ values: [...data].map(Number), loose })));
  // Drawn for machines without devices, too, so that the program is the same.
  const at = <T>(fn: () => T): T => {
    const device = below(4);
    if (weighed && device > 0) return np.device('auto', fn);
    return devices === 0 ? fn() : np.device(device === 0 ? 'cpu' : `gpu${(device - 1) % devices}`, fn);
  };
  const rows = (): string => {
    const from = below(shape[0] - 1);
    return `${from}:${from + 1 + below(shape[0] - from)}`;
  };
  for (let i = 12 + below(25); i > 0; i--) {
    const [x, y, k] = [arrays[below(ARRAYS)], arrays[below(ARRAYS)], below(ARRAYS)];
    const kind = below(22);
    if (kind < 4) at(() => arrays[k].assign(x.multiply(y).subtract(x).minimum(1000)));
    else if (kind < 6) {
      const part = rows();
      at(() => arrays[k].slice(part).assign(x.slice(part).add(y.slice(part))));
    } else if (kind === 6) arrays[k] = at(() => x.maximum(y).add(1));
    else if (kind === 7) arrays[k] = at(() => x.add(x.max()));
    else if (kind === 8) read(x);
    else if (kind === 9) read(x.slice(rows()));
    else if (kind === 10) np.runtime.flush();
    else if (kind === 11) at(() => arrays[k].assign(x.divide(np.absolute(y).add(0.75)).minimum(1000).maximum(-1000)));
    else if (kind === 12) arrays[k] = at(() => np.sqrt(np.absolute(x)).add(y.mean().minimum(1000)));
    else if (kind === 13) {
      const f = FUNCTIONS[below(FUNCTIONS.length)];
      read(
        at(() => f(x.minimum(8).maximum(-8))),
        true,
      );
    } else if (kind === 14) at(() => arrays[k].assign(np.where(x.greater(y), x, y.multiply(0.5))));
    else if (kind === 15) {
      const places = np.asarray(Int32Array.from({ length: size }, () => below(size)));
      at(() => arrays[k].assign(np.take(x.reshape([size]), places).reshape(shape)));
    } else if (kind === 16) read(at(() => (below(2) === 0 ? x.argmax() : x.argmin({ axis: -1 }))));
    else if (kind === 17) arrays[k] = at(() => x.reshape(shape.toReversed()).T.subtract(y).maximum(-1000).minimum(1000));
    else if (kind === 18) arrays[k] = at(() => x.astype('int32').floorDivide(3).astype('float32'));
    else if (kind === 19) read(at(() => x.sum({ axis: below(2) === 0 ? 0 : -1 })));
    else if (kind === 20) {
      const [few, bins] = [1 + below(size), np.asarray(Int32Array.from({ length: size }, () => below(7)))];
      const heads = Int32Array.from({ length: few }, (_, i) => i);
      const sums = np.zeros(7, { dtype: 'float32' });
      at(() => np.addAt(sums, np.take(bins, heads), np.take(x.reshape([size]), heads)));
      read(sums);
    } else {
      arrays[k].dispose();
      arrays[k] = fresh();
    }
    if (below(10) === 0) await results.at(-1);
  }
  for (const x of arrays) read(x);
  return Promise.all(results);
}

const COMMON = { ...defaults(), tier: 'block', small: 4 << 10, plans: 'kept', inline: false, grain: 1, graphs: 'on' } as const;
const MACHINES: Readonly<Record<string, Partial<Config> & { readonly devices: number }>> = {
  'one accelerator': { procs: 2, played: 1, devices: 1 },
  'two, which reach each other': { procs: 2, played: 2, devices: 2 },
  'two that are full': { procs: 2, played: 2, small: 64, deviceMemory: 120_000, devices: 2 },
  'three, of which two do not': { procs: 1, played: 3, window: 9, devices: 3 },
  'two, and two memories of the host': { procs: 2, played: 2, memories: 2, devices: 2 },
  'two, and a host in JavaScript': { device: 'js', procs: 1, played: 2, fusion: false, devices: 2 },
};

/** Costs of which some of these programs' operations are worth a way to a GPU, and others are not. */
const FIGURES: Figures = {
  host: { launch: 1000, memory: 1, operations: 1 },
  own: { launch: 500, memory: 100, operations: 100 },
  window: 4000,
  up: { start: 1000, bytes: 2 },
  down: { start: 1000, bytes: 2 },
  isMeasured: true,
};

/** A machine of two GPUs with these figures. */
function weighing(spy: string): Runtime {
  const accelerators = [0, 1].map(
    (i) => new PlayedAccelerator(i, new JsDevice(), { figures: FIGURES, wide: i === 1, compiling: i }),
  );
  const config = { ...COMMON, device: 'js', procs: 1, placement: 'measured', spy } as const;
  return new Runtime(config, new JsDevice(), null, { accelerators });
}

const driver = process.env.MANIPLE_TEST_DRIVER ?? '';
const GPU = { procs: 1, device: 'webgpu', deviceLeast: 1, devices: 1 } as const;
const machines = driver === '' ? MACHINES : { [`the GPU of ${driver}`]: GPU };

// The folder of `testdir` is named for the file, which runs twice at once where both tests are asked for.
const folder = mkdtempSync(join(tmpdir(), 'maniple-fuzz-devices-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

for (const [name, { devices, ...config }] of Object.entries(machines)) {
  t.test(name, { timeout: 1_200_000 }, async (t) => {
    t.comment(`seeds ${SEED} to ${SEED + PROGRAMS - 1}; FUZZ_SEED and FUZZ_PROGRAMS choose others`);
    const spy = join(folder, name.replaceAll(/\W/g, '-'));
    const want: Read[][] = [];
    await onRuntime(createRuntime({ ...COMMON, device: 'js', procs: 1 }), async () => {
      for (let p = 0; p < PROGRAMS; p++) want.push(await run(SEED + p, 0));
    });
    await onRuntime(createRuntime({ ...COMMON, ...config, spy }), async (rt) => {
      for (let p = 0; p < PROGRAMS; p++)
        for (let k = 0; k < TIMES; k++)
          t.equal(differenceOf(await run(SEED + p, devices), want[p]), null, `seed ${SEED + p}, time ${k}`);
      t.comment(JSON.stringify(rt.stats().graphs));
      t.ok((rt.stats().graphs?.replays ?? 0) > PROGRAMS || driver !== '', 'windows are replayed');
      if (driver !== '') t.ok((rt.stats().devices?.gpu0 ?? 0) > 10 * PROGRAMS, 'tasks ran on the GPU');
    });
    const { problems, summary } = verify(await readLog(spy));
    t.same(problems, [], JSON.stringify(summary));
  });
}

t.test(
  'two, placed by costs',
  { skip: driver !== '' && 'played GPUs alone have these figures', timeout: 1_200_000 },
  async (t) => {
    t.comment(`seeds ${SEED} to ${SEED + PROGRAMS - 1}; FUZZ_SEED and FUZZ_PROGRAMS choose others`);
    const spy = join(folder, 'costs');
    const want: Read[][] = [];
    await onRuntime(createRuntime({ ...COMMON, device: 'js', procs: 1 }), async () => {
      for (let p = 0; p < PROGRAMS; p++) want.push(await run(SEED + p, 0));
    });
    await onRuntime(weighing(spy), async (rt) => {
      for (let p = 0; p < PROGRAMS; p++)
        for (let k = 0; k < TIMES; k++)
          t.equal(differenceOf(await run(SEED + p, 2, true), want[p]), null, `seed ${SEED + p}, time ${k}`);
      const { devices = {}, stayed = {} } = rt.stats();
      t.ok(devices.gpu0 + devices.gpu1 > 10 * PROGRAMS && stayed.cost > PROGRAMS, JSON.stringify({ devices, stayed }));
    });
    const { problems, summary } = verify(await readLog(spy));
    t.same(problems, [], JSON.stringify(summary));
  },
);
