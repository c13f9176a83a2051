/** A thread of the pool's test: it counts, at its index, that it was given its post; the last index refuses the first one. */
import { threadId } from 'node:worker_threads';

export interface TestPost {
  readonly counts: Int32Array;
  readonly index: number;
}

export default function takeUp({ counts, index }: TestPost): number {
  if (Atomics.add(counts, index, 1) === 0 && index === counts.length - 1) return 0;
  return threadId;
}
