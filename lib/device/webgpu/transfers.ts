/** Bytes on their way to a GPU, as words, and from it: the owner leaves them in shared memory, and this side copies them to their targets. */

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

  add(download: Download): void {
    this.#open.push(download);
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

/** Bytes for byte `offset` of a memory as whole words, from byte `at` on: the words that they are parts of are read first, by `peek`. */
export function wholeWords(
  offset: number,
  from: Uint8Array,
  peek: (at: number) => number,
): { readonly bytes: ArrayBuffer; readonly at: number } {
  const at = offset - (offset % 4);
  const size = Math.ceil((offset - at + from.length) / 4) * 4;
  const bytes = new Uint8Array(size);
  if (size !== from.length)
    for (const word of new Set([0, size - 4])) new DataView(bytes.buffer).setInt32(word, peek(at + word), true);
  bytes.set(from, offset - at);
  return { bytes: bytes.buffer, at };
}
