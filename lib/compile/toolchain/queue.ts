/** Background jobs, a few at a time: compilers must not crowd out the program that waits for them. */
import { availableParallelism } from 'node:os';

const LIMIT = availableParallelism() > 2 ? 2 : 1;
const waiting: (() => Promise<void>)[] = [];
let running = 0;

/** Runs a job when its turn comes. The job handles its own failures. */
export function enqueue(job: () => Promise<void>): void {
  waiting.push(job);
  next();
}

/** Jobs that run or wait: how many kernels compile in the background. */
export function queueLength(): number {
  return running + waiting.length;
}

function next(): void {
  if (running >= LIMIT) return;
  const job = waiting.shift();
  if (job === undefined) return;
  running++;
  void job().finally(() => {
    running--;
    next();
  });
}
