/**
 * The task that Piscina gives to each of the pool's threads: it answers at once, so that a thread at work does not hold
 * the process, and then serves the executor until that stops. Native code runs the launches; nothing else happens here.
 */
import { threadId } from 'node:worker_threads';
import { loadAddon } from '../../native/index.js';

/** Which executor to serve, and as which of its workers (1 …). */
export interface Post {
  readonly executor: number;
  readonly index: number;
}

/** Takes up a post; answers with this thread's number, or 0 when it cannot. */
export default function takeUp(post: Post): number {
  const addon = loadAddon();
  if (addon === null) return 0;
  setImmediate(() => addon.serve(post.executor, post.index));
  return threadId;
}
