/**
 * Contents of stores in shared memory of the user's: written there by launches, and read where they are, on any thread. A buffer that is read
 * is kept until its root is garbage and all launches so far are complete, so that none reads memory that the engine gave back.
 */
import type { Device } from '../../device/index.js';
import type { DType, TypedArray } from '../../dtype/index.js';
import type { Shape } from '../../shape/index.js';
import type { Store } from '../../store/index.js';
import type { Execution } from '../launch/index.js';
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
}

export class SharedContents {
  readonly #owner: Owner;
  readonly #parts: Parts;
  readonly #device: Pick<Device, 'adoption' | 'notify'>;
  readonly #buffers = new FinalizationRegistry<Uint8Array>((bytes) =>
    this.#device.notify(this.#parts.execution.last, () => this.#device.adoption?.abandon(bytes)),
  );

  constructor(owner: Owner, parts: Parts, device: Pick<Device, 'adoption' | 'notify'>) {
    this.#owner = owner;
    this.#parts = parts;
    this.#device = device;
  }

  /** Reads into a typed array over shared memory: the launches that compute the contents write there, where they can. */
  async write(store: Store, values: TypedArray): Promise<void> {
    const bytes = bytesOf(values);
    const address = this.#addressOf(bytes);
    try {
      if (address === 0) values.set((await this.#owner.contents(store)) as never);
      else await this.#parts.reader.read(store, { values, address });
    } finally {
      if (address !== 0) this.#device.adoption?.abandon(bytes);
    }
  }

  /** A new store with the elements of a typed array over shared memory, which is not copied where launches can read it; read-only. */
  attach(values: TypedArray, dtype: DType, shape: Shape): Store {
    return this.adopt(values, dtype, shape) ?? readOnly(this.#owner.upload(values, dtype, shape));
  }

  /** As `attach`, but null where the elements would have to be copied. */
  adopt(values: TypedArray, dtype: DType, shape: Shape): Store | null {
    if (values.length === 0) return readOnly(this.#owner.upload(values, dtype, shape));
    const bytes = bytesOf(values);
    const address = this.#addressOf(bytes);
    if (address === 0) return null;
    const made = this.#owner.create(dtype, shape);
    made.root.address = address;
    this.#buffers.register(made.root, bytes);
    return readOnly(made);
  }

  /** The address by which launches use memory from now on; 0 where they cannot. */
  #addressOf(bytes: Uint8Array): number {
    return this.#parts.execution.takesAnyMemory ? (this.#device.adoption?.adopt(bytes) ?? 0) : 0;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: TypedArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function readOnly(store: Store): Store {
  store.root.readOnly = true;
  return store;
}
