/**
 * Windows that are expected and come otherwise: a loop's body is repeated until it is expected, then comes changed at one of its
 * positions, and as before again. What is read is what plain Arrays say, whatever was changed.
 */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { ShapeError } from '../../lib/base/index.js';
import { type Config, createRuntime } from '../../lib/runtime/index.js';
import { onRuntime } from '../support/on-runtime.js';

const N = 6;
type Plain = readonly number[];
type Operation = (x: never, y: never, by: number) => unknown;

/** The operations of a step: on arrays, and on plain Arrays. Operations in place return their first operand, as it is then. */
const OPERATIONS = {
  add: { arrays: (x: np.NDArray, y: np.NDArray) => x.add(y), plain: (x: Plain, y: Plain) => x.map((v, k) => v + y[k]) },
  subtract: { arrays: (x: np.NDArray, y: np.NDArray) => x.subtract(y), plain: (x: Plain, y: Plain) => x.map((v, k) => v - y[k]) },
  scale: {
    arrays: (x: np.NDArray, _: unknown, by: number) => x.multiply(by),
    plain: (x: Plain, _: unknown, by: number) => x.map((v) => v * by),
  },
  addTo: { arrays: (x: np.NDArray, y: np.NDArray) => x.addAssign(y), plain: (x: Plain, y: Plain) => x.map((v, k) => v + y[k]) },
  scaleTo: {
    arrays: (x: np.NDArray, _: unknown, by: number) => x.multiplyAssign(by),
    plain: (x: Plain, _: unknown, by: number) => x.map((v) => v * by),
  },
  turn: { arrays: (x: np.NDArray) => x.slice('::-1'), plain: (x: Plain) => [...x].reverse() },
  tail: { arrays: (x: np.NDArray) => x.slice('2:'), plain: (x: Plain) => x.slice(2) },
  narrow: { arrays: (x: np.NDArray) => x.astype('float32'), plain: (x: Plain) => x.map(Math.fround) },
  total: {
    arrays: (x: np.NDArray) => np.cumulativeSum(x),
    plain: (x: Plain) => x.map((_, k) => x.slice(0, k + 1).reduce((a, b) => a + b)),
  },
  choose: {
    arrays: (x: np.NDArray, y: np.NDArray) => np.where(x.greater(y), x, y),
    plain: (x: Plain, y: Plain) => x.map((v, k) => (v > y[k] ? v : y[k])),
  },
  cap: {
    arrays: (x: np.NDArray, y: np.NDArray, by: number) => np.where(np.less(x, y), x, by),
    plain: (x: Plain, y: Plain, by: number) => x.map((v, k) => (v < y[k] ? v : by)),
  },
  from: {
    arrays: (x: np.NDArray, _: unknown, by: number) => np.subtract(by, x),
    plain: (x: Plain, _: unknown, by: number) => x.map((v) => by - v),
  },
  shift: {
    arrays: (x: np.NDArray, y: np.NDArray) => x.add(y.sum()),
    plain: (x: Plain, y: Plain) => x.map((v) => v + y.reduce((a, b) => a + b)),
  },
  above: {
    arrays: (x: np.NDArray, y: np.NDArray) =>
      x
        .reshape([-1, 1])
        .greater(y.reshape([1, -1]))
        .astype('float64')
        .sum({ axis: 1 }),
    plain: (x: Plain, y: Plain) => x.map((v) => y.filter((w) => v > w).length),
  },
  copyTo: { arrays: (x: np.NDArray, y: np.NDArray) => x.assign(y), plain: (_: Plain, y: Plain) => [...y] },
} satisfies Record<string, { arrays: Operation; plain: Operation }>;

/** `to = do(x, y, by)`. */
interface Computing {
  readonly to: string;
  readonly do: keyof typeof OPERATIONS;
  readonly x: string;
  readonly y?: string;
  readonly by?: number;
}
/** Or something happens that computes nothing. */
type Step = Computing | { readonly happens: 'flush' | 'throw' | 'dispose' | 'read'; readonly x: string };

