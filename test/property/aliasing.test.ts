/**
 * Random programs of views and writes in place, against a model in which a view is a list of positions in one plain Array:
 * whatever overlaps, every alias must hold what the model holds. fast-check shrinks a failing program.
 */

import t from 'tap';
import * as np from '../../lib/array/index.js';
import { createRuntime } from '../../lib/runtime/index.js';
import fc from '../support/seeded.js';
import '../support/arrays.js';
import { broadcast, pythonSlice, ravelIndex, unravel } from '../support/numpy.js';
import { onRuntime } from '../support/on-runtime.js';

const SIZE = 240;

/** A view of the model: positions in the buffer, row-major. */
interface Model {
  readonly shape: readonly number[];
  readonly at: readonly number[];
}

interface Pair {
  readonly x: np.NDArray;
  readonly model: Model;
}

/** Decisions of a program, one number after another; 0 when they run out. */
class Choices {
  readonly #list: readonly number[];
  #next = 0;
  constructor(list: readonly number[]) {
    this.#list = list;
  }
  below(n: number): number {
    return (this.#list[this.#next++] ?? 0) % n;
  }
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)];
  }
}

function select(model: Model, shape: readonly number[], source: (index: readonly number[]) => readonly number[]): Model {
  const size = shape.reduce((a, b) => a * b, 1);
  return { shape, at: Array.from({ length: size }, (_, i) => model.at[ravelIndex(source(unravel(i, shape)), model.shape)]) };
}

function sliced({ x, model }: Pair, c: Choices): Pair {
  if (model.shape.length === 0) return { x, model };
  const axis = c.below(model.shape.length);
  const n = model.shape[axis];
  const whole = model.shape.map(() => ':');
  if (c.below(4) === 0 && n > 0) {
    const i = c.below(n);
    const indices = whole.map((s, a): np.SliceIndex => (a === axis ? i : s));
    return {
      x: x.slice(...indices),
      model: select(
        model,
        model.shape.filter((_, a) => a !== axis),
        (index) => [...index.slice(0, axis), i, ...index.slice(axis)],
      ),
    };
  }
  const [start, stop] = [c.below(n + 1), c.below(n + 2)];
  const step = c.pick([1, 1, 2, -1, -2, 3]);
  const kept = pythonSlice(n, start, stop, step);
  const indices = whole.map((s, a): np.SliceIndex => (a === axis ? `${start}:${stop}:${step}` : s));
  const shape = model.shape.map((m, a) => (a === axis ? kept.length : m));
  return { x: x.slice(...indices), model: select(model, shape, (index) => index.map((i, a) => (a === axis ? kept[i] : i))) };
}

function reshaped({ x, model }: Pair, c: Choices): Pair {
  const n = model.at.length;
  const divided = [
    [2, -1],
    [-1, 3],
    [1, -1, 2],
    [-1, 4],
  ].filter((s) => n > 0 && n % -s.reduce((a, b) => a * b, 1) === 0);
  const shapes = [[n], ...divided];
  const y = x.reshape(c.pick(shapes));
  return y.root === x.root ? { x: y, model: { shape: y.shape, at: model.at } } : { x, model };
}

/** Two views of one shape that overlap: all but the last and all but the first along an axis, or a view and its reverse. */
function overlapping({ x, model }: Pair, c: Choices): Pair[] {
  if (model.shape.length === 0) return [];
  const axis = c.below(model.shape.length);
  const n = model.shape[axis];
  const part = (start: number, stop: number | null, step: number): Pair => {
    const kept = pythonSlice(n, start, stop, step);
    const indices = model.shape.map((_, a): np.SliceIndex => (a === axis ? [start, stop, step] : ':'));
    const shape = model.shape.map((m, a) => (a === axis ? kept.length : m));
    return { x: x.slice(...indices), model: select(model, shape, (index) => index.map((k, a) => (a === axis ? kept[k] : k))) };
  };
  return c.below(2) === 0 ? [part(0, -1, 1), part(1, null, 1)] : [part(n, null, -1), { x, model }];
}

function viewed(pair: Pair, c: Choices): Pair[] {
  const { x, model } = pair;
  switch (c.below(6)) {
    case 0:
      return [{ x: x.T, model: select(model, [...model.shape].reverse(), (index) => [...index].reverse()) }];
    case 1:
      return [reshaped(pair, c)];
    case 2:
    case 3:
      return overlapping(pair, c);
    default:
      return [sliced(pair, c)];
  }
}

const fits = (source: readonly number[], target: readonly number[]): boolean => {
  try {
    return String(broadcast(source, target)) === String(target);
  } catch {
    return false;
  }
};

/** Writes `target op= source`, all of the source read first. */
function write(buffer: number[], target: Model, source: Model | number, op: 'assign' | 'add' | 'multiply'): void {
  const values = target.at.map((_, i) => {
    if (typeof source === 'number') return source;
    const index = unravel(i, target.shape).slice(target.shape.length - source.shape.length);
    return buffer[
      source.at[
        ravelIndex(
          index.map((k, a) => (source.shape[a] === 1 ? 0 : k)),
          source.shape,
        )
      ]
    ];
  });
  const old = target.at.map((p) => buffer[p]);
  target.at.forEach((p, i) => {
    buffer[p] = op === 'assign' ? values[i] : (op === 'add' ? old[i] + values[i] : old[i] * values[i]) % 1e6;
  });
}

function issue(target: np.NDArray, source: np.NDArray | number, op: 'assign' | 'add' | 'multiply'): void {
  if (op === 'assign') target.assign(source);
  else if (op === 'add') target.addAssign(source).remainderAssign(1e6);
  else target.multiplyAssign(source).remainderAssign(1e6);
}

async function run(list: readonly number[]): Promise<void> {
  const c = new Choices(list);
  const buffer = Array.from({ length: SIZE }, (_, i) => i);
  const base: Pair = { x: np.arange(SIZE), model: { shape: [SIZE], at: buffer.map((_, i) => i) } };
  const views: Pair[] = [base];
  const read: [Promise<np.TypedArray>, number[]][] = [];
  for (let steps = 0; steps < list.length / 3; steps++) {
    const chosen = c.pick(views);
    const choice = c.below(6);
    if (choice < 3) views.push(...viewed(chosen, c));
    else if (choice === 3) read.push([chosen.x.add(0).data(), chosen.model.at.map((p) => buffer[p])]);
    else {
      const others = views.filter((v) => fits(v.model.shape, chosen.model.shape));
      const source = c.below(8) === 0 ? c.below(7) : c.pick(others);
      const op = c.pick(['assign', 'add', 'multiply'] as const);
      issue(chosen.x, typeof source === 'number' ? source : source.x, op);
      write(buffer, chosen.model, typeof source === 'number' ? source : source.model, op);
    }
  }
  for (const { x, model } of views) read.push([x.data(), model.at.map((p) => buffer[p])]);
  for (const [data, want] of read) {
    const found = [...(await data)];
    if (String(found) !== String(want)) throw new Error(`got ${found}, expected ${want}`);
  }
}

for (const plans of ['kept', 'auto'] as const) {
  t.test(`every alias holds what the model holds: plans ${plans}`, async (t) => {
    const programs = fc.array(fc.nat(1000), { maxLength: 150, size: 'max' });
    await onRuntime(createRuntime({ plans }), () => fc.assert(fc.asyncProperty(programs, run), { numRuns: 300, seed: 20251 }));
    t.pass('no counterexample');
  });
}
