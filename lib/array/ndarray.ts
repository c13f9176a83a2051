/**
 * The array that users hold: a store with NumPy's methods. The class has no code of its own beyond identity; each
 * method is a function of its family's file, put here by `methods.ts`, so that this file never grows.
 */
// biome-ignore-all lint/suspicious/noExplicitAny: any is the type that is not known
import { ArgumentError } from '../base/index.js';
import type { DType } from '../dtype/index.js';
import { type PredictedRoot, runtime } from '../runtime/index.js';
import { type Shape, type View, wholeLike } from '../shape/index.js';
import { checkUsable, Root, type RootsOf, Store, type Token, transposeView } from '../store/index.js';

function notByNew(): ArgumentError {
  return new ArgumentError(
    'NDArray: arrays are not made by new: np.array([1, 2]) copies numbers, np.zeros([2, 3]) has a shape, np.frombuffer(buffer) takes bytes',
  );
}

/**
 * A handle to a deferred n-dimensional array. Made by the creation functions, never by `new`.
 *
 * @example
 * const x = np.asarray([[1, 2], [3, 4]]);
 * x.shape;                       // [2, 2]
 * await x.add(1).sum().item();   // 14
 */
export class NDArray<D = any, R = any> extends Store {
  constructor(source: Root | number, view: View, held: Token | RootsOf | null) {
    if (held === undefined) throw notByNew();
    super(source, view, held);
  }

  /** The axes in reverse order, as a view. */
  get T(): NDArray<D, R> {
    return viewOf(this, transposeView(this.view, reversedAxes(this.view.shape.length))) as NDArray<D, R>;
  }
}

const reversed: number[][] = [];

/** All axes of so many, the last first. */
function reversedAxes(rank: number): readonly number[] {
  return (reversed[rank] ??= Array.from({ length: rank }, (_, i) => rank - 1 - i));
}

/** A new array; the caller launches the task that writes it. */
export function allocate(dtype: DType, shape: Shape): NDArray {
  const root = new Root(dtype, shape);
  return new NDArray(root, root.view, runtime().enroll(root));
}

/** As `allocate`, with the shape of a view. */
export function allocateLike(dtype: DType, view: View): NDArray {
  const whole = wholeLike(view);
  const root = new Root(dtype, whole.shape, whole);
  return new NDArray(root, whole, runtime().enroll(root));
}

/** The result of a call that the runtime matched in its predicted window. */
export function matched({ slot, view, deferred }: PredictedRoot, window: RootsOf): NDArray {
  const made = deferred ? new NDArray(slot, view, window) : new NDArray(window.rootAt(slot), view, null);
  runtime().issued();
  return made;
}

/** A store of the runtime as an array. */
export function adopt(store: Store): NDArray {
  return new NDArray(store.root, store.view, store.token);
}

/** A new view of the data of `x`. */
export function viewOf(x: NDArray, view: View): NDArray {
  checkUsable(x, 'view');
  return view === x.view ? x : new NDArray(x.source, view, x.held);
}
