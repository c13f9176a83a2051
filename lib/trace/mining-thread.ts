/** The thread behind `ThreadMiner`: mines each text that comes and posts the repeats. */
import { type MessagePort, workerData } from 'node:worker_threads';
import { mine } from './mine.js';

const port = workerData as MessagePort;
port.on('message', ({ tokens, shortest, longest }: { tokens: Int32Array; shortest: number; longest: number }) => {
  port.postMessage(mine(tokens, shortest, longest));
});
