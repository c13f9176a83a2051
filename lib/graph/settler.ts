/**
 * Awaiting events without blocking the loop. While there is something for this thread to do it works, a slice at a time;
 * otherwise it rests, and the machine calls when an event is complete or there is work again.
 */
import { DisposedError, nextTurn } from '../base/index.js';
import { type NativeMachine, REST, WAIT } from './addon.js';

const SLICE_MS = 1;
/** How often this thread looks at its actors that wait for messages, which wake no thread. */
const LOOK_AGAIN_MS = 2;

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class Settler {
  readonly #machine: NativeMachine;
  readonly #waiting = new Map<number, Waiting[]>();
  #wake: (() => void) | null = null;
  #driving = false;
  #closed = false;

  constructor(machine: NativeMachine) {
    this.#machine = machine;
  }

  /** Resolves when the event is complete, poisoned or not. Rejects with `DisposedError` when the machine stops before. */
  settle(event: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const others = this.#waiting.get(event);
      if (others !== undefined) others.push({ resolve, reject });
      else {
        this.#waiting.set(event, [{ resolve, reject }]);
        this.#machine.notify(event);
      }
      if (this.#closed) this.#rejectAll();
      else if (!this.#driving) void this.#drive();
    });
  }

  /** The machine's call. */
  woken(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }

  /** The machine was stopped. */
  close(): void {
    this.#closed = true;
    this.#rejectAll();
    this.woken();
  }

  async #drive(): Promise<void> {
    this.#driving = true;
    while (this.#waiting.size > 0) {
      const left = this.#machine.work(SLICE_MS);
      if (left === WAIT.STOPPED) this.close();
      for (const event of this.#machine.notices()) this.#resolve(event);
      if (this.#waiting.size > 0) await (left === WAIT.IDLE ? this.#rest() : nextTurn());
    }
    this.#driving = false;
  }

  #rest(): Promise<void> {
    const rest = this.#machine.rest();
    if (rest === REST.WORK) return nextTurn();
    return new Promise((resolve) => {
      const timer = rest === REST.LOOK_AGAIN ? setTimeout(() => this.woken(), LOOK_AGAIN_MS) : undefined;
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #resolve(event: number): void {
    const waiting = this.#waiting.get(event) ?? [];
    this.#waiting.delete(event);
    for (const { resolve } of waiting) resolve();
  }

  #rejectAll(): void {
    const error = new DisposedError('done: the task runtime was closed before the event was complete');
    const waiting = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
