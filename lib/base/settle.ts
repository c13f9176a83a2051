/**
 * Waiting for threads to have begun before they are ended: a worker thread that is terminated while it still loads its
 * modules can take the process with it (seen on Node 20, inside the engine's module loader).
 */

/** Waits until all of `work` is settled, however, but not longer than `milliseconds`. Holds the event loop meanwhile. */
export async function settleWithin(work: Iterable<PromiseLike<unknown>>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([Promise.allSettled(work), limit]);
  clearTimeout(timer);
}
