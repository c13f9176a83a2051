/**
 * Memory, cell by cell: what was stored, by which access, and which accesses loaded it since. An access that is not ordered behind an
 * earlier one of the cell, one of the two storing, is a race: in some allowed order the program has other results.
 */
import type { Order } from './order.js';

/** What a part of a launch does: a point of a kernel, loads before all points, results when all are done. */
export interface Access {
  readonly run: Run;
  readonly units: readonly number[];
  /** The point's index, or one of the numbers below. */
  readonly part: number;
}

/** One execution of a launch's tasks; `single`: over one point, so that all of its parts are in order. */
export interface Run {
  readonly name: string;
  readonly single: boolean;
}

/** Before any point of the launch stores. */
export const BEGIN = -1;
/** When all points of the launch are done. */
export const END = -2;
/** Loads at any time while points run. */
export const ANY = -3;
/** Scratch memory, which a launch shares out as it likes. */
export const SCRATCH = -4;

/** Bytes of scratch memory that are gone through one by one. */
const MANY = 2 ** 16;

interface Cell {
  value: number;
  stored: Access | null;
  loaded: Access[];
}

export class Race extends Error {}

export class Cells {
  readonly #order: Order;
  readonly #grain: number;
  readonly #cells = new Map<number, Cell>();

  /** `grain`: bytes of a cell, of which all addresses and sizes are multiples. */
  constructor(order: Order, grain: number) {
    this.#order = order;
    this.#grain = grain;
  }

  /** Scratch memory of a launch; where there is much, what was stored there before is spoilt. Throws `Race`. */
  scratch(address: number, bytes: number, value: number, access: Access): void {
    const known = [...this.#cells.keys()].filter((at) => at >= address && at < address + bytes);
    if (bytes <= MANY) this.store(address, bytes, value, access);
    else for (const at of known) this.store(at, this.#grain, value, access);
  }

  /** Throws `Race`. */
  store(address: number, bytes: number, value: number, access: Access): void {
    for (let at = 0; at < bytes; at += this.#grain) {
      const cell = this.#cell(address + at);
      for (const load of cell.loaded) this.#demand(load, access, 'loads');
      if (cell.stored !== null) this.#demand(cell.stored, access, 'stores');
      cell.value = value * 8 + ((at / this.#grain) % 8);
      cell.stored = access;
      cell.loaded = [];
    }
  }

  /** The value, if all cells have it; -1 for a mixture. Throws `Race`. */
  load(address: number, bytes: number, access: Access): number {
    let value = -1;
    for (let at = 0; at < bytes; at += this.#grain) {
      const cell = this.#cell(address + at);
      if (cell.stored !== null && cell.stored !== access) this.#demand(cell.stored, access, 'stores');
      if (cell.loaded.at(-1) !== access) cell.loaded.push(access);
      const found = Math.floor(cell.value / 8);
      const part = (at / this.#grain) % 8;
      value = at === 0 && part === cell.value % 8 ? found : found === value && part === cell.value % 8 ? value : -1;
    }
    return value;
  }

  /** Memory goes back to the system: all that used it is over. Throws `Race`. */
  free(address: number, bytes: number, access: Access): void {
    for (const [at, cell] of this.#cells) {
      if (at < address || at >= address + bytes) continue;
      for (const use of [...cell.loaded, ...(cell.stored === null ? [] : [cell.stored])]) this.#demand(use, access, 'uses');
      this.#cells.delete(at);
    }
  }

  #cell(address: number): Cell {
    let cell = this.#cells.get(address);
    if (cell === undefined) this.#cells.set(address, (cell = { value: 0, stored: null, loaded: [] }));
    return cell;
  }

  #demand(earlier: Access, later: Access, what: string): void {
    if (earlier === later || this.#ordered(earlier, later)) return;
    throw new Race(`${earlier.run.name} ${what} what ${later.run.name} uses, in no order`);
  }

  #ordered(earlier: Access, later: Access): boolean {
    if (earlier.run === later.run) {
      if (earlier.part === SCRATCH || later.part === SCRATCH) return true;
      const same = earlier.units.length === later.units.length && earlier.units.every((unit, i) => unit === later.units[i]);
      if (same) {
        if (earlier.part === later.part || earlier.run.single) return true;
        return earlier.part === BEGIN && later.part === END;
      }
    }
    return earlier.units.every((a) => later.units.every((b) => this.#order.before(a, b)));
  }
}
