/**
 * The structure of a matrix: the places of its entries, shared by matrices with different values. It is checked when it is made and
 * cannot be written afterwards, so that facts found once (runs of rows) hold for good, and kernels may rely on them.
 */
import { asarray, NDArray } from '../array/index.js';
import { runtime } from '../runtime/index.js';
import { sliceView } from '../store/index.js';
import type { Pattern } from './coordinates.js';
import { findRuns } from './runs.js';

export interface Structure {
  readonly shape: readonly [number, number];
  readonly indptr: NDArray;
  readonly indices: NDArray;
  /** Each row's first entry, and the one after its last: views of `indptr`. */
  readonly low: NDArray;
  readonly high: NDArray;
  /** The table of runs of rows (`runs.ts`), where there are enough of them. */
  readonly runs: NDArray | null;
}

/** Uploads the structure of compressed rows. */
export function structureOf(matrix: Pattern): Structure {
  const { shape } = matrix;
  const indptr = constant(matrix.ptr);
  const bounds = (from: number): NDArray => {
    const view = sliceView(indptr.view, 0, from, shape[0], 1);
    return view === indptr.view ? indptr : new NDArray(indptr.root, view, indptr.token);
  };
  const runs = findRuns(matrix);
  const structure = {
    shape,
    indptr,
    indices: constant(matrix.col),
    low: bounds(0),
    high: bounds(1),
    runs: runs === null ? null : constant(runs),
  };
  onHost.set(structure, new WeakRef(matrix));
  return structure;
}

/** Patterns on the host, for as long as the garbage collector leaves them. */
const onHost = new WeakMap<Structure, WeakRef<Pattern>>();

/** A structure's arrays on the host, which are not to be written: reading them back would cut the window. */
export function hostStructure(structure: Structure): Pattern {
  const known = onHost.get(structure)?.deref();
  if (known !== undefined) return known;
  const rt = runtime();
  const { shape, indptr, indices } = structure;
  const read = { shape, ptr: rt.readSync(indptr) as Int32Array, col: rt.readSync(indices) as Int32Array };
  onHost.set(structure, new WeakRef(read));
  return read;
}

/** An array that cannot be written to, and outlives scopes: matrices share it. */
export function constant(words: Int32Array): NDArray {
  const x = runtime().lasting(() => asarray(words));
  x.root.readOnly = true;
  return x;
}
