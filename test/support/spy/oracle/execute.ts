/**
 * Carries out tasks of a launch over a range of indices, point by point. A point does all tasks in turn; what one of them makes, the
 * next ones find in the point, not in memory. An element gets its version when all that its task reads is as the program has it,
 * and else `WRONG`, which whoever reads it passes on.
 */
import type { LogArg, LogBox } from '../../../../lib/spy/index.js';
import { type Access, ANY, BEGIN, type Cells, END, type Run } from './cells.js';
import { MOST, type Stage, viewed, volume } from './program.js';

/** The version of an element that is not as the program has it. */
export const WRONG = 2 ** 40;

export interface Place {
  readonly address: number;
  readonly bytes: number;
}

/** Where a launch has its arguments' elements; null where it has not. */
export interface Places {
  load(arg: LogArg, element: number): Place | null;
  store(arg: LogArg, element: number): Place | null;
  /** Elements that the launch does not look at, since values say so. */
  skips(arg: LogArg, element: number): boolean;
}

export interface Job {
  readonly stages: readonly Stage[];
  readonly from: number;
  readonly to: number;
  /** Points are indices of the first axis, or of all but the first of tasks with an axis more. */
  readonly split: 'columns' | 'rows' | null;
  readonly boxes: readonly (LogBox | null)[];
  readonly run: Run;
  readonly units: readonly number[];
  readonly places: Places;
  readonly cells: Cells;
}

/** What indices have left of a result. */
export interface Partial {
  readonly stage: Stage;
  readonly k: number;
  /** Tells sets of indices from each other. */
  sum: number;
  good: boolean;
}

const mixed = (index: number): number => Math.imul(index + 1, 2654435761) >>> 0;

/** Whether a result has come of each index once. */
export function complete({ stage, sum, good }: Partial, indices: number): boolean {
  if (stage.task.body !== 'kernel') return good;
  let whole = 0;
  for (let i = 0; i < indices; i++) whole += mixed(i);
  return good && sum === whole;
}

/** Results are complete when all indices are done. */
const LATE: readonly string[] = ['full', 'columns', 'bins'];

export class Execution {
  readonly #job: Job;
  readonly #domain: readonly number[];
  /** Values that all points have before they begin. */
  readonly #early = new Map<number, number>();
  readonly #elements = new Map<LogArg, number[]>();
  readonly partials: Partial[] = [];

  constructor(job: Job) {
    this.#job = job;
    const domains = job.stages.flatMap(({ task: { domain } }) => (domain.length > 0 ? [domain] : []));
    const rank = job.split === 'rows' ? Math.min(...domains.map(({ length }) => length)) : domains[0]?.length;
    this.#domain = domains.find(({ length }) => length === rank) ?? [];
  }

  /** How many indices all points together have. */
  get indices(): number {
    return this.#job.split === 'columns' ? (this.#domain[0] ?? 1) : volume(this.#domain);
  }

  /** Returns stores of values that are made when all points are done. */
  execute(): readonly (() => void)[] {
    const { stages, from, to } = this.#job;
    if (stages.some(({ task }) => task.body !== 'kernel')) {
      for (const stage of stages) this.#opaque(stage);
      return [];
    }
    const early = this.#domain.length > 0 ? stages.filter(({ task }) => task.domain.length === 0) : [];
    const late = early.flatMap((stage) => this.#before(stage));
    const points = stages.filter((stage) => !early.includes(stage));
    const whole = new Map(points.map((stage) => [stage, this.#readsAll(stage)]));
    for (const stage of points)
      stage.task.args.forEach((arg, k) => {
        if (arg.privilege !== 'read' && arg.access !== 'elementwise' && arg.access !== 'rows')
          this.partials.push({ stage, k, sum: 0, good: true });
      });
    const rows = new Map<LogArg, Map<number, { count: number; good: boolean }>>();
    for (let index = from; index < to; index++) {
      const local = new Map<number, number>();
      for (const stage of points) this.#point(stage, index, local, whole.get(stage) === true, rows);
    }
    for (const stage of points) this.#storeRows(stage, rows);
    return late;
  }

  #access(part: number): Access {
    return { run: this.#job.run, units: this.#job.units, part };
  }

  #of(arg: LogArg): number[] {
    let elements = this.#elements.get(arg);
    if (elements === undefined) this.#elements.set(arg, (elements = viewed(arg)));
    return elements;
  }

  /** A task over no axes, which each point carries out for itself. */
  #before(stage: Stage): (() => void)[] {
    const { args } = stage.task;
    const begin = this.#access(BEGIN);
    const good = args.every((arg, k) => arg.privilege === 'write' || this.#of(arg).every((e) => this.#right(stage, k, e, begin)));
    return args.flatMap((arg, k) => {
      if (arg.privilege === 'read') return [];
      return this.#of(arg).map((element) => {
        const version = good ? stage.left[k][element] : WRONG;
        this.#early.set(arg.root * MOST + element, version);
        return () => this.store(stage, k, element, version, this.#access(END));
      });
    });
  }

  /** Arguments of which a point may read any element. */
  #readsAll(stage: Stage): boolean {
    const access = this.#access(ANY);
    return stage.task.args.every(
      (arg, k) =>
        arg.privilege === 'write' ||
        (arg.access !== 'whole' && arg.access !== 'bins') ||
        this.#of(arg).every((element) => this.#job.places.skips(arg, element) || this.#right(stage, k, element, access)),
    );
  }

  #point(
    stage: Stage,
    index: number,
    local: Map<number, number>,
    whole: boolean,
    rows: Map<LogArg, Map<number, { count: number; good: boolean }>>,
  ): void {
    const access = this.#access(index);
    let good = whole;
    stage.task.args.forEach((arg, k) => {
      if (arg.privilege === 'write' || arg.access === 'whole' || arg.access === 'bins') return;
      for (const element of this.#at(arg, index)) good = this.#right(stage, k, element, access, local) && good;
    });
    stage.task.args.forEach((arg, k) => {
      if (arg.privilege === 'read') return;
      if (arg.access === 'rows') this.#row(arg, index, good, rows);
      else if (arg.access !== 'elementwise') {
        const partial = this.partials.find((p) => p.stage === stage && p.k === k);
        if (partial === undefined) return;
        partial.sum += mixed(index);
        partial.good &&= good;
      } else
        for (const element of this.#at(arg, index)) {
          const version = good ? stage.left[k][element] : WRONG;
          local.set(arg.root * MOST + element, version);
          this.store(stage, k, element, version, access);
        }
    });
  }

  #row(arg: LogArg, index: number, good: boolean, rows: Map<LogArg, Map<number, { count: number; good: boolean }>>): void {
    let known = rows.get(arg);
    if (known === undefined) rows.set(arg, (known = new Map()));
    for (const element of this.#at(arg, index)) {
      const row = known.get(element) ?? { count: 0, good: true };
      known.set(element, { count: row.count + 1, good: row.good && good });
    }
  }

