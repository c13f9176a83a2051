/**
 * The errors that users meet. Every one is a `ManipleError` and says the operation, what it expected, what it
 * got and what to do. Internal errors are not among them: see `invariant`.
 */
import { ownFrames, type Site } from './frames.js';
import { isStackOverflow } from './stack.js';

/** Frames of the package that may lie between an error and the user's call. */
const OWN_FRAMES = 16;

/**
 * The parent of every error that maniple throws at its users. `code` is stable; `message` is for people; the stack begins with the user's
 * frames (`frames.ts`).
 */
export class ManipleError extends Error {
  readonly code: string = 'ERR_MANIPLE';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    const { stackTraceLimit } = Error;
    const captured = capture(new.target, stackTraceLimit);
    if (captured !== null) setStack(this, () => ownFrames(String(captured.stack), stackTraceLimit));
  }
}

/** Marks the errors of every copy of the library in a process: the command has parts with a copy of this room (`.ci/bundle.mjs`). */
const MARK = Symbol.for('maniple.error');
Object.defineProperty(ManipleError.prototype, MARK, { value: true });

/** Whether a value is an error of the library, of this copy or a different one. */
export function isManipleError(error: unknown): error is ManipleError {
  return error instanceof Error && MARK in error;
}

/** A stack that is put into words when it is asked for, as the engine's is; null in programs that froze Error. */
function capture(above: new (...given: never[]) => Error, limit: number): { readonly stack?: unknown } | null {
  const holder = {};
  if (!(limit > 0)) return null;
  try {
    Error.stackTraceLimit = limit + OWN_FRAMES;
    Error.captureStackTrace(holder, above);
    return holder;
  } catch (error) {
    if (isStackOverflow(error)) throw error;
    return null;
  } finally {
    if (Error.stackTraceLimit !== limit) Error.stackTraceLimit = limit;
  }
}

/**
 * Gives an error frames of its own. A text in their place makes the engine drop its record of them first: from Node 26 on an uncaught error is
 * printed below the first line of that record, which is a line of the packed library.
 */
function setStack(error: Error, make: () => string): void {
  error.stack = '';
  let frames: string | null = null;
  Object.defineProperty(error, 'stack', {
    get: () => {
      frames ??= make();
      return `${error.name}: ${error.message}${frames === '' ? '' : `\n${frames}`}`;
    },
    set: (value: unknown) => Object.defineProperty(error, 'stack', { value, writable: true, configurable: true }),
    configurable: true,
  });
}

/**
 * An error that is made long before it is thrown, if it is: without frames, which would be of no use then, and for which V8 parses again the
 * functions that are on the stack.
 */
export function withoutStack<E extends Error>(make: () => E): E {
  const { stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 0;
  } catch {
    // A program froze Error.
    return make();
  }
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Marks the errors of every copy of the library whose message names the line that issued the operation. */
const ISSUED = Symbol.for('maniple.issued');

/** Whether an error's message names the line that issued its operation (`issuedFrom`): a body may throw the error of an array that it reads. */
export function saysWhereIssued(error: Error): boolean {
  return ISSUED in error;
}

/** Has an error that comes up at a reader say where its operation was issued, and its stack begin there. */
export function issuedFrom<E extends ManipleError>(error: E, site: Site | null): E {
  if (site === null) return error;
  error.message += site.isCertain
    ? `; issued at ${site.where}`
    : `; first issued at ${site.where} (MANIPLE_DEBUG=1 tells each time)`;
  setStack(error, () => site.frames.join('\n'));
  Object.defineProperty(error, ISSUED, { value: true });
  return error;
}

/** Shapes that do not fit: broadcasting, contraction, assignment. */
export class ShapeError extends ManipleError {
  override readonly code = 'ERR_SHAPE';
}
/** A dtype that an operation does not take, or a value that does not fit one. */
export class DTypeError extends ManipleError {
  override readonly code = 'ERR_DTYPE';
}
/** An axis, index or slice outside its array. */
export class IndexError extends ManipleError {
  override readonly code = 'ERR_INDEX';
}
/** An argument with a value that makes no sense (a negative count, an unknown option). */
export class ArgumentError extends ManipleError {
  override readonly code = 'ERR_ARGUMENT';
}
/** A file that is not in its format; names the file, the line where it can, and the expected text. */
export class FileFormatError extends ManipleError {
  override readonly code = 'ERR_FILE_FORMAT';
}
/** A file that the system does not let be opened, read, written or replaced; `system` is its code, such as `ENOSPC`. */
export class FileError extends ManipleError {
  override readonly code = 'ERR_FILE';
  readonly path: string;
  readonly system: string;
  constructor(message: string, options?: ErrorOptions & { readonly path?: string; readonly system?: string }) {
    super(message, options);
    this.path = options?.path ?? '';
    this.system = options?.system ?? '';
  }
}
/** Memory that could not be had. */
export class OutOfMemoryError extends ManipleError {
  override readonly code = 'ERR_OUT_OF_MEMORY';
}
/** A device that is absent, lost or refuses. */
export class DeviceError extends ManipleError {
  override readonly code = 'ERR_DEVICE';
}
/** A task's body threw, or its worker died; `cause` has the reason. */
export class TaskError extends ManipleError {
  override readonly code = 'ERR_TASK';
}
/** Contents that were being computed when the program was interrupted: a timeout, Ctrl-C, a stack that overflowed. */
export class InterruptedError extends ManipleError {
  override readonly code = 'ERR_INTERRUPTED';
}
/** A setting that is unknown or has a value outside its range. */
export class ConfigError extends ManipleError {
  override readonly code = 'ERR_CONFIG';
}
/** An array that was disposed of and used afterwards. */
export class DisposedError extends ManipleError {
  override readonly code = 'ERR_DISPOSED';
}
/** An iterative solver that did not reach its tolerance. */
export class ConvergenceError extends ManipleError {
  override readonly code = 'ERR_CONVERGENCE';
}
/** A trace with a body that did not repeat the tasks recorded under its name. */
export class TraceError extends ManipleError {
  override readonly code = 'ERR_TRACE';
}
/** A command of a schedule that its statement does not allow, or a schedule that a machine cannot carry out (`maniple/tensor`). */
export class ScheduleError extends ManipleError {
  override readonly code = 'ERR_SCHEDULE';
}
