/** Steps that are not launched, since an array found no memory. */
import { OutOfMemoryError } from '../../base/index.js';
import type { Plan, Step } from '../../fusion/index.js';
import type { Root } from '../../store/index.js';
import type { Window } from '../issue/index.js';
import type { FailureLog } from './failure-log.js';
import type { Queue } from './queue.js';

/** A step that was not launched; all launches before it are complete, and their errors are in their roots. */
export interface Refusal {
  readonly window: Window;
  readonly step: Step;
  /** The window's slots that get no memory. */
  readonly eliminated: readonly number[];
  /** The slot that found no memory; -1 where that is not known, or where it was the step's own scratch memory. */
  readonly slot: number;
  /** A part of the step was launched. */
  readonly isBegun: boolean;
  readonly error: OutOfMemoryError;
}

/** Has the failure noted, and launches the step's tasks that can do without the memory. */
export type Refused = (refusal: Refusal) => void;

export class Refuser {
  readonly #queues: readonly Pick<Queue, 'wait' | 'last'>[];
  readonly #failureLog: FailureLog;
  readonly #refused: Refused;

  constructor(queues: readonly Pick<Queue, 'wait' | 'last'>[], failureLog: FailureLog, refused: Refused) {
    this.#queues = queues;
    this.#failureLog = failureLog;
    this.#refused = refused;
  }

  /** As `refuse`, of a step of a plan over one memory. */
  refuseStep(error: unknown, window: Window, { steps, eliminated }: Plan, i: number): void {
    this.refuse(error, { window, step: steps[i], eliminated, slot: slotWithout(steps[i], window.slots), isBegun: false });
  }

  /** A step was not launched because of an error of memory; throws all other errors. */
  refuse(error: unknown, step: Omit<Refusal, 'error'>): void {
    if (!(error instanceof OutOfMemoryError)) throw error;
    for (const queue of this.#queues) queue.wait(queue.last);
    this.#failureLog.settle();
    this.#refused({ ...step, error });
  }
}

/** The first slot of a step without memory, as `Steps.allocate` looks for them; -1 for none. */
function slotWithout({ writes, reads }: Step, slots: readonly Root[]): number {
  return [...writes, ...reads].find((slot) => slots[slot].address === 0) ?? -1;
}
