/** Native code carries a failure as a number; here are the errors that the numbers stand for. */
import { DeviceError, ManipleError, OutOfMemoryError, TaskError } from '../base/index.js';
import { STATUS } from './addon.js';

const FIRST = 1 << 20;
const LAST = (1 << 24) - 1;
const REMEMBERED = 1000;

/** A poisoned event's error without its cause: the latest causes are kept, for a program may never ask for one. */
export class Failures {
  readonly #errors = new Map<number, unknown>();
  readonly #textOf: (status: number) => string;
  #next = FIRST;

  /** `textOf`: the message of the error that a worker's body threw, by status. */
  constructor(textOf: (status: number) => string) {
    this.#textOf = textOf;
  }

  /** The status that stands for an error. */
  add(error: unknown): number {
    const status = this.#next;
    this.#next = status === LAST ? FIRST : status + 1;
    this.#errors.set(status, error);
    if (this.#errors.size > REMEMBERED) {
      for (const oldest of this.#errors.keys()) {
        this.#errors.delete(oldest);
        break;
      }
    }
    return status;
  }

  /** The error to show for a status. */
  errorFor(status: number): ManipleError {
    const cause = this.#errors.get(status);
    if (cause instanceof ManipleError) return cause;
    if (cause !== undefined) return new TaskError(`a task failed: ${messageOf(cause)}`, { cause });
    if (status === STATUS.OUT_OF_MEMORY)
      return new OutOfMemoryError('allocate: the system refused the memory; free some, or ask for less');
    if (status === STATUS.DEVICE) return new DeviceError('an asynchronous device refused a task');
    if (status === STATUS.HOST_GONE) return new TaskError('a task was lost: the thread that ran it ended; launch it again');
    if (status === STATUS.CANCELLED) return new TaskError('a task was cancelled');
    const text = status > LAST ? this.#textOf(status) : '';
    if (text !== '') return new TaskError(`a task failed on a worker thread: ${text}`, { cause: new Error(text) });
    return new TaskError(`a task failed: its body returned status ${status}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
