/**
 * Failures of a GPU's launches, those of the issuing thread and those that the owner of the GPU tells it. The latter come as messages, of which any
 * number may be unread, and which are there before the launches are known to be complete.
 */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

/** Launches one behind the other that failed alike. */
export interface Failure {
  readonly first: number;
  readonly last: number;
  readonly status: number;
  /** In the driver's words; null where the status says all. */
  readonly why: string | null;
}

/** Failures with words that are kept for questions. */
const KEPT = 256;

export class Failures {
  readonly #port: MessagePort;
  /** Of the issuing thread, as pairs of launch and status. */
  #own: number[] = [];
  /** Messages that were read. */
  #read = 0;
  #explained: Failure[] = [];

  constructor(port: MessagePort) {
    this.#port = port;
    port.unref();
  }

  /** A launch failed before the owner was told of it. */
  add(launch: number, status: number, why: string | null = null): void {
    this.#own.push(launch, status);
    this.#explain({ first: launch, last: launch, status, why });
  }

  /** Whether some were not asked for, of which the owner sent so many messages. */
  areThere(sent: number): boolean {
    return sent !== this.#read || this.#own.length > 0;
  }

  /** Failures since last asked, as pairs of launch and status. */
  take(): number[] {
    const found = this.#own;
    this.#own = [];
    for (let got = receiveMessageOnPort(this.#port); got !== undefined; got = receiveMessageOnPort(this.#port)) {
      const failure = got.message as Failure;
      this.#read++;
      for (let launch = failure.first; launch <= failure.last; launch++) found.push(launch, failure.status);
      this.#explain(failure);
    }
    return found;
  }

  #explain(failure: Failure): void {
    if (failure.why !== null) this.#explained = [...this.#explained, failure].slice(-KEPT);
  }

  /** Why a launch failed, in the driver's words; null where these are not known. */
  reason(launch: number): string | null {
    return this.#explained.findLast(({ first, last }) => first <= launch && launch <= last)?.why ?? null;
  }
}
