/**
 * Places the tasks of a window before they are fused: device 0 is the host, devices from 1 on are accelerators by their number. A task
 * stays on the host if its body is no kernel and no routine that an accelerator has, or if no accelerator can hold and run it. Otherwise it
 * goes to the accelerator that holds most bytes of its operands, if these are more than the host's or if the task is large enough for that
 * to pay; or, where that is asked for, to where the window's tasks cost least together (`weigher.ts`). The answer depends on the window's
 * canonical form alone, places of roots included, and on figures that stay as they are, never on time: so the plan of a form serves all
 * windows of that form.
 *
 *     x, y: float32, on the host; large      s = x * y + x     gpu0    both are moved there
 *     n = s.sum(); r = n / 2                 0-d               gpu0    where s is
 *     z = f(r), float64                      z                 host    'float64'
 */
import type { DType } from '../dtype/index.js';
import type { Kernel } from '../ir/index.js';
import { sizeOf } from '../shape/index.js';
import { copiedTo, placeOf, type Root, writtenAt } from '../store/index.js';
import { type Task, WEIGHED } from '../task/index.js';
import type { Figures } from './figures.js';
import { warnOfFloat64 } from './notice.js';
import { weigh } from './weigher.js';
import { workOf } from './work.js';

/** The part of an accelerator that placement needs (`device/machine.ts`). */
interface Target {
  readonly name: string;
  readonly least: number;
  readonly largest: number;
  itemSize(dtype: DType): number;
  readonly isLost?: boolean;
  holds?(arrays: readonly number[]): boolean;
  hasRoutine(name: string): boolean;
  cannotRun(kernel: Kernel): string | null;
}

/** How tasks are placed that are wanted on no device in particular. */
interface Weighing {
  /** Whether by costs, all of them. */
  readonly all: boolean;
  /** By accelerator; asked for when the first window is placed by costs. */
  readonly figures: () => readonly Figures[];
}

/** The device that a task is wanted on: its number, or -1 for any. */
export type Wish = (task: Task, position: number) => number;

export interface Placed {
  /** By task. */
  readonly devices: Uint8Array;
  /** Whether a device has room for these roots, all used by one kernel; null where all have. */
  readonly hasRoom: ((device: number, roots: readonly Root[]) => boolean) | null;
  /** For each task that stayed on the host although accelerators are there: why, in a word or a few. */
  readonly stayed: readonly string[];
  /** By task: whether its device is the placer's own choice. */
  readonly free: readonly boolean[];
}

/** The part of a memory that the arrays of one kernel may take: blocks are larger than arrays, and some are copied within the memory. */
const USABLE = 7 / 8;

/** Elements of a launch, at most: accelerators count with 32 bits. */
const MOST_ELEMENTS = 2 ** 31 - 1;

/** A task may run there. */
const ABLE = '';
/** A task stays, since that costs less than to move it and its arrays. */
const COST = 'cost';

/** The placement, with tasks on the host that an accelerator refuses when they are fused; `refused`: why, by task. */
export function keptHome(placed: Placed | null, refused: ReadonlyMap<number, string>): Placed | null {
  if (placed === null || refused.size === 0) return placed;
  const devices = placed.devices.map((device, t) => (refused.has(t) ? 0 : device));
  return { ...placed, devices, stayed: [...placed.stayed, ...refused.values()] };
}

export class Placer {
  readonly #targets: readonly Target[];
  readonly #wish: Wish;
  /** By device: bytes of arrays that a task or a kernel may use there. */
  readonly #room: readonly number[];
  readonly #isLimited: boolean;
  /** By target: its answers for kernels (`whyNot`). */
  readonly #said: readonly WeakMap<Kernel, string>[];
  readonly #weighing: Weighing;
  #figures: readonly Figures[] | null = null;
  #weighs: boolean;

  /** `capacities`: by target, bytes of its memory. */
  constructor(targets: readonly Target[], wish: Wish, weighing: Weighing, capacities: readonly number[] = []) {
    this.#targets = targets;
    this.#weighing = weighing;
    this.#weighs = weighing.all;
    this.#wish = wish;
    this.#room = [Number.POSITIVE_INFINITY, ...targets.map((_, t) => (capacities[t] ?? Number.POSITIVE_INFINITY) * USABLE)];
    this.#isLimited = targets.some(({ holds }, t) => holds !== undefined || this.#room[t + 1] < Number.POSITIVE_INFINITY);
    this.#said = targets.map(() => new WeakMap<Kernel, string>());
  }

  /** Whether windows are placed by costs, all or some. */
  get weighs(): boolean {
    return this.#weighs;
  }

