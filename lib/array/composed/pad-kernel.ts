/**
 * Small arrays continued beyond their edges: one task that reads each element of the result from its place in the array. Places are found
 * from widths and sizes that are scalars of the task, so that loops over widths have one kind:
 *
 *     position p from before the array to behind it     edge: the nearest place     wrap: p mod n     mirrored: at < n ? at : last - at
 */
import { type DType, int64 } from '../../dtype/index.js';
import { type Kernel, type KernelBuilder, kernel, output, type Value, whole } from '../../ir/index.js';
import { runtime } from '../../runtime/index.js';
import type { Shape } from '../../shape/index.js';
import { checkUsable } from '../../store/index.js';
import { type ArgSpec, defineKind, type TaskKind } from '../../task/index.js';
import { allocate, type NDArray } from '../ndarray.js';
import { byRank } from '../ufunc.js';

/** Modes that continue an array by its own elements. */
export type Continuing = 'edge' | 'wrap' | 'symmetric' | 'reflect';

/** The most elements of a result that are gathered: a larger one is copied box by box. */
const MOST = 2 ** 14;

/** Whether an array of that many elements is continued by one task. Over several memories a gather would bring all of the array to each. */
export function isGathered(elements: number): boolean {
  return elements > 0 && elements <= MOST && runtime().config.memories === 1;
}

type Place = (b: KernelBuilder, position: Value, n: Value) => Value;

/** The place of a position in an array that is mirrored over and over: `period` elements, of which the ones from n on go back from `last`. */
function mirrored(b: KernelBuilder, position: Value, n: Value, period: Value, last: Value): Value {
  const at = b.binary('mod', position, period);
  return b.select(b.lt(at, n), at, b.sub(last, at));
}

const number = (b: KernelBuilder, value: number): Value => b.const(value, int64);

const places: Readonly<Record<Continuing, Place>> = {
  edge: (b, position, n) => b.min(b.max(position, number(b, 0)), b.sub(n, number(b, 1))),
  wrap: (b, position, n) => b.binary('mod', position, n),
  symmetric: (b, position, n) => {
    const period = b.add(n, n);
    return mirrored(b, position, n, period, b.sub(period, number(b, 1)));
  },
  // Both edges are mirrored about, so that a single element has a period of 1.
  reflect: (b, position, n) => {
    const period = b.max(b.sub(b.add(n, n), number(b, 2)), number(b, 1));
    return mirrored(b, position, n, period, period);
  },
};

const ARGS: readonly ArgSpec[] = [
  { privilege: 'read', access: 'whole' },
  { privilege: 'write', access: 'elementwise' },
];
const kinds = new Map<string, TaskKind>();

/** The array continued to a shape, with so many elements before it along each axis. */
export function gatheredPad(a: NDArray, shape: Shape, before: readonly number[], mode: Continuing): NDArray {
  checkUsable(a, 'pad');
  const out = allocate(a.dtype, shape);
  const moved = shape.map((_, axis) => axis).filter((axis) => shape[axis] !== a.shape[axis]);
  const key = `${mode} ${a.dtype.code} ${a.ndim} ${moved.join()}`;
  let kind = kinds.get(key);
  if (kind === undefined) {
    const kernelOf = byRank((domain) => makeKernel(a.dtype, a.ndim, moved, mode, domain));
    kinds.set(key, (kind = defineKind({ name: 'pad', args: ARGS, body: { kind: 'kernel', kernel: kernelOf } })));
  }
  const scalars = moved.flatMap((axis) => [BigInt(before[axis]), BigInt(a.shape[axis])]);
  runtime().launch(kind, shape, [a, out], scalars);
  return out;
}

/** Scalars are the number of elements before the array and its size, for each axis that grows. */
function makeKernel(dtype: DType, rank: number, moved: readonly number[], mode: Continuing, domain: number): Kernel {
  const scalars = moved.flatMap(() => [int64, int64]);
  return kernel(domain, [whole(dtype, rank), output(dtype, domain)], scalars, (b) => {
    const coordinates = Array.from({ length: rank }, (_, axis) => {
      const k = moved.indexOf(axis);
      const at = b.index(axis + domain - rank);
      return k < 0 ? at : places[mode](b, b.sub(at, b.scalar(2 * k)), b.scalar(2 * k + 1));
    });
    b.store(1, b.gather(0, ...coordinates));
  });
}
