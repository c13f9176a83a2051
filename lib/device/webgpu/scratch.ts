/**
 * Scratch memory of launches. The queue is in order: all launches use one block, which grows to the most that is wanted usually, and a launch
 * that wants more has a block of its own, which is free again at once.
 */

/** Bytes of the block that is kept, at least and at most. */
const LEAST = 2 ** 16;
const MOST = 2 ** 22;

interface Host {
  readonly alloc: (bytes: number) => number;
  readonly free: (address: number, bytes: number) => void;
}

export class ScratchMemory {
  readonly #host: Host;
  #address = 0;
  #bytes = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  /** The address of so many bytes for the next launch; 0 for none, and where memory is out. */
  of(bytes: number): number {
    if (bytes <= this.#bytes) return bytes === 0 ? 0 : this.#address;
    const wanted = bytes > MOST ? bytes : Math.max(LEAST, 2 ** Math.ceil(Math.log2(bytes)));
    const address = this.#host.alloc(wanted);
    if (address === 0) return 0;
    if (bytes > MOST) {
      this.#host.free(address, wanted);
      return address;
    }
    if (this.#bytes > 0) this.#host.free(this.#address, this.#bytes);
    [this.#address, this.#bytes] = [address, wanted];
    return address;
  }
}
