/**
 * Writing a function of elements and values in place at computed places, where one place may be named many times and the order of its
 * values matters: NumPy's `divide.at`. A function that is one operation of the kernel language is a routine of the addon
 * (`native/lines/ordered.cpp`). For all others, and without the addon, values are taken in rounds, each of which names a place once:
 *
 *     places   2 0 2 2 0         x[2] / v0 / v2 / v3       x[0] / v1 / v4
 *     round    0 0 1 2 1         round 0: v0 v1     round 1: v2 v4     round 2: v3
 *
 * A round is the function's kernel over as many elements, in emitted JavaScript on the issuing thread, which has the bits of every tier.
 * Where places have many values each, the kernel goes over the values of one place after the next instead, each of its results the element that it
 * reads next: its element has a stride of 0.
 */
import { invariant } from '../base/index.js';
import { emitJs, type JsKernel, loadJs } from '../compile/index.js';
import { type DType, float64, int64, seenAs, type TypedArray } from '../dtype/index.js';
import { BLOCK, binaryOperations, layoutOf, type Node } from '../ir/index.js';
import { runtime } from '../runtime/index.js';
import { type ArgSpec, type BodyArg, defineKind, type TaskKind } from '../task/index.js';
import { astype } from './assign.js';
import { placeAt, SELECTS } from './bins.js';
import type { NDArray } from './ndarray.js';
import { routineKind } from './routine-kind.js';
import { type Form, makeForm, OUTS, type Ufunc } from './ufunc.js';

/** Elements, places and values. */
const ARGS: readonly ArgSpec[] = [
  { privilege: 'readwrite', access: 'whole' },
  { privilege: 'read', access: 'whole' },
  { privilege: 'read', access: 'whole' },
];

/** The function of elements and values of these dtypes, written to the elements. */
export function formInPlace(op: Ufunc, x: DType, values: DType): Form {
  return op.rows[x.code][values.code * OUTS + x.code] ?? makeForm(op, [x.code, values.code], x.code);
}

/** Writes `op` of elements and values to the elements, in the order of the values. All arrays have one axis; places are integers. */
export function writeInOrder(op: Ufunc, x: NDArray, at: NDArray, values: NDArray): void {
  const form = formInPlace(op, x.dtype, values.dtype);
  const routine = routineOf(form, x.dtype, values.dtype);
  const name = `${op.name}.at`;
  const domain = [at.size, x.size];
  if (routine === null) runtime().launch(scripted(form, name, x.dtype, values.dtype), domain, [x, astype(at, float64), values]);
  else {
    const stores = [x, astype(at, int64, { copy: false }), astype(values, x.dtype, { copy: false })];
    runtime().launch(routineKind(name, routine, ARGS, SELECTS), domain, stores);
  }
}

/** The device's routine for a form; null where it has none. */
function routineOf({ kind: { body } }: Form, x: DType, values: DType): string | null {
  invariant(body.kind === 'kernel', 'an element-wise function is a kernel');
  const [{ nodes, statements }] = body.kernel(1).loops;
  const result = nodes[statements[0].value];
  if (!(result.op in binaryOperations) || !('b' in result) || result.dtype !== x) return null;
  const isElement = isLoad(nodes[result.a], 0, x);
  const given = nodes[result.b];
  const isValue = isLoad(given, 1, values) || (given.op === 'cast' && isLoad(nodes[given.a], 1, values));
  const routine = `scatter_by_${result.op}_${x.name}`;
  return isElement && isValue && given.dtype === x && runtime().device.routine(routine) >= 0 ? routine : null;
}

function isLoad(node: Node, arg: number, dtype: DType): boolean {
  return node.op === 'load' && node.arg === arg && node.dtype === dtype;
}

const kinds = new WeakMap<Form, TaskKind>();

function scripted(form: Form, name: string, x: DType, values: DType): TaskKind {
  let kind = kinds.get(form);
  if (kind === undefined) {
    const round = new Round(form, x, values);
    const run = ([to, places, from]: readonly BodyArg[]): void => {
      // All of them before anything is written: a refused call leaves the elements as they were.
      const all = new Float64Array(places.shape[0]);
      for (let i = 0; i < all.length; i++) all[i] = placeAt(places, i, to.shape[0], name);
      const met = countsOf(all, to.shape[0]);
      let distinct = 0;
      for (let place = 0; place < met.length; place++) if (met[place] > 0) distinct++;
      if (all.length >= REPEATS * distinct) byPlace(round, to, all, met, from);
      else inRounds(round, to, all, from);
    };
    kinds.set(form, (kind = defineKind({ name, args: ARGS, body: { kind: 'js', run } })));
  }
  return kind;
}

