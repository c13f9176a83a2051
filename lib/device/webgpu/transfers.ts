/** Bytes on their way to a GPU, as words, and from it: the owner leaves them in shared memory, and the issuing thread copies them to their targets. */

interface Download {
  readonly launch: number;
  readonly bytes: SharedArrayBuffer;
  /** The first of the bytes that are wanted: words are copied. */
  readonly from: number;
  readonly into: Uint8Array;
}

export class Downloads {
  /** In order of their launches. */
  #open: Download[] = [];

  /** The memory for a launch's bytes, of which those from byte `from` on are wanted. */
  add(launch: number, from: number, into: Uint8Array): SharedArrayBuffer {
    const bytes = new SharedArrayBuffer(Math.ceil((from + into.length) / 4) * 4);
    this.#open.push({ launch, bytes, from, into });
    return bytes;
  }

  /** Copies the bytes of the ones that are complete to their targets. */
  deliver(completed: number): void {
    while (this.#open.length > 0 && this.#open[0].launch <= completed) {
      const [{ bytes, from, into }] = this.#open.splice(0, 1);
      into.set(new Uint8Array(bytes, from, into.length));
    }
  }

  /** They never come. */
  forget(): void {
    this.#open = [];
  }
}

/** A copy of bytes for the owner; of a whole block, in words: behind its bytes lies nothing. */
export function uploaded(given: Uint8Array, whole: boolean): ArrayBuffer {
  const bytes = new Uint8Array(whole ? Math.ceil(given.length / 4) * 4 : given.length);
  bytes.set(given);
  return bytes.buffer;
}

/**
 * Bytes for byte `offset` of a memory as whole words, from byte `at` on. `torn`: bytes in them at which the words begin that keep other bytes, which
 * are read first and put there by `mend`.
 */
export function wholeWords(offset: number, from: Uint8Array): WholeWords {
  const at = offset - (offset % 4);
  const before = offset - at;
  const size = Math.ceil((before + from.length) / 4) * 4;
  const bytes = new Uint8Array(size);
  bytes.set(from, before);
  const torn = [...new Set([...(before > 0 ? [0] : []), ...(before + from.length < size ? [size - 4] : [])])];
  const mend = (place: number, word: Uint8Array): void =>
    word.forEach((byte, k) => {
      const own = place + k - before;
      if (own < 0 || own >= from.length) bytes[place + k] = byte;
    });
  return { bytes: bytes.buffer, at, torn, mend };
}

interface WholeWords {
  readonly bytes: ArrayBuffer;
  readonly at: number;
  readonly torn: readonly number[];
  readonly mend: (place: number, word: Uint8Array) => void;
}
