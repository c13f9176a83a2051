/**
 * Who wrote what, for launches that are not complete: when one fails, the roots it wrote are poisoned, and so is everything
 * computed from them, in the order of issue. Readers of a poisoned root throw its error.
 */
import { IndexError, type ManipleError, OutOfMemoryError, TaskError } from '../base/index.js';
import type { Device } from '../device/index.js';
import { STATUS } from '../ir/index.js';
import type { Root } from '../store/index.js';

interface Entry {
  readonly launch: number;
  readonly what: string;
  readonly reads: readonly Root[];
  readonly writes: readonly Root[];
  /** Set by JavaScript bodies, which fail at once. */
  readonly error: ManipleError | null;
}

export class Ledger {
  readonly #device: Device;
  #open: Entry[] = [];

  constructor(device: Device) {
    this.#device = device;
  }

  note(launch: number, what: string, reads: readonly Root[], writes: readonly Root[], error: ManipleError | null = null): void {
    this.#open.push({ launch, what, reads, writes, error: error ?? inherited(reads) });
    if (this.#open.length >= 512) this.settle();
  }

  /** Takes note of failures so far, and forgets complete launches. */
  settle(): void {
    if (this.#open.length === 0) return;
    const complete = this.#device.completed();
    const failed = pairs(this.#device.failures());
    if (failed.size > 0 || this.#open.some((e) => e.error !== null)) this.#poison(failed);
    this.#open = this.#open.filter((e) => e.launch > complete);
  }

  #poison(failed: ReadonlyMap<number, number>): void {
    for (const entry of this.#open) {
      const status = failed.get(entry.launch);
      const cause = status === undefined ? (entry.error ?? inherited(entry.reads)) : describe(status, entry.what);
      if (cause !== null) for (const root of entry.writes) root.error = cause;
    }
  }
}

/** What the computation of an operand failed with. */
function inherited(reads: readonly Root[]): ManipleError | null {
  for (const root of reads) if (root.error !== null) return root.error;
  return null;
}

function pairs(list: readonly number[]): Map<number, number> {
  const map = new Map<number, number>();
  for (let i = 0; i < list.length; i += 2) map.set(list[i], list[i + 1]);
  return map;
}

function describe(status: number, what: string): ManipleError {
  if (status === STATUS.INDEX) return new IndexError(`${what}: an index is outside the array that it selects from`);
  if (status === STATUS.MEMORY) return new OutOfMemoryError(`${what}: no memory for intermediate results`);
  return new TaskError(`${what}: the task failed with status ${status}`);
}
