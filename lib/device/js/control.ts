/**
 * How the threads of the JavaScript device agree: words in shared memory. A launch is *open* while its tiles are handed out; a helper says
 * in its seat that it is inside from before it looks until it has left, so the launching thread, which closes the launch and waits until no
 * helper is inside, knows that the launch's parameters are no longer read. A seat also has its thread's number, so that the launching
 * thread can ask whether a helper that does not leave still lives.
 */

/** Words of the control array. */
export const CONTROL = { OPEN: 0, NEXT: 1, WAKE: 2, LEAVE: 3, AT: 4, SEATS: 16 } as const;
/** Words of a seat, one a helper, which follow: the number of the thread that serves there, or 0; 1 while it is inside. */
export const SEAT = { THREAD: 0, INSIDE: 1, WORDS: 16 } as const;

/** The control array for so many helpers. */
export function makeControl(helpers: number): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer((CONTROL.SEATS + helpers * SEAT.WORDS) * 4));
}

/** Where seat n begins. */
export function seatAt(n: number): number {
  return CONTROL.SEATS + n * SEAT.WORDS;
}

/** The data of a worker that starts to serve. */
export interface ServeTask {
  readonly control: SharedArrayBuffer;
  /** The seat that it takes. */
  readonly seat: number;
  readonly records: SharedArrayBuffer;
  readonly port: import('node:worker_threads').MessagePort;
  /** Buffers and kernels that exist already; later ones come through the port. */
  readonly news: readonly News[];
}

/** A new buffer behind a number (or none), or a new kernel. */
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
