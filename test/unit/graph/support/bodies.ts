/** Bodies that the tests register by module: they run in worker threads. */
import { loadAddon } from '../../../../lib/native/index.js';

/** Writes 1 to the address. */
export function mark(address: number): void {
  loadAddon()?.copyIn(address, Float64Array.of(1));
}

export function fail(argument: number): void {
  throw new Error(`body ${argument}`);
}
