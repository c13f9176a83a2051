/**
 * Stores (thesis 3.1.1): deferred arrays, and views of them. Transformations make new stores on the same root and
 * copy nothing: `slice`, `promote` (a new broadcast axis), `project` (fix a coordinate), `transpose`, `delinearize`
 * (split an axis), `broadcastTo`.
 */
import { ArgumentError, DisposedError, IndexError, ShapeError } from '../base/index.js';
import type { DType } from '../dtype/index.js';
import { formatShape, internView, type Shape, sameShape, sizeOf, type View } from '../shape/index.js';
import { type Root, type RootsOf, Token } from './root.js';

/**
 * A view of a root. Most results are used by the next operations and never again: the store of such a result is a slot of its window, and
 * has a root once it is asked for.
 *
 * Its fields are only declared: fields that a class defines are written twice, which would slow every operation.
 *
 * @example
 * const x = runtime().upload(Float64Array.of(1, 2, 3, 4, 5, 6), float64, [2, 3]);
 * const column = new Store(x.root, projectView(x.view, 1, 2), x.token);
 * column.view.shape;                        // [2]
 * Array.from(await runtime().read(column)); // [3, 6]
 */
export class Store {
  /** The root; or its slot in the window that is held. */
  declare source: Root | number;
  declare readonly view: View;
  /** The object that lives as long as the store: the root's token, where the runtime asks whether stores are left; or the window. */
  declare held: Token | RootsOf | null;

  constructor(source: Root | number, view: View, held: Token | RootsOf | null) {
    this.source = source;
    this.view = view;
    this.held = held;
  }

  get root(): Root {
    const { source } = this;
    return typeof source === 'number' ? rooted(this, source) : source;
  }

  get token(): Token | null {
    return this.held instanceof Token ? this.held : null;
  }

  /** The sizes of the axes, in a fresh Array. */
  get shape(): Shape {
    return [...this.view.shape];
  }
  /** The type of the elements. */
  get dtype(): DType {
    const { source } = this;
    return typeof source === 'number' ? (this.held as RootsOf).dtypeAt(source) : source.dtype;
  }
  /** Number of axes. */
  get ndim(): number {
    return this.view.shape.length;
  }
  /** Number of elements. */
  get size(): number {
    return this.view.size;
  }
}

/** The root of a store that had none until now. */
function rooted(store: Store, slot: number): Root {
  const root = (store.held as RootsOf).rootAt(slot);
  store.source = root;
  store.held = null;
  return root;
}

/** Whether the root's memory was not given back. */
export function isUsable({ source }: Store): boolean {
  // The prototype of the class has no source.
  return typeof source === 'number' || source?.dead === false;
}

/** Throws `DisposedError` when the root's memory was given back. */
export function checkUsable(store: Store, operation: string): void {
  if (!(store instanceof Store))
    throw new ArgumentError(`${operation}: expected an array made by maniple, got ${typeof store}; np.asarray makes one`);
  if (!isUsable(store)) throw disposed(operation);
}

export function disposed(operation: string): DisposedError {
  return new DisposedError(`${operation}: the array was disposed of; keep it outside np.scope or do not dispose of it`);
}

/** Throws `ArgumentError` when the root belongs to a runtime of a different number. */
export function checkOwner(root: Root, owner: number, operation: string): void {
  if (root.owner === owner || root.owner === 0) return;
  throw new ArgumentError(
    `${operation}: the array belongs to another runtime, the one that was in use when it was made; read it there, and make it anew here`,
  );
}

/** Whether two stores are of one root. */
export function sameRoot(a: Store, b: Store): boolean {
  const [one, other] = [a.source, b.source];
  if (typeof one === 'number' && typeof other === 'number') return one === other && a.held === b.held;
  return a.root === b.root;
}

/** Throws `ArgumentError` for a read-only root. */
export function checkWritable(root: Root, operation: string): void {
  if (root.readOnly) {
    throw new ArgumentError(
      `${operation}: assignment destination is read-only, as a sparse matrix's indptr and indices are, and arrays in shared memory; write to a copy, and make a new matrix with csrArray`,
    );
  }
}

