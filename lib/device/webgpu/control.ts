/** Shared by the launching thread and the owner of the GPU: words that either may wait on. */
import { performance } from 'node:perf_hooks';

/** Words of `state`. BEAT changes while the owner lives and has work; ANSWER is the result of the last request. */
const WORD = { STATE: 0, LOST: 1, BEAT: 2, REQUESTS: 3, ANSWER: 4, FAILURES: 5, SUBMITS: 6, POSTED: 7, MAPS: 8 } as const;
const WORDS = 9;
/** States of the owner. BROKEN: it serves nothing more, since an error was thrown that nothing caught, and is about to close. */
export const STATE = { STARTING: 0, READY: 1, FAILED: 2, CLOSED: 3, BROKEN: 4 } as const;
/** Bytes of the owner's report when it has started. */
const REPORT = 8192;
/** Pipelines of which it is known whether they are compiled. */
const PIPELINES = 1 << 16;
/** Milliseconds of sleep after which a waiting thread looks whether the owner lives. */
const PATIENCE = 100;
/** Milliseconds without a sign of life after which it is thought dead. */
const SILENCE = 20_000;

export interface Shared {
  readonly words: SharedArrayBuffer;
  readonly completed: SharedArrayBuffer;
  readonly report: SharedArrayBuffer;
  readonly compiled: SharedArrayBuffer;
}

export function makeShared(): Shared {
  return {
    words: new SharedArrayBuffer(WORDS * 4),
    completed: new SharedArrayBuffer(8),
    report: new SharedArrayBuffer(REPORT),
    compiled: new SharedArrayBuffer(PIPELINES),
  };
}

export class Control {
  readonly shared: Shared;
  readonly #words: Int32Array;
  readonly #completed: BigInt64Array;
  readonly #compiled: Uint8Array;

  constructor(shared: Shared) {
    this.shared = shared;
    this.#words = new Int32Array(shared.words);
    this.#completed = new BigInt64Array(shared.completed);
    this.#compiled = new Uint8Array(shared.compiled);
  }

  get state(): number {
    return Atomics.load(this.#words, WORD.STATE);
  }
  setState(state: number, report = ''): void {
    const bytes = new TextEncoder().encode(report).subarray(0, REPORT);
    new Uint8Array(this.shared.report).fill(0).set(bytes);
    Atomics.store(this.#words, WORD.STATE, state);
    Atomics.notify(this.#words, WORD.STATE);
  }
  /** Waits until the owner has left a state, or shows no sign of life any more: it is never left amid a call. */
  outlast(state: number): void {
    this.#untilDead(() => {
      if (this.state !== state) return true;
      Atomics.wait(this.#words, WORD.STATE, state, PATIENCE);
      return false;
    }, true);
  }
  /** Waits until the owner is in another state, or for so many milliseconds; gives its state. */
  leaves(left: number, most: number): number {
    const end = performance.now() + most;
    while (this.state === left && performance.now() < end) Atomics.wait(this.#words, WORD.STATE, left, PATIENCE);
    return this.state;
  }
  report(): string {
    const bytes = new Uint8Array(this.shared.report).slice();
    const end = bytes.indexOf(0);
    return new TextDecoder().decode(bytes.subarray(0, end < 0 ? bytes.length : end));
  }

  get lost(): boolean {
    return Atomics.load(this.#words, WORD.LOST) !== 0;
  }
  lose(): void {
    Atomics.store(this.#words, WORD.LOST, 1);
  }

  /** Submits to the device's queue so far. */
  get submits(): number {
    return Atomics.load(this.#words, WORD.SUBMITS);
  }
  submitted(): void {
    Atomics.add(this.#words, WORD.SUBMITS, 1);
  }

  /** Windows so far whose status words were read. */
  get maps(): number {
    return Atomics.load(this.#words, WORD.MAPS);
  }
  mapped(): void {
    Atomics.add(this.#words, WORD.MAPS, 1);
  }

  /** Whether a pipeline is compiled, or refused. */
  isCompiled(pipeline: number): boolean {
    return pipeline >= PIPELINES || Atomics.load(this.#compiled, pipeline) === 1;
  }
  /** A pipeline is about to be compiled, which may have the number of an earlier one. */
  compiling(pipeline: number): void {
    if (pipeline < PIPELINES) Atomics.store(this.#compiled, pipeline, 0);
  }
  compiled(pipeline: number): void {
    if (pipeline < PIPELINES) Atomics.store(this.#compiled, pipeline, 1);
  }

  /** A message was posted to the owner. */
  posted(): void {
    Atomics.add(this.#words, WORD.POSTED, 1);
    Atomics.notify(this.#words, WORD.POSTED);
  }
  /** The owner, which has received so many messages, sleeps until there is another, or for so many milliseconds. */
  sleep(received: number, most: number): void {
    Atomics.wait(this.#words, WORD.POSTED, received, most);
  }

  get beats(): number {
    return Atomics.load(this.#words, WORD.BEAT);
  }
  beat(): void {
    Atomics.add(this.#words, WORD.BEAT, 1);
  }

  /** Answers the oldest request that has no answer. */
  answer(value: number): void {
    Atomics.store(this.#words, WORD.ANSWER, value);
    Atomics.add(this.#words, WORD.REQUESTS, 1);
    Atomics.notify(this.#words, WORD.REQUESTS);
  }
  /** Sends a request and waits for its answer; -1 where none comes. */
  ask(send: () => void): number {
    const before = Atomics.load(this.#words, WORD.REQUESTS);
    send();
    return this.#untilDead(() => {
      if (Atomics.load(this.#words, WORD.REQUESTS) !== before) return true;
      Atomics.wait(this.#words, WORD.REQUESTS, before, PATIENCE);
      return false;
    })
      ? Atomics.load(this.#words, WORD.ANSWER)
      : -1;
  }

  get completed(): number {
    return Number(Atomics.load(this.#completed, 0));
  }
  complete(launch: number): void {
    Atomics.store(this.#completed, 0, BigInt(launch));
    Atomics.notify(this.#completed, 0);
  }
  /** Waits until launch `n` is complete; false if the owner is dead. */
  waitFor(n: number): boolean {
    return this.#untilDead(() => {
      const seen = Atomics.load(this.#completed, 0);
      if (Number(seen) >= n) return true;
      Atomics.wait(this.#completed, 0, seen, PATIENCE);
      return false;
    });
  }

  /** Tries until it succeeds; false when the owner serves nothing more, or, `closing`, shows no sign of life any more. */
  #untilDead(attempt: () => boolean, closing = false): boolean {
    let beat = this.beats;
    let heard = performance.now();
    while (!attempt()) {
      const now = this.beats;
      if (now !== beat) [beat, heard] = [now, performance.now()];
      if (this.state === STATE.FAILED || this.state === STATE.CLOSED) return attempt();
      if (this.state === STATE.BROKEN && !closing) return attempt();
      if (performance.now() - heard > SILENCE) return false;
    }
    return true;
  }

  /** Messages about failures that the owner has sent (`failures.ts`). */
  get failures(): number {
    return Atomics.load(this.#words, WORD.FAILURES);
  }
  failed(): void {
    Atomics.add(this.#words, WORD.FAILURES, 1);
  }
}
