/**
 * Memory that launches need for themselves. The queue is in order: all launches use one block, which grows to the most that is wanted usually, and a
 * launch that wants more has a block for its window.
 */

/** Bytes of the block that is kept, at least and at most. */
const LEAST = 2 ** 16;
const MOST = 2 ** 22;

interface Host {
  readonly alloc: (bytes: number) => number;
  readonly free: (address: number, bytes: number) => void;
}

interface Block {
  readonly address: number;
  readonly bytes: number;
}

const NONE: Block = { address: 0, bytes: 0 };

export class ScratchMemory {
  readonly #host: Host;
  #kept = NONE;
  /** Blocks of the window that is being made, which are free when it was handed over. */
  #brief: Block[] = [];

  constructor(host: Host) {
    this.#host = host;
  }

  /** The address of so many bytes for the next launch; 0 for none, and where memory is out. */
  of(bytes: number): number {
    if (bytes === 0) return 0;
    if (bytes <= this.#kept.bytes) return this.#kept.address;
    const found = this.#brief.find((block) => block.bytes >= bytes);
    if (found !== undefined) return found.address;
    const wanted = bytes > MOST ? bytes : Math.max(LEAST, 2 ** Math.ceil(Math.log2(bytes)));
    const block = { address: this.#host.alloc(wanted), bytes: wanted };
    if (block.address === 0) return 0;
    if (bytes > MOST) this.#brief.push(block);
    else {
      if (this.#kept !== NONE) this.#brief.push(this.#kept);
      this.#kept = block;
    }
    return block.address;
  }

  /** The window was handed over: what is released from here on is so behind it. */
  handedOver(): void {
    for (const { address, bytes } of this.#brief) this.#host.free(address, bytes);
    if (this.#brief.length > 0) this.#brief = [];
  }
}
