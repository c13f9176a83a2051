/** Checks the host's events: memory that it gives and takes back, roots that it fills and reads. */
import type { Instances } from './instances.js';
import type { HostEvent } from './log.js';
import type { MemoryMap } from './memory.js';
import type { Order } from './order.js';
import type { Tell } from './problem.js';
import type { Values } from './values.js';

/** The parts of the verifier that take these events. */
interface Parts {
  readonly memory: MemoryMap;
  readonly order: Order;
  readonly values: Values;
  readonly instances: Instances;
  readonly tell: Tell;
}

export class Host {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  take(event: Exclude<HostEvent, { event: 'complete' }>): void {
    const { memory, order, values, instances, tell } = this.#parts;
    switch (event.event) {
      case 'upload':
        memory.upload({ ...event, root: event.instance ?? event.root });
        values.upload(event.root);
        instances.upload(event);
        return;
      case 'read':
        order.hostRead(event.root, event, event.completed);
        values.hostRead(event.root, event);
        if (event.pieces !== undefined) instances.hostRead(event);
        else if (!memory.has(event.root)) tell('memory', `the host reads root ${event.root}, which has no memory`);
        return;
      case 'allocate':
        memory.allocate(event);
        return;
      case 'release':
        memory.release(event);
        return;
      case 'chunk':
        memory.chunk(event);
        return;
      case 'chunkRelease':
        memory.chunkRelease(event);
        return;
      case 'free':
        memory.free(event);
        return;
      case 'instance':
        memory.allocate({ ...event, event: 'allocate', root: event.instance, small: event.small === true });
        instances.instance(event);
        return;
      case 'instanceFree':
        memory.release({ ...event, event: 'release', root: event.instance });
        instances.instanceFree(event);
        return;
      case 'leave':
        instances.leave(event.root);
        return;
    }
  }
}
