/**
 * When launches of a GPU's queue ran, for a profile: from their submission, or the end of the ones before them, until the owner of the GPU
 * knows that they are complete. Launches of a window are complete together. The owner posts stretches; this side fetches them at the end.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { now } from '../../base/index.js';
import { recorder } from '../../profile/index.js';
import { onQueue } from '../launch-numbers.js';
import type { Shared } from './control.js';
import type { OwnerData } from './messages.js';

/** Launches that were complete together, in milliseconds since 1970; `text`: for a transfer. */
interface Ran {
  readonly first: number;
  readonly launches: number;
  readonly text: string | null;
  readonly begin: number;
  readonly end: number;
}

/** The means that the owner of a queue starts with: ways to tell of failures, and when launches ran, where a profile is taken. */
export function startOf(
  shared: Shared,
  failures: MessagePort,
  queue: string,
  number: number,
): { workerData: OwnerData; transferList: MessagePort[] } {
  const recording = recorder();
  if (recording === null) return { workerData: { shared, failures, timeline: null }, transferList: [failures] };
  const { port1, port2 } = new MessageChannel();
  port1.unref();
  const shift = now() - sinceEpoch();
  recording.fetchAtEnd(() => {
    for (let found = receiveMessageOnPort(port1); found !== undefined; found = receiveMessageOnPort(port1)) {
      const { first, launches, text, begin, end } = found.message as Ran;
      const stretch = { begin: begin + shift, end: end + shift };
      recording.ranInQueue({ queue, text, first: onQueue(number, first), launches, ...stretch, played: 0 });
    }
  });
  return { workerData: { shared, failures, timeline: port2 }, transferList: [failures, port2] };
}

/** The owner's clock of its queue. */
export class QueueClock {
  readonly #timeline: MessagePort | null;
  /** When the last launches were complete. */
  #idle = 0;

  constructor(timeline: MessagePort | null) {
    this.#timeline = timeline;
  }

  /** Launches are submitted now; the function that it gives is called when they are complete. */
  begin(first: number, launches: number, text: string | null): () => void {
    const timeline = this.#timeline;
    if (timeline === null) return nothing;
    const submitted = sinceEpoch();
    return () => {
      const ran: Ran = { first, launches, text, begin: Math.max(submitted, this.#idle), end: (this.#idle = sinceEpoch()) };
      timeline.postMessage(ran);
    };
  }
}

const nothing = (): void => undefined;
const sinceEpoch = (): number => performance.timeOrigin + performance.now();
