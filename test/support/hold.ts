/**
 * A gate between a test and a double in a further thread of its process: the double's work waits while the test holds it back, so that no
 * outcome depends on time. The test makes the gate before it starts the thread, which inherits the gate's shared word.
 */
import { setTimeout } from 'node:timers/promises';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

const KEY = 'maniple.test.hold';
/** Milliseconds between two looks at a closed gate. */
const LOOK = 5;

/** An open gate for threads that are started from here on. */
export function makeHold(): { readonly close: () => void; readonly open: () => void } {
  const word = new Int32Array(new SharedArrayBuffer(4));
  setEnvironmentData(KEY, word);
  const set = (value: number) => (): void => void Atomics.store(word, 0, value);
  return { close: set(1), open: set(0) };
}

/** Settles while the gate is open; at once in a process without one. */
export async function heldBack(): Promise<void> {
  const word = getEnvironmentData(KEY) as Int32Array | undefined;
  while (word !== undefined && Atomics.load(word, 0) !== 0) await setTimeout(LOOK);
}
