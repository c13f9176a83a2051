/** The worker threads of a task runtime. */
import { moduleFile } from '../base/index.js';
import { NativePool } from '../native/index.js';
import type { NativeMachine } from './addon.js';
import type { Post } from './worker.js';

/** Threads for all processors but the first. `pin`: each is bound to the processor of its number. */
export function poolFor(machine: NativeMachine, size: number, pin: boolean): NativePool {
  return new NativePool({
    worker: moduleFile('graph/worker.js'),
    size,
    post: (index): Post => ({ machine: machine.id, index, pin }),
    stop: () => machine.stop(),
  });
}