  #storeRows(stage: Stage, rows: Map<LogArg, Map<number, { count: number; good: boolean }>>): void {
    stage.task.args.forEach((arg, k) => {
      const indices = this.#job.split === 'columns' ? 1 : volume(this.#domain.slice(arg.shape.length));
      for (const [element, { count, good }] of rows.get(arg) ?? []) {
        const version = good && count === indices ? stage.left[k][element] : WRONG;
        this.store(stage, k, element, version, this.#access(END));
      }
    });
  }

  /** The elements of a view that belong to an index. */
  #at(arg: LogArg, index: number): number[] {
    const elements = this.#of(arg);
    if (LATE.includes(arg.access)) return elements;
    const axes = this.#job.split === 'columns' ? 1 : this.#domain.length;
    if (this.#job.split === 'rows' && arg.shape.length > axes) {
      const row = volume(this.#domain);
      return Array.from({ length: arg.shape[0] }, (_, i) => elements[i * row + index]);
    }
    const width = volume(arg.shape.slice(axes));
    const position = arg.access === 'rows' ? Math.floor(index / volume(this.#domain.slice(arg.shape.length, axes))) : index;
    return elements.slice(position * width, (position + 1) * width);
  }

  /** What does not work point by point reads and writes boxes of its arguments. */
  #opaque(stage: Stage): void {
    const { args } = stage.task;
    const { boxes, places } = this.#job;
    const access = this.#access(0);
    let good = true;
    args.forEach((arg, k) => {
      if (arg.privilege === 'write') return;
      for (const element of within(arg, boxes[k] ?? null))
        if (!places.skips(arg, element)) good = this.#right(stage, k, element, access) && good;
    });
    args.forEach((arg, k) => {
      if (arg.privilege === 'read') return;
      for (const element of within(arg, boxes[k] ?? null))
        this.store(stage, k, element, good ? stage.left[k][element] : WRONG, access);
    });
  }

  /** Whether an element is as the program has it when the task comes. */
  #right({ task, found }: Stage, k: number, element: number, access: Access, local?: ReadonlyMap<number, number>): boolean {
    const arg = task.args[k];
    const wanted = found[k][element];
    const key = arg.root * MOST + element;
    const near = local?.get(key) ?? this.#early.get(key);
    if (near !== undefined) return near === wanted || wanted === 0;
    const place = this.#job.places.load(arg, element);
    if (place === null) return false;
    const version = this.#job.cells.load(place.address, place.bytes, access);
    return version === wanted || wanted === 0;
  }

  /** Puts a version where the launch has the element in memory. */
  store({ task }: Stage, k: number, element: number, version: number, access: Access): void {
    const place = this.#job.places.store(task.args[k], element);
    if (place !== null) this.#job.cells.store(place.address, place.bytes, version, access);
  }
}

/** The elements of a box of a view. */
function within(arg: LogArg, box: LogBox | null): number[] {
  if (box === null) return viewed(arg);
  const offset = box.low.reduce((at, n, axis) => at + n * arg.strides[axis], arg.offset);
  return viewed({ ...arg, offset, shape: box.low.map((n, axis) => Math.max(0, box.high[axis] - n)) });
}