/** Elements `start`, `start + step`, … (`count` of them) along an axis. */
export function sliceView(view: View, axis: number, start: number, count: number, step: number): View {
  const shape = [...view.shape];
  const strides = [...view.strides];
  const offset = count > 0 ? view.offset + start * view.strides[axis] : view.offset;
  shape[axis] = count;
  strides[axis] = view.strides[axis] * step;
  return internView(shape, strides, offset);
}

/** A new axis of `size` before `axis`, over which the contents repeat. */
export function promoteView(view: View, axis: number, size: number): View {
  const known = view.made.promoted;
  if (known !== null && isPromoted(known, view, axis, size)) return known;
  const shape = [...view.shape];
  const strides = [...view.strides];
  shape.splice(axis, 0, size);
  strides.splice(axis, 0, 0);
  return (view.made.promoted = internView(shape, strides, view.offset));
}

function isPromoted(made: View, view: View, axis: number, size: number): boolean {
  if (made.shape[axis] !== size || made.strides[axis] !== 0) return false;
  for (let i = 0; i < view.shape.length; i++) {
    const at = i < axis ? i : i + 1;
    if (made.shape[at] !== view.shape[i] || made.strides[at] !== view.strides[i]) return false;
  }
  return true;
}

/** Fixes the coordinate of an axis and drops it. Throws `IndexError` outside it. */
export function projectView(view: View, axis: number, index: number): View {
  const n = view.shape[axis];
  if (!Number.isInteger(index) || index < 0 || index >= n) {
    throw new IndexError(`project: index ${index} is outside axis ${axis} of size ${n}`);
  }
  const shape = view.shape.filter((_, i) => i !== axis);
  const strides = view.strides.filter((_, i) => i !== axis);
  return internView(shape, strides, view.offset + index * view.strides[axis]);
}

/** Axes in a new order: result axis i is `axes[i]`. */
export function transposeView(view: View, axes: readonly number[]): View {
  const known = view.made.transposed;
  if (known !== null && isTransposed(known, view, axes)) return known;
  const shape = axes.map((a) => view.shape[a]);
  const strides = axes.map((a) => view.strides[a]);
  return (view.made.transposed = internView(shape, strides, view.offset));
}

function isTransposed(made: View, view: View, axes: readonly number[]): boolean {
  if (made.shape.length !== axes.length) return false;
  for (let i = 0; i < axes.length; i++) {
    if (made.shape[i] !== view.shape[axes[i]] || made.strides[i] !== view.strides[axes[i]]) return false;
  }
  return true;
}

/** Splits an axis into several, row-major. Throws `ShapeError` when the sizes do not multiply to the axis. */
export function delinearizeView(view: View, axis: number, sizes: Shape): View {
  if (sizeOf(sizes) !== view.shape[axis]) {
    throw new ShapeError(`delinearize: ${formatShape(sizes)} does not fill axis ${axis} of size ${view.shape[axis]}`);
  }
  const shape = [...view.shape];
  const strides = [...view.strides];
  let step = view.strides[axis];
  const split = new Array<number>(sizes.length);
  for (let i = sizes.length - 1; i >= 0; i--) {
    split[i] = step;
    step *= sizes[i];
  }
  shape.splice(axis, 1, ...sizes);
  strides.splice(axis, 1, ...split);
  return internView(shape, strides, view.offset);
}

/** Repeats axes of size 1, and new leading ones, to `shape`, without a copy. Throws `ShapeError` where it cannot. */
export function broadcastView(view: View, shape: Shape, operation = 'broadcastTo'): View {
  if (sameShape(view.shape, shape)) return view;
  const known = view.made.broadcast;
  if (known !== null && sameShape(known.shape, shape)) return known;
  const lead = shape.length - view.shape.length;
  if (lead < 0) throw cannotBroadcast(view, shape, operation);
  const strides = new Array<number>(shape.length);
  for (let i = 0; i < shape.length; i++) {
    const own = i < lead ? 1 : view.shape[i - lead];
    if (own !== shape[i] && own !== 1) throw cannotBroadcast(view, shape, operation);
    strides[i] = own === 1 ? 0 : view.strides[i - lead];
  }
  return (view.made.broadcast = internView(shape, strides, view.offset));
}

function cannotBroadcast(view: View, shape: Shape, operation: string): ShapeError {
  return new ShapeError(`${operation}: ${formatShape(view.shape)} does not broadcast to ${formatShape(shape)}`);
}
