/** Elements that come from the host's typed arrays: whole, or piece by piece. */
import { now, ShapeError, siteHere } from '../../base/index.js';
import type { DType, TypedArray } from '../../dtype/index.js';
import { recorder } from '../../profile/index.js';
import { formatShape, type Shape } from '../../shape/index.js';
import type { Store } from '../../store/index.js';
import { checkElements, closedError, PiecewiseUpload, type Put } from '../issue/index.js';
import type { Execution } from '../launch/index.js';
import type { Reclaimer } from '../memory/index.js';
import type { Issuer } from './reader.js';

export class Uploads {
  readonly #runtime: Pick<Issuer, 'create' | 'within'>;
  readonly #reclaimer: Reclaimer;
  readonly #execution: Execution;

  constructor(runtime: Pick<Issuer, 'create' | 'within'>, reclaimer: Reclaimer, execution: Execution) {
    this.#runtime = runtime;
    this.#reclaimer = reclaimer;
    this.#execution = execution;
  }

  /** A new store with a copy of `data`. Throws `DTypeError`, `ShapeError`, `OutOfMemoryError`. */
  whole(data: TypedArray, dtype: DType, shape: Shape): Store {
    checkElements(data, dtype);
    const store = this.#runtime.create(dtype, shape);
    const { root } = store;
    if (data.length !== root.view.size)
      throw new ShapeError(`upload: expected ${root.view.size} elements for shape ${formatShape(shape)}, got ${data.length}`);
    if (root.bytes === 0) return store;
    const recording = recorder();
    const begin = recording === null ? 0 : now();
    this.#runtime.within(() => {
      this.#reclaimer.makeRoom(root.bytes);
      this.#execution.upload(root, data);
    });
    recording?.span('issue', 'upload', begin, siteHere());
    return store;
  }

  /** A new store, to be filled piece by piece until `isClosed`. Throws `ShapeError`, `OutOfMemoryError`. */
  inPieces(dtype: DType, shape: Shape, isClosed: () => boolean): PiecewiseUpload {
    const store = this.#runtime.create(dtype, shape);
    const { root } = store;
    this.#reclaimer.makeRoom(root.bytes);
    const put: Put = (piece, at) => {
      if (isClosed()) throw closedError('upload');
      this.#execution.upload(root, piece, at);
    };
    return new PiecewiseUpload(store, put, !this.#execution.hasOneMemory);
  }
}
