/**
 * How the threads of the JavaScript device agree: words in shared memory. A launch is *open* while its tiles are handed out;
 * a thread that takes part is counted in INSIDE from before it looks until it has left, so the launching thread, which
 * closes the launch and waits for INSIDE to be 0, knows that nobody reads the launch's parameters any more.
 */

/** Words of the control array. */
export const CONTROL = { OPEN: 0, NEXT: 1, INSIDE: 2, WAKE: 3, LEAVE: 4, SERVING: 5, AT: 6, WORDS: 16 } as const;

/** What a worker is given when it starts to serve. */
export interface ServeTask {
  readonly control: SharedArrayBuffer;
  readonly records: SharedArrayBuffer;
  readonly port: import('node:worker_threads').MessagePort;
  /** What there is already; news comes through the port. */
  readonly news: readonly News[];
}

/** Another buffer behind a number (or none), or another kernel. */
export type News =
  | { readonly kind: 'buffer'; readonly number: number; readonly buffer: SharedArrayBuffer | undefined }
  | { readonly kind: 'kernel'; readonly number: number; readonly source: string };

/** Takes tiles of a launch until there are none; `run` does units [u0, u1). */
export function takeTiles(control: Int32Array, units: number, tile: number, run: (u0: number, u1: number) => void): void {
  for (;;) {
    const from = Atomics.add(control, CONTROL.NEXT, 1) * tile;
    if (from >= units) return;
    run(from, Math.min(units, from + tile));
  }
}