/** `a`, `b` and `s` are there before, and `s` goes from one iteration to the next. */
const BODY: readonly Computing[] = [
  { to: 'c', do: 'add', x: 'a', y: 'b' },
  { to: 'd', do: 'scale', x: 'c', by: 0.5 },
  { to: 'e', do: 'subtract', x: 'd', y: 's' },
  { to: 'f', do: 'add', x: 'e', y: 'e' },
  { to: 's', do: 'addTo', x: 's', y: 'f' },
  { to: 'g', do: 'scale', x: 'f', by: 3 },
  { to: 'g', do: 'scaleTo', x: 'g', by: -0.25 },
  { to: 'h', do: 'add', x: 'g', y: 'c' },
  { to: 'i', do: 'add', x: 'h', y: 's' },
];

/** A loop with comparisons, folds, operands that are repeated, and copies. */
const MIXED: readonly Computing[] = [
  { to: 'c', do: 'choose', x: 'a', y: 's' },
  { to: 'd', do: 'above', x: 'c', y: 'b' },
  { to: 'e', do: 'cap', x: 'd', y: 'c', by: 1.5 },
  { to: 'f', do: 'shift', x: 'e', y: 'd' },
  { to: 'g', do: 'scale', x: 'f', by: 0.5 },
  { to: 'g', do: 'copyTo', x: 'g', y: 'e' },
  { to: 'h', do: 'from', x: 'g', by: 2 },
  { to: 's', do: 'copyTo', x: 's', y: 'h' },
  { to: 'i', do: 'add', x: 'h', y: 'f' },
];

/** The replacement of a step; `last`: the result of the step before it. */
const CHANGES: Readonly<Record<string, (own: Computing, last: string) => readonly Step[]>> = {
  nothing: (own) => [own],
  'another number': (own) => [{ ...own, by: -1.25 }],
  'another function': (own) => [{ ...own, do: 'subtract', y: 'b' }],
  'another operand': (own) => [{ ...own, y: 'a' }],
  'another array of that shape': (own) => [{ ...own, x: own.do.endsWith('To') ? own.x : 'spare' }],
  'its operand under another view': (own, last) => [
    { to: 'v', do: 'turn', x: last },
    { to: 'w', do: 'add', x: 'v', y: 'a' },
    own,
  ],
  'another shape': (own, last) => [{ to: 'v', do: 'tail', x: last }, { to: 'w', do: 'scale', x: 'v', by: 2 }, own],
  'another dtype': (own, last) => [{ to: 'v', do: 'narrow', x: last }, { to: 'w', do: 'scale', x: 'v', by: 2 }, own],
  'something that does not fuse': (own, last) => [{ to: 'v', do: 'total', x: last }, own],
  'a write to what comes from outside': (own, last) => [{ to: 'a', do: 'addTo', x: 'a', y: last }, own],
  'a write to what was just computed': (own, last) => [{ to: last, do: 'scaleTo', x: last, by: 2 }, own],
  'an array that is disposed of': (own) => [{ to: 'gone', do: 'add', x: 'a', y: 'b' }, { happens: 'dispose', x: 'gone' }, own],
  'an operation that throws': (own) => [{ happens: 'throw', x: 'a' }, own],
  'the end of the window': (own) => [{ happens: 'flush', x: 'a' }, own],
  'a read of what was just computed': (own, last) => [{ happens: 'read', x: last }, own],
  'a result of the last time': (own) => [{ to: 'v', do: 'add', x: 'd', y: 'e' }, { to: 'w', do: 'scale', x: 'v', by: 2 }, own],
  'the step twice': (own) => [own, own],
};

const START: Readonly<Record<string, Plain>> = {
  a: [0.5, 1, -2, 3, 0.25, -1],
  b: [2, 0, 1, -1.5, 4, 8],
  s: [1, 1, 2, 3, 5, 8],
  spare: [-1, -2, -3, 4, 5, 6],
  d: [1, 1, 1, 1, 1, 1],
  e: [2, 2, 2, 2, 2, 2],
};

