/**
 * Work in a turn of the event loop of its own, and timers, asked for within calls of the library.
 *
 * A call can be ended at any line, by a time limit of `node:vm` or Ctrl-C in a REPL. Ended within `setImmediate` or `setTimeout` it leaves
 * Node's lists half changed: the process never ends, or ends with a TypeError of Node's own (one of 1,200 time limits over a loop of
 * `setImmediate`). A job behind the call, which the engine queues whole or not at all, is not ended with the call, so Node is asked there.
 */

/** Cheaper than `queueMicrotask`, which keeps a context for each job. */
const NOW = Promise.resolve();

/** Calls `work` behind the call that is going on, before the event loop turns; for timers. */
export function behindCall(work: () => void): void {
  void NOW.then(work);
}

/** Calls `work` in a turn of the event loop of its own. */
export function soon(work: () => void): void {
  behindCall(() => setImmediate(work));
}

/** Settles when the event loop has turned. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => soon(resolve));
}

/** Whether a function that must be synchronous gave a promise. Its caller refuses that; a rejection of the promise is no further error. */
export function isAsynchronous(result: unknown): boolean {
  if (!(result instanceof Promise)) return false;
  result.catch(() => undefined);
  return true;
}
