/**
 * Writing a function of elements and values in place at computed places, where one place may be named many times and the order of its
 * values matters: NumPy's `divide.at`. Values are taken in rounds, each of which names a place once:
 *
 *     places   2 0 2 2 0         x[2] / v0 / v2 / v3       x[0] / v1 / v4
 *     round    0 0 1 2 1         round 0: v0 v1     round 1: v2 v4     round 2: v3
 *
 * A round is the function's kernel over as many elements, in emitted JavaScript on the issuing thread, which has the bits of every tier.
 */
import { invariant } from '../base/index.js';
import { emitJs, type JsKernel, loadJs } from '../compile/index.js';
import { type DType, dtypes, type TypedArray } from '../dtype/index.js';
import { BLOCK, layoutOf } from '../ir/index.js';
import { runtime } from '../runtime/index.js';
import { type ArgSpec, type BodyArg, defineKind, type TaskKind } from '../task/index.js';
import { placeAt } from './bins.js';
import type { NDArray } from './ndarray.js';
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

const kinds = new WeakMap<Form, TaskKind>();

/** Writes `op` of elements and values to the elements, in the order of the values. All arrays have one axis; places are float64. */
export function writeInOrder(op: Ufunc, x: NDArray, at: NDArray, values: NDArray): void {
  const form = formInPlace(op, x.dtype, values.dtype);
  let kind = kinds.get(form);
  if (kind === undefined) {
    const name = `${op.name}.at`;
    const round = new Round(form, x.dtype, values.dtype);
    const run = ([to, places, from]: readonly BodyArg[]): void => {
      // All of them before anything is written: a refused call leaves the elements as they were.
      const all = Float64Array.from({ length: places.shape[0] }, (_, i) => placeAt(places, i, to.shape[0], name));
      inRounds(round, to, all, from);
    };
    kinds.set(form, (kind = defineKind({ name, args: ARGS, body: { kind: 'js', run } })));
  }
  runtime().launch(kind, [at.size, x.size], [x, at, values]);
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
      round.run(count);
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

  constructor({ kind: { body } }: Form, x: DType, from: DType) {
    invariant(body.kind === 'kernel', 'an element-wise function is a kernel');
    const kernel = body.kernel(1);
    const { length, args, domain } = layoutOf(kernel);
    this.elements = new x.Typed(BLOCK);
    this.values = new from.Typed(BLOCK);
    // An address is the number of an array: elements, values, and elements again as the result.
    const arrays = [this.elements, this.values, this.elements];
    const view = (code: number, address: number): TypedArray => new dtypes[code].Typed(arrays[address].buffer as ArrayBuffer);
    this.#kernel = loadJs(emitJs(kernel), { view, offset: () => 0 });
    this.#parameters = new Float64Array(length);
    this.#raw = new BigInt64Array(this.#parameters.buffer);
    this.#domain = domain;
    for (const [address, { pointer, strides }] of args.entries()) {
      this.#parameters[pointer] = address;
      this.#parameters[strides] = 1;
    }
  }

  /** Computes the first `count` elements. */
  run(count: number): void {
    this.#parameters[this.#domain] = count;
    this.#kernel.run(this.#parameters, this.#raw, 0, 0, 1);
  }
}