const changed = (body: readonly Computing[], at: number, change: string): Step[] =>
  body.flatMap((own, p) => (p === at ? CHANGES[change](own, p === 0 ? 's' : body[p - 1].to) : [own]));

/** Further reads after the steps, where there are any. */
const READ_AFTER = ['w', 's'];

/** Reads in and after the steps. */
function onPlain(values: Map<string, Plain>, steps: readonly Step[]): Plain[] {
  const seen: Plain[] = [];
  for (const step of steps) {
    if ('do' in step) {
      const plain = OPERATIONS[step.do].plain as (x: Plain, y: Plain, by: number) => Plain;
      values.set(step.to, plain(values.get(step.x) ?? [], values.get(step.y ?? step.x) ?? [], step.by ?? 1));
    } else if (step.happens === 'read') seen.push(values.get(step.x) ?? []);
  }
  values.delete('gone');
  return [...seen, ...['i', ...READ_AFTER].flatMap((name) => (values.has(name) ? [values.get(name) ?? []] : []))];
}

function onArrays(values: Map<string, np.NDArray>, steps: readonly Step[]): Plain[] {
  const at = (name: string): np.NDArray => values.get(name) ?? np.zeros(0);
  const read = (name: string): number[] => [...(at(name).dataSync() as Float64Array)];
  const seen: Plain[] = [];
  for (const step of steps) {
    if ('do' in step) {
      const arrays = OPERATIONS[step.do].arrays as (x: np.NDArray, y: np.NDArray, by: number) => np.NDArray;
      values.set(step.to, arrays(at(step.x), at(step.y ?? step.x), step.by ?? 1));
    } else if (step.happens === 'read') seen.push(read(step.x));
    else if (step.happens === 'dispose') at(step.x).dispose();
    else if (step.happens === 'flush') np.runtime.flush();
    else t.throws(() => at(step.x).add(np.zeros(N + 1)), ShapeError);
  }
  values.delete('gone');
  return [...seen, ...['i', ...READ_AFTER].filter((name) => values.has(name)).map(read)];
}

/** Iterations until a window is expected, with some to spare. */
const USUAL = 5;

async function check(config: Partial<Config>, body: readonly Computing[], change: string): Promise<void> {
  await onRuntime(createRuntime({ procs: 1, ...config }), () => {
    for (let at = 0; at < body.length; at++) {
      const plain = new Map(Object.entries(START));
      const arrays = new Map(Object.entries(START).map(([name, x]) => [name, np.asarray([...x])]));
      const other = changed(body, at, change);
      const rounds = [...Array<readonly Step[]>(USUAL).fill(body), other, body, body, other, body];
      for (const [round, steps] of rounds.entries()) {
        const want = onPlain(plain, steps);
        t.same(onArrays(arrays, steps), want, `${change} at ${at}, round ${round}`);
        for (const name of ['v', 'w']) [plain, arrays].forEach((m) => m.delete(name));
      }
    }
  });
}

const CONFIGS: readonly Partial<Config>[] = [
  { device: 'js', plans: 'kept' },
  { device: 'js' },
  { device: 'js', fusion: false, plans: 'kept' },
  { device: 'js', plans: 'fresh' },
  { device: 'js', window: 4, plans: 'kept' },
  { device: 'js', memories: 2 },
  { device: 'js', small: 16, plans: 'kept' },
  { device: 'auto', plans: 'kept' },
];

for (const config of CONFIGS) {
  t.test(JSON.stringify(config), async () => {
    for (const change of Object.keys(CHANGES)) await check(config, BODY, change);
  });
}

for (const config of [{ device: 'js', plans: 'kept' }, { device: 'js', small: 16, plans: 'kept' }, { device: 'auto' }] as const) {
  t.test(`comparisons, folds and copies, ${JSON.stringify(config)}`, async () => {
    for (const change of Object.keys(CHANGES)) await check(config, MIXED, change);
  });
}
