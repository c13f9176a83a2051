/**
 * Programs whose arrays have other sizes in each round, so that their windows share plans by extent class: random rounds of operations, with writes
 * in place, results that are held and read in a later round, broadcast rows, gathers, routines, and rounds of few elements or none. The bits are
 * those of the same tasks launched one by one.
 */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { loadAddon } from '../../lib/native/index.js';
import { type Config, createRuntime } from '../../lib/runtime/index.js';
import { SharedPlans } from '../../lib/runtime/plans/shared-plans.js';
import { onRuntime } from '../support/on-runtime.js';
import fc from '../support/seeded.js';
import { runsOf } from '../support/seeds.js';

const ROUNDS = 24;
/** Columns of the matrix: few enough to be a part of the class as they are. */
const COLUMNS = 3;

const DOES = [
  ...(['add', 'multiply', 'subtract', 'where', 'sum', 'center', 'row', 'rows', 'write', 'increment'] as const),
  ...(['gather', 'reverse', 'scan', 'sort', 'part', 'matrix', 'bias', 'product'] as const),
];
interface Step {
  readonly does: (typeof DOES)[number];
  readonly a: number;
  readonly b: number;
}
interface Program {
  readonly steps: readonly Step[];
  /** By round: where its size lies, from 0 to 1, and whether its arrays are of a few elements, or as long as in the round before. */
  readonly sizes: readonly { readonly at: number; readonly how: 'any' | 'few' | 'again' }[];
  /** The result that is held, and read in the next round. */
  readonly held: number;
  readonly flushes: boolean;
}

/** Steps of a few sorts alone: of all sorts together, nearly every program has one that keeps its windows from having a class. */
const steps = fc
  .uniqueArray(fc.constantFrom(...DOES), { minLength: 2, maxLength: 5 })
  .chain((sorts) =>
    fc.array(fc.record({ does: fc.constantFrom(...sorts), a: fc.nat(20), b: fc.nat(20) }), { minLength: 4, maxLength: 12 }),
  );

const programs: fc.Arbitrary<Program> = fc.record({
  steps,
  sizes: fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      how: fc.nat(11).map((n) => (n === 0 ? 'few' : n === 1 ? 'again' : 'any') as 'any' | 'few' | 'again'),
    }),
    { minLength: ROUNDS, maxLength: ROUNDS },
  ),
  held: fc.nat(20),
  flushes: fc.boolean(),
});

/** Vectors of one length and matrices of as many rows, which a round's steps add to. */
interface State {
  readonly vectors: np.NDArray[];
  readonly matrices: np.NDArray[];
  readonly bias: np.NDArray;
}

function doStep({ does, a, b }: Step, { vectors, matrices, bias }: State, order: np.NDArray): void {
  const of = <T>(list: readonly T[], k: number): T => list[k % list.length];
  const [x, y, M] = [of(vectors, a), of(vectors, b), of(matrices, a)];
  if (does === 'add') vectors.push(x.add(y).multiply(0.5));
  else if (does === 'multiply') vectors.push(np.sin(x).multiply(y));
  else if (does === 'subtract') vectors.push(np.subtract(0.25, x));
  else if (does === 'where') vectors.push(np.where(x.greater(y), x, y.negative()));
  else if (does === 'sum') vectors.push(x.add(y.sum().multiply(0.001)));
  else if (does === 'center') vectors.push(x.subtract(x.mean()));
  else if (does === 'row') vectors.push(M.slice(':', b % COLUMNS).multiply(x));
  else if (does === 'rows') vectors.push(M.sum({ axis: 1 }));
  else if (does === 'write') x.assign(y.multiply(0.75));
  else if (does === 'increment') x.addAssign(y);
  else if (does === 'gather') vectors.push(np.take(x, order).add(y));
  else if (does === 'reverse') vectors.push(x.slice('::-1').multiply(y));
  else if (does === 'scan') vectors.push(np.cumsum(x).multiply(0.01));
  else if (does === 'sort') vectors.push(np.sort(x).subtract(y));
  else if (does === 'part') x.slice(':2').assign(0.5);
  else if (does === 'matrix') matrices.push(M.add(of(matrices, b)).multiply(x.slice(':', null)));
  else if (does === 'bias') matrices.push(np.maximum(M.add(bias), 0));
  else matrices.push(M.subtract(M.sum({ axis: 1 }).slice(':', null)));
}

