/** What `faults.ts` runs in worker threads. */
import { loadAddon } from '../../lib/native/index.js';

/** Writes 1 to the address. */
export function mark(address: number): void {
  loadAddon()?.copyIn(address, Float64Array.of(1));
}

export function fail(argument: number): void {
  throw new Error(`body ${argument}`);
}

/** Sets the int32 at the address to 1, and then stays for as long as it is let. */
export function stay(address: number): void {
  loadAddon()?.copyIn(address, Int32Array.of(1));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
