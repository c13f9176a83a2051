/**
 * Arrays where tensors' distributions say. An array that a program put there is used as it is; of a different one, a copy is made, which is kept
 * with the array until it is written in place.
 */
import { NDArray } from '../../array/index.js';
import type { DType } from '../../dtype/index.js';
import type { Runtime } from '../../runtime/index.js';
import { type Shape, sizeOf, type View } from '../../shape/index.js';
import { isUsable, type Root, writesOf } from '../../store/index.js';
import { type IndexLaunch, kindOver, type TaskKind } from '../../task/index.js';
import { placement } from '../concrete/placement.js';
import type { Distribution } from '../format/distribution.js';
import type { TensorSymbol } from '../notation/terms.js';
import { elementKind, FETCH } from './kernels.js';
import { lower } from './lower.js';
import { placingOf } from './placing.js';
import { prepare } from './tasks.js';

/** Distributions of arrays that were put where these say. A later write may have moved their elements: then they are only fetched from further away. */
const places = new WeakMap<Root, string>();

/** The last copy of an array that is not where a tensor's distribution says. */
interface Copy {
  readonly view: View;
  /** The count of writes in place of the array when it was made. */
  readonly writes: number;
  readonly array: NDArray;
}

/** By array, by tensor: copies for a launch end with it where each of its tensors has an array of its own. */
const kept = new WeakMap<Root, WeakMap<TensorSymbol, Copy>>();

/** Equal for distributions by which each processor has the same part: names of dimensions, and levels of the grid, are left out. */
function keyOf({ grid, places: along, starts }: Distribution): string {
  const cuts = along.map((place) => (place.kind === 'cut' ? `x${place.dim}` : place.kind === 'fix' ? place.at : '*'));
  return `${grid.shape.join()} -> ${cuts.join()} ${starts?.join() ?? ''}`;
}

/** An operand's array where its tensor's distribution says: the array itself, where it was put there before; else a copy. */
export function placedOperand(rt: Runtime, tensor: TensorSymbol): NDArray {
  const array = tensor.array();
  const { distribution } = tensor;
  if (distribution === null || rt.config.memories === 1 || isPlaced(array, distribution)) return array;
  const known = kept.get(array.root)?.get(tensor);
  const { count } = writesOf(array.root);
  if (known?.view === array.view && known.writes === count && isValid(known.array)) return known.array;
  const copy = placedResult(rt, tensor, array, false);
  let copies = kept.get(array.root);
  if (copies === undefined) kept.set(array.root, (copies = new WeakMap()));
  copies.set(tensor, { view: array.view, writes: count, array: copy });
  return copy;
}

function isPlaced({ root, view }: NDArray, distribution: Distribution): boolean {
  return view === root.view && places.get(root) === keyOf(distribution);
}

/** A copy for which there was no memory is made again. */
function isValid(array: NDArray): boolean {
  return isUsable(array) && array.root.error === null;
}

/** A result where its tensor's distribution says. `isThere`: each part is on one of its processors; else a copy is made. */
export function placedResult(rt: Runtime, tensor: TensorSymbol, array: NDArray, isThere: boolean): NDArray {
  const { distribution } = tensor;
  if (distribution === null || rt.config.memories === 1 || isPlaced(array, distribution)) return array;
  const copy = isThere ? array : copied(rt, tensor, array);
  if (distribution.places.some(({ kind }) => kind === 'all')) repeat(rt, tensor, copy);
  places.set(copy.root, keyOf(distribution));
  return copy;
}

export function fresh(rt: Runtime, dtype: DType, shape: Shape): NDArray {
  const { root, view, token } = rt.create(dtype, shape);
  return new NDArray(root, view, token);
}

/** Has the parts of an array fetched to all processors that have them, where they stay. */
function repeat(rt: Runtime, tensor: TensorSymbol, array: NDArray): void {
  let index = fetches.get(tensor);
  if (index === undefined) {
    const { domain, grid, partition } = placingOf(tensor, false);
    const axes = tensor.shape.map(() => -1);
    const boxes = new Array<null>(sizeOf(domain)).fill(null);
    index = { points: domain, grid, args: [{ partition, ends: false, axes, along: [] }], boxes };
    fetches.set(tensor, index);
  }
  rt.launchOn(kindOver(FETCH, index), domainOf(index, 1), [array], [array.view]);
}

/** A copy of an array, its parts on the processors of a tensor's distribution; of repeated ones, on the first. */
function copied(rt: Runtime, tensor: TensorSymbol, array: NDArray): NDArray {
  let index = copiers.get(tensor);
  if (index === undefined) copiers.set(tensor, (index = copyOf(tensor)));
  const copy = fresh(rt, array.dtype, tensor.shape);
  const kind = elementKind('copy', Math.max(1, tensor.shape.length), array.dtype);
  if (hasBoxes(index)) launchOver(rt, kind, index, [copy, array]);
  return copy;
}

/** By tensor: the launches that copy an array to its processors, and that repeat it there. */
const copiers = new WeakMap<TensorSymbol, IndexLaunch>();
const fetches = new WeakMap<TensorSymbol, IndexLaunch>();

/** The launch that its distribution is, as a statement. */
function copyOf(tensor: TensorSymbol): IndexLaunch {
  const program = lower(placement(tensor), tensor);
  const [launch] = program.launches;
  return prepare(launch, program).index;
}

/** Whether any point has something to do. */
export function hasBoxes({ boxes }: IndexLaunch): boolean {
  return boxes.some((box) => box !== null);
}

/** Issues an index launch. */
export function launchOver(rt: Runtime, kind: TaskKind, index: IndexLaunch, arrays: readonly NDArray[]): void {
  const rank = index.boxes.find((box) => box !== null)?.low.length ?? 1;
  const views = arrays.map(({ view }) => view);
  rt.launchOn(kindOver(kind, index), domainOf(index, rank), arrays, views);
}

/** An element for each point. */
function domainOf({ boxes }: IndexLaunch, rank: number): number[] {
  return Array.from({ length: rank }, (_, axis) => (axis === 0 ? boxes.length : 1));
}
