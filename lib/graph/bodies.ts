/**
 * Bodies of tasks: JavaScript functions of this program (they run on the thread that made the runtime), functions that
 * modules export (they run on any processor), and native functions (by address).
 */
import { ArgumentError, invariant, isAsynchronous, TaskError } from '../base/index.js';
import { MODULE_TOKEN, MOST_MODULES } from './addon.js';
import type { Failures } from './failures.js';
import type { ModuleBody } from './worker.js';

/** A registered body; `Args` is the type of the argument that each launch passes. */
export interface RegisteredTask<Args = unknown> {
  readonly name: string;
  readonly kind: 'local' | 'module' | 'native';
  /** Module: its number. Native: the function's address. */
  readonly number: number;
  readonly body: ((args: Args) => void) | null;
}

interface Call {
  readonly task: RegisteredTask<never>;
  readonly args: unknown;
  /** Graphs call again; a task's call is forgotten once made. */
  readonly kept: boolean;
}

/** Calls that native code makes back, by token: of local bodies, and of modules' bodies that this thread runs. */
export class Bodies {
  readonly #calls = new Map<number, Call>();
  readonly #modules: ModuleBody[] = [];
  readonly #failures: Failures;
  #nextToken = 1;
  #depth = 0;

  constructor(failures: Failures) {
    this.#failures = failures;
  }

  /** Whether a body is running on this thread. */
  get running(): boolean {
    return this.#depth > 0;
  }

  /** Calls that were promised and not made. */
  get pending(): number {
    return this.#calls.size;
  }

  get modules(): number {
    return this.#modules.length;
  }

  addModule(body: ModuleBody): void {
    this.#modules.push(body);
  }

  /** The token for one call of a local body. */
  call(task: RegisteredTask<never>, args: unknown, kept: boolean): number {
    const token = this.#nextToken++;
    this.#calls.set(token, { task, args, kept });
    return token;
  }

  forget(token: number): void {
    this.#calls.delete(token);
  }

  /** The body of `NativeMachine`'s `run`. */
  run(token: number, poisoned: boolean): number {
    if (token >= MODULE_TOKEN)
      return this.#guarded(() => this.#modules[Math.floor(token / MODULE_TOKEN) - 1](token % MODULE_TOKEN));
    const call = this.#calls.get(token);
    invariant(call !== undefined, `no body has the token ${token}`);
    if (!call.kept) this.#calls.delete(token);
    if (poisoned) return 0;
    return this.#guarded(() => runLocal(call));
  }

  #guarded(body: () => void): number {
    this.#depth++;
    try {
      body();
      return 0;
    } catch (error) {
      return this.#failures.add(error);
    } finally {
      this.#depth--;
    }
  }
}

function runLocal(call: Call): void {
  const result: unknown = (call.task.body as ((args: unknown) => unknown) | null)?.(call.args);
  if (isAsynchronous(result)) {
    throw new TaskError(
      `task '${call.task.name}': its body returned a promise; bodies run to their end (trigger a user event at the end of later work)`,
    );
  }
}

/** The token for a module's body with an argument. Throws `ArgumentError`. */
export function moduleToken(task: RegisteredTask<never>, args: unknown): number {
  if (typeof args !== 'number' || !Number.isInteger(args) || args < 0 || args >= MODULE_TOKEN) {
    throw new ArgumentError(
      `launch: task '${task.name}' is a module's; its argument must be an integer in 0 … 2^48 − 1 (got ${String(args)})`,
    );
  }
  if (task.number > MOST_MODULES) {
    throw new ArgumentError(
      `launch: task '${task.name}' is module ${task.number}; at most ${MOST_MODULES + 1} can be registered`,
    );
  }
  return MODULE_TOKEN * (1 + task.number) + args;
}