  /** Asked for once: by accelerator. */
  get figures(): readonly Figures[] {
    return (this.#figures ??= this.#weighing.figures());
  }

  /** Places tasks; their roots carry their slots. */
  place(tasks: readonly Task[], slots: readonly Root[]): Placed {
    const entry = slots.map((root) => placeOf(root));
    // By slot, 1 more than the device's number; 0 for contents that are nowhere.
    const places = entry.map(writtenAt);
    const wishes = tasks.map((task, t) => this.#wanted(task, t));
    const isWeighed = tasks.map(({ kind }, t) => wishes[t] < 0 && (this.#weighing.all || kind.device === WEIGHED));
    const found = tasks.map((task, t) => {
      const device = isWeighed[t] || wishes[t] === 0 ? 0 : this.#deviceFor(task, wishes[t], places);
      task.roots.forEach((root, k) => {
        if (task.kind.args[k].privilege !== 'read') places[root.slot] = typeof device === 'string' ? 1 : device + 1;
      });
      return device;
    });
    if (isWeighed.includes(true)) this.#weigh(tasks, entry, isWeighed, found);
    const stayed = found.filter((device) => typeof device === 'string');
    const devices = Uint8Array.from(found, (device) => (typeof device === 'string' ? 0 : device));
    const placed = { devices, hasRoom: this.#isLimited ? this.#hasRoom : null, stayed, free: wishes.map((device) => device < 0) };
    warnOfFloat64(placed, this.#targets[0].name);
    return placed;
  }

  /** The number of the device that a task is wanted on; -1 for any. */
  #wanted(task: Task, t: number): number {
    const { device } = task.kind;
    return device < 0 || device === WEIGHED ? this.#wish(task, t) : device;
  }

  /** Places tasks by costs: fills in their devices, or why they stay. */
  #weigh(tasks: readonly Task[], entry: readonly number[], isWeighed: readonly boolean[], found: (number | string)[]): void {
    this.#weighs = true;
    const why = tasks.map((task, t) => (isWeighed[t] ? this.#targets.map((_, g) => this.#whyNot(task, g)) : []));
    const isAble = (t: number, device: number): boolean => why[t][device - 1] === ABLE;
    const fixed = found.map((device, t) => (why[t].includes(ABLE) ? -1 : typeof device === 'string' ? 0 : device));
    const isValid = (slot: number, device: number): boolean =>
      writtenAt(entry[slot]) === device + 1 || copiedTo(entry[slot]) === device + 1;
    const labels = weigh({ ...workOf(tasks), fixed, isAble, isValid, figures: this.figures });
    labels.forEach((device, t) => {
      if (isWeighed[t]) found[t] = device > 0 ? device : why[t].includes(ABLE) ? COST : why[t][0];
    });
  }

  /** The device for a task that is wanted on an accelerator, or nowhere in particular; or why it stays on the host. */
  #deviceFor(task: Task, wanted: number, places: readonly number[]): number | string {
    const why = this.#targets.map((_, t) => this.#whyNot(task, t));
    if (wanted > 0) return why[wanted - 1] === ABLE ? wanted : (why[wanted - 1] ?? 'no such device');
    if (!why.includes(ABLE)) return why[0];
    const bytes = bytesBy(task, places, this.#targets.length);
    let best = -1;
    why.forEach((reason, t) => {
      if (reason === ABLE && (best < 0 || bytes[t + 1] > bytes[best + 1])) best = t;
    });
    const elements = task.views.reduce((most, { size }) => Math.max(most, size), 0);
    if (bytes[best + 1] > bytes[0] || elements >= this.#targets[best].least) return best + 1;
    return 'small';
  }

  #hasRoom = (device: number, roots: readonly Root[]): boolean => {
    const target = this.#targets[device - 1];
    if (target === undefined) return true;
    const room = this.#room[device];
    if (room === Number.POSITIVE_INFINITY && target.holds === undefined) return true;
    const bytes = [...new Set(roots)].map((root) => root.bytes);
    return bytes.reduce((sum, some) => sum + some, 0) <= room && (target.holds?.(bytes) ?? true);
  };

  #whyNot(task: Task, t: number): string {
    const { kind, domain, roots } = task;
    const { body } = kind;
    if (kind.index !== null) return 'index launch';
    if (body.kind !== 'kernel' && body.kind !== 'native') return 'body';
    const target = this.#targets[t];
    if (target.isLost) return 'lost';
    for (const { dtype, bytes } of roots) {
      if (target.itemSize(dtype) !== dtype.size) return dtype.name;
      if (bytes > target.largest) return 'size';
    }
    if (body.kind === 'kernel' && elementsOf(task) > MOST_ELEMENTS) return 'size';
    if (!this.#hasRoom(t + 1, roots)) return 'memory';
    if (body.kind === 'native') return target.hasRoutine(body.routine) ? ABLE : 'routine';
    return this.#answer(t, body.kernel(domain.length));
  }

  #answer(t: number, kernel: Kernel): string {
    let said = this.#said[t].get(kernel);
    if (said === undefined) this.#said[t].set(kernel, (said = this.#targets[t].cannotRun(kernel) ?? ABLE));
    return said;
  }

  /** Why a device cannot run a fused kernel of tasks that it can run one by one; null for one that it can. */
  refuses(device: number, kernel: Kernel): string | null {
    return device === 0 ? null : this.#answer(device - 1, kernel) || null;
  }
}

/** The most elements that a task counts: of its domain, of its arrays, and of its views, which may repeat elements. */
function elementsOf({ domain, roots, views }: Task): number {
  const arrays = roots.map(({ bytes, dtype }) => bytes / dtype.size);
  return Math.max(sizeOf(domain), ...arrays, ...views.map(({ size }) => size));
}

/** Bytes that a task reads, by the device that holds them. */
function bytesBy({ kind, roots, views }: Task, places: readonly number[], targets: number): number[] {
  const bytes = new Array<number>(targets + 1).fill(0);
  roots.forEach(({ slot, dtype }, k) => {
    const device = Math.max(0, places[slot] - 1);
    if (kind.args[k].privilege !== 'write') bytes[device] += views[k].size * dtype.size;
  });
  return bytes;
}