/** Values for each place from which places are taken one by one. */
const REPEATS = 8;

/** How often each place is named. */
function countsOf(places: Float64Array, size: number): Uint32Array {
  const met = new Uint32Array(size);
  for (let i = 0; i < places.length; i++) met[places[i]]++;
  return met;
}

/** Writes all values of a place, in their order, then those of the next place. */
function byPlace(round: Round, to: BodyArg, places: Float64Array, met: Uint32Array, from: BodyArg): void {
  const next = new Uint32Array(met.length);
  for (let place = 1; place < met.length; place++) next[place] = next[place - 1] + met[place - 1];
  const order = new Uint32Array(places.length);
  for (let i = 0; i < places.length; i++) order[next[places[i]]++] = i;
  const { elements, values } = round;
  const [step, stride] = [to.strides[0], from.strides[0]];
  for (let place = 0, begin = 0; place < met.length; place++) {
    if (met[place] === 0) continue;
    elements[0] = to.data[to.offset + place * step];
    for (const stop = begin + met[place]; begin < stop; ) {
      const count = Math.min(BLOCK, stop - begin);
      for (let i = 0; i < count; i++) values[i] = from.data[from.offset + order[begin + i] * stride];
      round.run(count, 0);
      begin += count;
    }
    to.data[to.offset + place * step] = elements[0];
  }
}

/** Writes in rounds, a block of places at a time. */
function inRounds(round: Round, to: BodyArg, places: Float64Array, from: BodyArg): void {
  const { order, ends } = roundsOf(places, to.shape[0]);
  const { elements, values } = round;
  const [step, stride] = [to.strides[0], from.strides[0]];
  for (let begin = 0, k = 0; begin < order.length; k++) {
    for (const stop = ends[k]; begin < stop; ) {
      const count = Math.min(BLOCK, stop - begin);
      for (let i = 0; i < count; i++) {
        const which = order[begin + i];
        elements[i] = to.data[to.offset + places[which] * step];
        values[i] = from.data[from.offset + which * stride];
      }
      round.run(count, 1);
      for (let i = 0; i < count; i++) to.data[to.offset + places[order[begin + i]] * step] = elements[i];
      begin += count;
    }
  }
}

/** The numbers of values round by round, and where each round ends. */
function roundsOf(places: Float64Array, size: number): { readonly order: Uint32Array; readonly ends: readonly number[] } {
  const met = new Uint32Array(size);
  const rounds = new Uint32Array(places.length);
  const ends: number[] = [];
  for (let i = 0; i < places.length; i++) {
    const round = met[places[i]]++;
    rounds[i] = round;
    if (round === ends.length) ends.push(0);
    ends[round]++;
  }
  for (let round = 1; round < ends.length; round++) ends[round] += ends[round - 1];
  const next = [0, ...ends];
  const order = new Uint32Array(places.length);
  for (let i = 0; i < order.length; i++) order[next[rounds[i]]++] = i;
  return { order, ends };
}

/** A function's kernel over a block of elements and values that are copied here; it writes to the elements. */
class Round {
  readonly elements: TypedArray;
  readonly values: TypedArray;
  readonly #kernel: JsKernel;
  readonly #parameters: Float64Array;
  readonly #raw: BigInt64Array;
  readonly #domain: number;
  /** Where the strides of the elements are, as the operand and as the result. */
  readonly #steps: readonly number[];

  constructor({ kind: { body } }: Form, x: DType, from: DType) {
    invariant(body.kind === 'kernel', 'an element-wise function is a kernel');
    const kernel = body.kernel(1);
    const { length, args, domain } = layoutOf(kernel);
    this.elements = new x.Typed(BLOCK);
    this.values = new from.Typed(BLOCK);
    // An address is the number of an array: elements, values, and elements again as the result.
    const arrays = [this.elements, this.values, this.elements];
    this.#kernel = loadJs(emitJs(kernel), { view: (code, address) => seenAs(arrays[address], code), offset: () => 0 });
    this.#parameters = new Float64Array(length);
    this.#raw = new BigInt64Array(this.#parameters.buffer);
    this.#domain = domain;
    this.#steps = [args[0].strides, args[2].strides];
    for (const [address, { pointer, strides }] of args.entries()) {
      this.#parameters[pointer] = address;
      this.#parameters[strides] = 1;
    }
  }

  /** Computes the first `count` elements; with a step of 0 the first element alone, of one value after the next. */
  run(count: number, step: 0 | 1): void {
    this.#parameters[this.#domain] = count;
    for (const at of this.#steps) this.#parameters[at] = step;
    this.#kernel.run(this.#parameters, this.#raw, 0, 0, 1);
  }
}
