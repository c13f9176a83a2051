/**
 * Streams of tasks on views that move, long enough for windows to be cut where they are expected: random loop bodies, with rounds that come
 * otherwise now and then. The bits are those of the same tasks launched one by one, on any device, and with errors where there are some.
 */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { loadAddon } from '../../lib/native/index.js';
import { type Config, createRuntime } from '../../lib/runtime/index.js';
import { Tracing } from '../../lib/runtime/issue/tracing.js';
import { onRuntime } from '../support/on-runtime.js';
import fc from '../support/seeded.js';
import { runsOf } from '../support/seeds.js';

const N = 68;
const ROUNDS = 60;
const PASSES = 5;

/** A row or a column of an array, so far behind the round's; `turned`: not as for other parts of the array. */
interface Part {
  readonly of: number;
  readonly turned: boolean;
  readonly behind: number;
}
interface Step {
  readonly does: 'add' | 'multiply' | 'scale' | 'write' | 'writeTo' | 'sum' | 'where' | 'sort' | 'scan' | 'scatter';
  readonly a: Part;
  readonly b: Part;
  readonly by: number;
}
/** A round that comes otherwise: with a step more, less, or at a place that is out of turn. */
interface Odd {
  readonly round: number;
  readonly how: 'twice' | 'without' | 'elsewhere' | 'read' | 'flush' | 'new array';
}
interface Program {
  /** By array: whether its parts are columns. */
  readonly columns: readonly boolean[];
  readonly steps: readonly Step[];
  readonly odd: readonly Odd[];
}

const turned = fc.nat(30).map((n) => n === 0);
const part = fc.record({ of: fc.nat(2), turned, behind: fc.nat(2) });
const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('add', 'multiply', 'scale', 'write', 'write', 'writeTo', 'sum', 'where', 'sort', 'scan', 'scatter'),
  a: part,
  b: part,
  by: fc.constantFrom(0.5, -0.25, 0.125),
});
const odd: fc.Arbitrary<Odd> = fc.record({
  round: fc.nat(ROUNDS - 1),
  how: fc.constantFrom('twice', 'without', 'elsewhere', 'read', 'flush', 'new array'),
});
const programs: fc.Arbitrary<Program> = fc.record({
  columns: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  steps: fc.array(step, { minLength: 8, maxLength: 14 }),
  odd: fc.array(odd, { maxLength: 4 }),
});

const start = (seed: number): np.NDArray =>
  np.array(Float64Array.from({ length: N * N }, (_, i) => ((i * seed) % 1) - 0.5)).reshape([N, N]);

function run({ columns, steps, odd }: Program, flush: () => void): string {
  const places = np.asarray([5, 60, 5], { dtype: 'int64' });
  const arrays = [start(0.618), start(0.414), start(0.732)];
  let text = '';
  const view = ({ of, turned, behind }: Part, round: number): np.NDArray => {
    const at = (round + behind) % N;
    return columns[of] !== turned ? arrays[of].slice(':', at) : arrays[of].slice(at);
  };
  const doStep = ({ does, a, b, by }: Step, k: number, last: np.NDArray): np.NDArray => {
    const x = view(a, k);
    if (does === 'add') return last.add(x).multiply(by);
    if (does === 'multiply') return np.sin(x.multiply(last));
    if (does === 'scale') return view(b, k).multiply(by).subtract(last);
    if (does === 'sum') return last.subtract(x.sum().multiply(0.01));
    if (does === 'where') return np.where(x.greater(last), x, last);
    if (does === 'sort') return np.sort(x).subtract(last);
    if (does === 'scan') return np.cumsum(x).multiply(0.01).add(last);
    if (does === 'scatter') np.addAt(x, places, last.slice(':3'));
    else if (does === 'write') x.assign(last);
    else x.slice('1:').assign(np.cos(last).slice(':-1'));
    return last;
  };
  for (let pass = 0; pass < PASSES; pass++) {
    let last = arrays[0].slice(0).multiply(1);
    for (let round = 0; round < ROUNDS; round++) {
      const how = odd.find((o) => o.round === round)?.how;
      const k = pass % 2 === 1 ? ROUNDS - round : round + (how === 'elsewhere' ? 5 : 0);
      steps.forEach((s, i) => {
        if (how === 'without' && i === 3) return;
        last = doStep(s, k, last);
        if (how === 'twice' && i === 2) last = doStep(s, k, last);
      });
      if (how === 'read') text += `${last.dataSync().join()}\n`;
      if (how === 'flush') flush();
      if (how === 'new array') arrays[1] = start(0.3);
    }
  }
  for (const x of arrays) text += `${x.dataSync().join()}\n`;
  return text;
}

const at = (of: number, behind: number): Part => ({ of, turned: false, behind });
/** An elimination by rows beside columns, but for one round. */
const REGULAR: Program = {
  columns: [false, true, false],
  steps: [
    { does: 'add', a: at(0, 0), b: at(0, 0), by: 0.5 },
    { does: 'scale', a: at(0, 0), b: at(1, 1), by: 0.5 },
    { does: 'write', a: at(0, 1), b: at(0, 0), by: 1 },
    { does: 'add', a: at(2, 2), b: at(0, 0), by: 0.125 },
    { does: 'multiply', a: at(1, 0), b: at(0, 0), by: 1 },
    { does: 'write', a: at(1, 1), b: at(0, 0), by: 1 },
    { does: 'sum', a: at(0, 1), b: at(0, 0), by: 1 },
    { does: 'writeTo', a: at(2, 1), b: at(0, 0), by: 1 },
  ],
  odd: [{ round: 50, how: 'twice' }],
};

async function textOf(config: Partial<Config>, program: Program): Promise<string> {
  return onRuntime(createRuntime(config), (rt) => run(program, () => rt.flush()));
}

const native = loadAddon() !== null;
const CONFIGS: readonly Partial<Config>[] = [
  { device: 'js', plans: 'kept', tracing: 'inline' },
  ...(native
    ? ([
        { device: 'cpu', tier: 'block', plans: 'kept', tracing: 'inline', procs: 1 },
        { device: 'cpu', tier: 'block', plans: 'kept', tracing: 'inline', graphs: 'on', procs: 3, inline: false, grain: 1 },
        { device: 'cpu', tier: 'block', tracing: 'inline', procs: 2, small: 0 },
        { device: 'cpu', tier: 'block', plans: 'kept', tracing: 'off', window: 40 },
        { device: 'cpu', tier: 'block', plans: 'kept', tracing: 'inline', memories: 2 },
        { device: 'cpu', tier: 'block', plans: 'kept', tracing: 'inline', played: 2 },
      ] as const)
    : []),
];

t.test('bits do not depend on what was expected', async (t) => {
  let passed = 0;
  const { pass } = Tracing.prototype;
  t.teardown(() => {
    Tracing.prototype.pass = pass;
  });
  Tracing.prototype.pass = function (...args) {
    passed += args[1].length;
    pass.apply(this, args);
  };
  await fc.assert(
    fc.asyncProperty(programs, fc.constantFrom(...CONFIGS), async (program, config) => {
      const want = await textOf({ device: 'js', fusion: false, plans: 'fresh', tracing: 'off' }, program);
      const got = await textOf(config, program);
      if (got !== want) throw new Error(`${JSON.stringify(config)}: other bits`);
    }),
    { numRuns: runsOf(5), examples: CONFIGS.slice(0, 2).map((config) => [REGULAR, config]) },
  );
  t.ok(passed > 0, `${passed} tasks were in windows that were cut as expected`);
});
