/** The device that tasks are wanted on while a scope is open (`np.device`), and the names of the machine's devices. */
import { ArgumentError } from '../../base/index.js';
import { kindOn, type TaskKind } from '../../task/index.js';

/** The host's device, whichever it is. */
const HOST = 'cpu';

export class DeviceScope {
  /** By number; the host's is 0. */
  readonly names: readonly string[];
  /** The number of the innermost scope's device; -1 outside all. */
  wanted = -1;

  /** `accelerators`: their names. */
  constructor(accelerators: readonly string[]) {
    this.names = [HOST, ...accelerators];
  }

  /** The kind of a task that is issued now. */
  kindOf(kind: TaskKind): TaskKind {
    return this.wanted < 0 ? kind : kindOn(kind, this.wanted);
  }

  /** The number of a device. Throws `ArgumentError` for a name that no device has. */
  numberOf(operation: string, name: string): number {
    const number = this.names.indexOf(name);
    if (number >= 0) return number;
    throw new ArgumentError(
      `${operation}: expected a device of this machine, ${this.names.map((n) => `'${n}'`).join(' or ')}, got '${name}'`,
    );
  }

  /** Runs `fn`; its tasks are wanted on a device. Throws `ArgumentError` where it is asynchronous. */
  run<T>(name: string, fn: () => T): T {
    const before = this.wanted;
    const number = this.numberOf('device', name);
    this.wanted = this.names.length === 1 ? -1 : number;
    try {
      const result = fn();
      if (result instanceof Promise) throw new ArgumentError('device: the function must not be async; await outside np.device');
      return result;
    } finally {
      this.wanted = before;
    }
  }
}
