/** Allocations of the explicit model: an address is known once the allocation's event is complete. */
import { ArgumentError, DisposedError } from '../base/index.js';
import { loadAddon } from '../native/index.js';
import type { NativeMachine } from './addon.js';
import type { Event } from './event.js';

/**
 * Memory of the explicit model: `TaskRuntime.allocate` gives it, `free` takes it back.
 *
 * @example
 * const rt = createTaskRuntime({ procs: 1 });
 * const memory = rt.allocate(8);
 * await memory.ready.done();
 * memory.view().byteLength; // 8
 * await rt.free(memory).done();
 * await rt.close();
 */
export class Allocation {
  readonly bytes: number;
  /** Complete when the memory is there. */
  readonly ready: Event;
  readonly #machine: NativeMachine;
  readonly #buffer: number;
  #freed = false;

  constructor(machine: NativeMachine, buffer: number, bytes: number, ready: Event) {
    this.#machine = machine;
    this.#buffer = buffer;
    this.bytes = bytes;
    this.ready = ready;
  }

  /** The machine's number for it. Throws `DisposedError` once it was freed. */
  get buffer(): number {
    if (this.#freed) throw new DisposedError('this allocation was freed; allocate another');
    return this.#buffer;
  }

  /** For native bodies: where it is. Throws `ArgumentError` while it is not there yet. */
  get address(): number {
    const address = this.#machine.addressOf(this.buffer);
    if (address !== 0) return address;
    throw new ArgumentError('allocation.address: the memory is not there yet; use it in a task that waits for `ready`');
  }

  /** Its memory, for bodies in JavaScript on this thread; not to be used after it is freed. */
  view(): ArrayBuffer {
    const addon = loadAddon();
    if (addon === null) throw new ArgumentError('allocation.view: the native addon is gone');
    return addon.view(this.address, this.bytes);
  }

  /** Called by `free`: the number is given up, once. */
  give(): number {
    const buffer = this.buffer;
    this.#freed = true;
    return buffer;
  }
}

/** The part of an allocation that a copy moves; all of the shorter one by default. */
export interface CopyRange {
  readonly fromOffset?: number;
  readonly toOffset?: number;
  readonly bytes?: number;
}

/** The operands of a copy. Throws `ArgumentError` when the range is outside either allocation. */
export function copyOperands(from: Allocation, to: Allocation, range: CopyRange): [number, number, number, number, number] {
  const fromOffset = range.fromOffset ?? 0;
  const toOffset = range.toOffset ?? 0;
  const bytes = range.bytes ?? Math.min(from.bytes - fromOffset, to.bytes - toOffset);
  const good = [fromOffset, toOffset, bytes].every((n) => Number.isInteger(n) && n >= 0);
  if (!good || fromOffset + bytes > from.bytes || toOffset + bytes > to.bytes) {
    throw new ArgumentError(
      `copy: ${bytes} bytes from offset ${fromOffset} to offset ${toOffset} do not fit allocations of ${from.bytes} and ${to.bytes} bytes`,
    );
  }
  return [from.buffer, fromOffset, to.buffer, toOffset, bytes];
}
