/** Events of the explicit model (thesis 6.2): each stands for the completion of one operation, or for a trigger of the user's. */
import { invariant } from '../base/index.js';

export type EventState = 'pending' | 'done' | 'poisoned';

/** The part of a runtime that events use. */
export interface EventHost {
  stateOf(id: number): EventState;
  errorOf(id: number): Error | null;
  waitFor(event: Event): void;
  settle(event: Event): Promise<void>;
  trigger(event: UserEvent, error: unknown): void;
}

const UNISSUED = -1;

/**
 * The completion of an operation. Compare nothing but identity; pass it to operations that must come after.
 *
 * @example
 * const rt = createTaskRuntime({ procs: 1 });
 * const event = rt.launch(0, rt.register('nothing', () => {}));
 * event.wait();
 * event.state; // 'done'
 * event.error; // null
 * const failed = rt.launch(0, rt.register('fail', () => { throw new Error('no data'); }));
 * await failed.done().catch((error) => error.cause.message); // 'no data'
 * failed.state; // 'poisoned'
 * await rt.close();
 */
export class Event {
  readonly host: EventHost;
  #id: number;

  constructor(host: EventHost, id: number = UNISSUED) {
    this.host = host;
    this.#id = id;
  }

  /** The machine's number for it; a batch gives its events theirs when it ends. */
  get id(): number {
    invariant(this.#id !== UNISSUED, 'an event was used before its batch was issued');
    return this.#id;
  }

  get issued(): boolean {
    return this.#id !== UNISSUED;
  }

  /** Called once, by the batch. */
  assign(id: number): void {
    this.#id = id;
  }

  get state(): EventState {
    return this.issued ? this.host.stateOf(this.id) : 'pending';
  }

  /** The error that poisoned it; null when it is not poisoned, or not yet. */
  get error(): Error | null {
    return this.issued ? this.host.errorOf(this.id) : null;
  }

  /**
   * Blocks until the operation is complete; this thread helps meanwhile. Throws the error that poisoned it: `TaskError` with the body's
   * error as its cause, `OutOfMemoryError` for an allocation.
   */
  wait(): void {
    this.host.waitFor(this);
  }

  /** As `wait`, without blocking the loop. */
  done(): Promise<void> {
    return this.host.settle(this);
  }
}

/**
 * An event that the program triggers, once.
 *
 * @example
 * const rt = createTaskRuntime({ procs: 1 });
 * const start = rt.userEvent();
 * const order = [];
 * const task = rt.register('task', () => void order.push('task'));
 * const ran = rt.launch(0, task, undefined, [start]);
 * order.push('program');
 * start.trigger();
 * await ran.done();
 * order; // ['program', 'task']
 * await rt.close();
 */
export class UserEvent extends Event {
  /** Lets everything that waits for it go on. Throws `ArgumentError` when it was triggered before. */
  trigger(): void {
    this.host.trigger(this, null);
  }

  /** Poisons it: operations that wait for it do not run, and fail with `error` as the cause. */
  poison(error: unknown): void {
    this.host.trigger(this, error ?? new Error('poisoned'));
  }
}
