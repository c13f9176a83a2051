/** The runtime as libraries see it. Being written: the signatures stand. */
import type { DType, TypedArray } from '../dtype/index.js';
import type { Shape } from '../shape/index.js';
import type { Store } from '../store/index.js';
import type { TaskKind } from '../task/index.js';

export interface Runtime {
  /** A new store whose contents some launch will write. Throws `ShapeError`. */
  create(dtype: DType, shape: Shape): Store;
  /** A new store with a copy of `data` (row-major; its length is the shape's size). */
  upload(data: TypedArray, dtype: DType, shape: Shape): Store;
  /**
   * Issues a task. `stores[k]` is argument k; element-wise ones have the domain's shape already. Libraries make sure that
   * a written argument does not overlap another argument of the task in a different view (they copy first).
   */
  launch(kind: TaskKind, domain: Shape, stores: readonly Store[], scalars?: readonly (number | bigint)[]): void;
  /** The elements of a store, row-major, as a fresh typed array. Rejects (throws) what its computation failed with. */
  read(store: Store): Promise<TypedArray>;
  readSync(store: Store): TypedArray;
  /** Gives a store's memory back now; using any alias of it afterwards throws `DisposedError`. */
  dispose(store: Store): void;
  /** Launches what was issued. */
  flush(): void;
  /** Flushes, and settles when everything issued so far is complete. */
  fence(): Promise<void>;
}

/** The process's runtime, made at first use from MANIPLE_CONFIG. */
export function runtime(): Runtime {
  throw new Error('not yet');
}
