/** Sets of addresses as ranges: `[from, to, from, to, …]`, ascending, none of which meet or touch. */

export type Ranges = readonly number[];

/** Gathers ranges in any order. */
export class RangesMade {
  readonly #pairs: [from: number, to: number][] = [];
  #sorted = true;

  /** Adds `bytes` from an address on. */
  add(address: number, bytes: number): void {
    if (bytes === 0) return;
    const last = this.#pairs.at(-1);
    if (last !== undefined && address >= last[0] && address <= last[1]) {
      if (address + bytes > last[1]) last[1] = address + bytes;
      return;
    }
    if (last !== undefined && address < last[0]) this.#sorted = false;
    this.#pairs.push([address, address + bytes]);
  }

  end(): Ranges {
    const pairs = this.#sorted ? this.#pairs : this.#pairs.sort((a, b) => a[0] - b[0]);
    const found: number[] = [];
    for (const [from, to] of pairs) {
      if (found.length > 0 && from <= found[found.length - 1]) found[found.length - 1] = Math.max(found[found.length - 1], to);
      else found.push(from, to);
    }
    return found;
  }
}