const values = (n: number, by: number): np.NDArray => np.array(Float64Array.from({ length: n }, (_, i) => ((i * by) % 1) - 0.5));

/** The bits of an array. */
const bitsOf = (x: np.NDArray): string => {
  const { buffer, byteOffset, byteLength } = x.dataSync();
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
};

function run({ steps, sizes, held, flushes }: Program, flush: () => void): string {
  const bias = values(COLUMNS, 0.7);
  let text = '';
  let last: np.NDArray | null = null;
  let n = 40;
  sizes.forEach(({ at, how }, round) => {
    if (how === 'few') n = Math.floor(4 * at);
    else if (how === 'any' || n < 4) n = 2100 + Math.floor(1900 * at);
    const state: State = {
      vectors: [values(n, 0.618 + round / 97), values(n, 0.414)],
      matrices: [values(n * COLUMNS, 0.732).reshape([n, COLUMNS])],
      bias,
    };
    const order = np.array(Int32Array.from({ length: n }, (_, i) => (i * 7) % n));
    for (const step of steps) doStep(step, state, order);
    if (flushes) flush();
    const { vectors, matrices } = state;
    text += `${bitsOf(vectors[vectors.length - 1])}\n${matrices[matrices.length - 1].sum().itemSync()}\n`;
    if (last !== null) text += bitsOf(last);
    last = vectors[held % vectors.length];
    if (round === sizes.length - 1) for (const x of [...vectors, ...matrices]) text += bitsOf(x);
  });
  return text;
}

/** A program all of whose windows of many elements are of one class. */
const REGULAR: Program = {
  steps: (['add', 'multiply', 'center', 'increment', 'matrix', 'product', 'rows', 'scan'] as const).map((does, i) => ({
    does,
    a: 2 * i,
    b: i,
  })),
  sizes: Array.from({ length: ROUNDS }, (_, i) => ({ at: (i * 0.618) % 1, how: i === 18 ? 'few' : 'any' })),
  held: 3,
  flushes: false,
};

async function textOf(config: Partial<Config>, program: Program): Promise<string> {
  return onRuntime(createRuntime(config), (rt) => run(program, () => rt.flush()));
}

const CONFIGS: readonly Partial<Config>[] = [
  { device: 'js' },
  ...(loadAddon() === null
    ? []
    : ([
        { device: 'cpu', tier: 'block', procs: 1 },
        { device: 'cpu', tier: 'block', procs: 3, inline: false, grain: 64 },
        { device: 'cpu', tier: 'block', procs: 2, window: 4, clusters: 'prefix' },
        { device: 'cpu', tier: 'block', memories: 2 },
      ] as const)),
];

t.test('bits do not depend on whether plans are shared', async (t) => {
  let resized = 0;
  const { planOf } = SharedPlans.prototype;
  t.teardown(() => {
    SharedPlans.prototype.planOf = planOf;
  });
  SharedPlans.prototype.planOf = function (...args) {
    resized++;
    return planOf.apply(this, args);
  };
  await fc.assert(
    fc.asyncProperty(programs, fc.constantFrom(...CONFIGS), async (program, config) => {
      const want = await textOf({ device: 'js', fusion: false, plans: 'fresh', tracing: 'off' }, program);
      const got = await textOf(config, program);
      if (got !== want) throw new Error(`${JSON.stringify(config)}: other bits`);
    }),
    { numRuns: runsOf(8), examples: CONFIGS.slice(0, 3).map((config) => [REGULAR, config]) },
  );
  t.ok(resized > 20, `${resized} windows had a shared plan`);
});
