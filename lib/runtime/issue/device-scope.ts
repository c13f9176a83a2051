/** The device that tasks are wanted on while a scope is open (`np.device`), and the names of the machine's devices. */
import { ArgumentError, isAsynchronous } from '../../base/index.js';
import type { Accelerator } from '../../device/index.js';
import { kindOn, type TaskKind, WEIGHED } from '../../task/index.js';

/** The host's device, whichever it is. */
const HOST = 'cpu';
/** In place of a device: where operations cost least. */
const AUTO = 'auto';

export class DeviceScope {
  /** By number; the host's is 0. */
  readonly names: readonly string[];
  /** Kinds of accelerators, in the same order. */
  readonly #kinds: readonly string[];
  /** The number of the innermost scope's device, or `WEIGHED`; -1 outside all. */
  wanted = -1;

  constructor(accelerators: readonly Pick<Accelerator, 'name' | 'kind'>[]) {
    this.names = [HOST, ...accelerators.map(({ name }) => name)];
    this.#kinds = accelerators.map(({ kind }) => kind);
  }

  /** The kind of a task that is issued now. */
  kindOf(kind: TaskKind): TaskKind {
    return this.wanted < 0 ? kind : kindOn(kind, this.wanted);
  }

  /** The number of a device, or of the first of a kind. Throws `ArgumentError` for a name that no device has. */
  numberOf(operation: string, name: string): number {
    const number = this.names.indexOf(name);
    if (number >= 0) return number;
    const first = this.#kinds.indexOf(name);
    if (first >= 0) return 1 + first;
    const how = name === 'webgpu' || name.startsWith('gpu') ? '; a program started with --device webgpu has a GPU' : '';
    throw new ArgumentError(
      `${operation}: expected a device of this machine, ${this.names.map((n) => `'${n}'`).join(' or ')}, got '${name}'${how}`,
    );
  }

  /** Runs `fn`; its tasks are wanted on a device, or where they cost least (`auto`). Throws `ArgumentError` where it is asynchronous. */
  run<T>(name: string, fn: () => T): T {
    const before = this.wanted;
    const number = name === AUTO ? WEIGHED : this.numberOf('device', name);
    this.wanted = this.names.length === 1 ? -1 : number;
    try {
      const result = fn();
      if (isAsynchronous(result)) throw new ArgumentError('device: the function must not be async; await outside np.device');
      return result;
    } finally {
      this.wanted = before;
    }
  }
}
