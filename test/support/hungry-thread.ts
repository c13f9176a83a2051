/** A thread that takes memory for each question, without an end. */
import { type MessagePort, workerData } from 'node:worker_threads';

const taken: unknown[] = [];

(workerData as MessagePort).on('message', () => {
  for (;;) taken.push(Array.from({ length: 10_000 }, (_, i) => ({ i })));
});
