/** Contents of stores in shared memory of the user's: written there by launches, and read there on any thread. */
import type { DType, TypedArray } from '../../dtype/index.js';
import type { Shape } from '../../shape/index.js';
import type { Store } from '../../store/index.js';
import type { Execution } from '../launch/index.js';
import type { Adoptions } from '../memory/index.js';
import type { Reader } from './reader.js';

/** The runtime, as shared contents see it. */
interface Owner {
  create(dtype: DType, shape: Shape): Store;
  upload(data: TypedArray, dtype: DType, shape: Shape): Store;
  contents(store: Store): TypedArray | Promise<TypedArray>;
}

interface Parts {
  readonly reader: Reader;
  readonly execution: Execution;
  readonly adoptions: Adoptions;
}

export class SharedContents {
  readonly #owner: Owner;
  readonly #parts: Parts;

  constructor(owner: Owner, parts: Parts) {
    this.#owner = owner;
    this.#parts = parts;
  }

  /** Reads into a typed array over shared memory: the launches that compute the contents write there, where they can. */
  async write(store: Store, values: TypedArray): Promise<void> {
    const { reader, execution, adoptions } = this.#parts;
    await adoptions.during(values, execution.takesAnyMemory, async (address) => {
      if (address === 0) values.set((await this.#owner.contents(store)) as never);
      else await reader.read(store, { values, address });
    });
  }

  /** A new store with the elements of a typed array over shared memory, which is not copied where launches can read it; read-only. */
  attach(values: TypedArray, dtype: DType, shape: Shape): Store {
    return this.adopt(values, dtype, shape) ?? readOnly(this.#owner.upload(values, dtype, shape));
  }

  /** As `attach`, but null where the elements would have to be copied. */
  adopt(values: TypedArray, dtype: DType, shape: Shape): Store | null {
    const { execution, adoptions } = this.#parts;
    if (values.length === 0) return readOnly(this.#owner.upload(values, dtype, shape));
    if (!execution.takesAnyMemory) return null;
    const made = this.#owner.create(dtype, shape);
    return adoptions.adopt(made.root, values) ? readOnly(made) : null;
  }
}

function readOnly(store: Store): Store {
  store.root.readOnly = true;
  return store;
}
