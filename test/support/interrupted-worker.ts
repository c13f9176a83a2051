/** A thread that runs a random program until it is ended: `workerData` has the configuration and the seed. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../../lib/runtime/config.js';
import { createRuntime, useRuntime } from '../../lib/runtime/index.js';
import { Interruptible } from './interrupted-program.js';
import { Draw } from './random.js';

const { config, seed, size } = workerData as { config: Partial<Config>; seed: number; size: number };
useRuntime(createRuntime(config));
const program = new Interruptible(new Draw(seed), size, 0);
parentPort?.postMessage('runs');
for (let n = 1; program.problems.length === 0; n++) {
  program.step();
  if (n % 50 === 0) program.checkAll();
}
throw new Error(program.problems.join('\n'));
