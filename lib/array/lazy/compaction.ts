/**
 * Selected elements put together: the one thing about a lazy array that waits. A compaction is begun by launches, waits for how many
 * elements there are, and ends with the array:
 *
 *     up to one unit      one launch writes the elements to the front of an array of the mask's size     a read of the count     a view
 *     more                each unit counts its own      a read of the counts      each unit writes behind the ones before it
 *     no routines         a read of the mask            its places, found here    a gather
 */
import { maskUnits } from '../../device/index.js';
import { int64, type TypedArray } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import type { ArgSpec, TaskKind } from '../../task/index.js';
import { take } from '../gather.js';
import { adopt, allocate, type NDArray } from '../ndarray.js';
import { part } from '../part.js';
import { routineKind } from '../routine-kind.js';
import { placesIn } from './places.js';
import type { Selection } from './selection.js';
import type { Snapshot } from './snapshot.js';

/** A compaction under way: the array that is read, and its end with the contents of that array. */
export interface Compaction {
  readonly waitsFor: NDArray;
  readonly finish: (contents: TypedArray) => NDArray;
}

const reads: ArgSpec = { privilege: 'read', access: 'whole' };
const writes: ArgSpec = { privilege: 'write', access: 'whole' };

const countKind = routineKind('countTrue', 'mask_count', [reads, writes]);
const placesKind = routineKind('nonzero', 'mask_places', [reads, reads, writes]);
const listKind = routineKind('nonzero', 'mask_list', [reads, writes, writes]);
/** Kinds that are called with the elements' size behind their name. */
const pickKinds = bySize('mask_pick', [reads, reads, reads, writes]);
const packKinds = bySize('mask_pack', [reads, writes, reads, writes]);

function bySize(name: string, args: readonly ArgSpec[]): Readonly<Record<number, TaskKind>> {
  return Object.fromEntries([1, 2, 4, 8].map((size) => [size, routineKind('compress', `${name}_${size}`, args)]));
}

/** Whether there are routines, and units for them. */
function isServed(mask: NDArray): boolean {
  return mask.size > 0 && runtime().device.routine('mask_count') >= 0;
}

/** Begins to put selected places together, row-major, as int64. */
export function beginPlaces(selection: Selection): Compaction {
  const { mask } = selection;
  if (!isServed(mask)) return { waitsFor: mask, finish: uploaded };
  if (maskUnits(mask.size) <= 1) {
    const [count, list] = [allocate(int64, [1]), allocate(int64, [mask.size])];
    runtime().launch(listKind, [mask.size], [mask, count, list]);
    return { waitsFor: count, finish: ([total]) => part(list, 0, 0, Number(total)) };
  }
  const counts = counted(mask);
  return {
    waitsFor: counts,
    finish: (contents) => {
      const out = allocate(int64, [totalOf(contents)]);
      if (out.size > 0) runtime().launch(placesKind, [mask.size], [selection.mask, counts, out]);
      return out;
    },
  };
}

/** Begins to put together the elements, or the slices along the first axis, that are selected of `kept`, which may be written meanwhile. */
export function beginValues(selection: Selection, kept: Snapshot): Compaction {
  const { mask } = selection;
  const values = kept.array;
  if (values.ndim > 1 || !isServed(mask)) {
    const { waitsFor, finish } = beginPlaces(selection);
    return { waitsFor, finish: (contents) => take(kept.array, finish(contents), { axis: 0 }) };
  }
  const { dtype } = values;
  if (maskUnits(mask.size) <= 1) {
    const [count, packed] = [allocate(int64, [1]), allocate(dtype, [mask.size])];
    runtime().launch(packKinds[dtype.size], [mask.size], [mask, count, values, packed]);
    return { waitsFor: count, finish: ([total]) => part(packed, 0, 0, Number(total)) };
  }
  const counts = counted(mask);
  return {
    waitsFor: counts,
    finish: (contents) => {
      const out = allocate(dtype, [totalOf(contents)]);
      if (out.size > 0) runtime().launch(pickKinds[dtype.size], [mask.size], [selection.mask, counts, kept.array, out]);
      return out;
    },
  };
}

/** How many elements of each unit are true. */
function counted(mask: NDArray): NDArray {
  const counts = allocate(int64, [maskUnits(mask.size)]);
  runtime().launch(countKind, [mask.size], [mask, counts]);
  return counts;
}

function totalOf(counts: TypedArray): number {
  let total = 0;
  for (const count of counts) total += Number(count);
  return total;
}

function uploaded(contents: TypedArray): NDArray {
  const found = placesIn(contents);
  return adopt(runtime().upload(found, int64, [found.length]));
}
