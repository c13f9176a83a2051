/** A machine with several memories: roots lie in instances, launches are points, copies and folds. */
import type { LogArg, LogEvent, LogPoint, LogUse } from '../../../../lib/spy/index.js';
import { type Access, END, SCRATCH } from './cells.js';
import { complete, Execution, type Partial, type Place, type Places, WRONG } from './execute.js';
import { Fault } from './fault.js';
import { queueOf } from './order.js';
import { type Stage, viewed, volume } from './program.js';
import type { Parts } from './shared.js';

type Of<E extends LogEvent['event']> = Extract<LogEvent, { event: E }>;

/** A launch, as far as its order goes. */
interface Ordered {
  readonly launch: number;
  readonly wait: number;
  readonly follows?: readonly number[];
}

interface Instance {
  readonly id: number;
  readonly address: number;
  readonly bytes: number;
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** Bytes of what is at a place, as soon as something was put there. */
  each: number;
}

/** A partial result, of a row, or of all rows of a run, and a column; of a point's rows the first counts. */
interface Row extends Partial {
  readonly indices: number;
  readonly first: boolean;
  /** The element of the argument's view, by its row-major number. */
  readonly column: number;
  /** Its rows; the last of a run may be beyond the last that there is. */
  readonly from: number;
  readonly to: number;
}

/** Rows of a run. */
const RUN = 1024;

/** Numbers of partial results, among versions. */
const PARTIAL = 2 ** 41;

/** Addresses of different queues' memories mean different cells. */
const SPACE = 2 ** 48;

/** A cell's address in the memory of a queue. */
export function addressIn(queue: number, address: number): number {
  return queue * SPACE + address;
}

export class Separate {
  readonly #parts: Parts;
  readonly #instances = new Map<number, Instance>();
  /** Partial results by number. */
  readonly #partials: Row[] = [];
  /** By stage and argument: the rows of partial results that points left. */
  readonly #rows = new Map<Stage, number[]>();
  /** Memories of the host. */
  hosts = 1;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  instance({ instance: id, address, bytes, low, high, memory }: Of<'instance'>): void {
    const queue = Math.max(0, memory - this.hosts + 1);
    this.#instances.set(id, { id, address: addressIn(queue, address), bytes, low, high, each: 0 });
  }

  instanceFree({ instance }: Of<'instanceFree'>): void {
    this.#instances.delete(instance);
  }

  #find(id: number): Instance {
    const found = this.#instances.get(id);
    if (found === undefined) throw new Fault(`there is no instance ${id}`);
    return found;
  }

  #units({ launch, wait, follows }: Ordered): number[] {
    const { order, graphs } = this.#parts;
    if (launch === 0) return [order.act(wait)];
    const behind = order.following(follows);
    // A queue of an accelerator runs its launches one after another.
    const units =
      queueOf(launch) > 0
        ? [order.unit(order.upTo(launch) | behind)]
        : graphs.parts(launch, wait, behind).map(({ unit }) => unit);
    if (!order.launched(launch, units)) throw new Fault(`launch ${launch} does not count up`);
    return units;
  }

  point(point: LogPoint, stages: readonly Stage[]): void {
    const { cells } = this.#parts;
    const units = this.#units(point);
    const run = { name: `launch ${point.launch}`, single: stages.every(({ task }) => volume(task.domain) <= 1) };
    for (const [address, bytes] of point.scratch)
      cells.scratch(addressIn(queueOf(point.launch), address), bytes, WRONG, { run, units, part: SCRATCH });
    const reads = new Map(argsOf(stages).map((arg) => [arg, useOf(point.uses, arg, 'reads')]));
    const writes = new Map(argsOf(stages).map((arg) => [arg, useOf(point.uses, arg, 'writes')]));
    const places: Places = {
      load: (arg, element) => this.#inUse(reads.get(arg) ?? null, element),
      store: (arg, element) => {
        const use = writes.get(arg) ?? null;
        return use === null || use.rows !== null ? null : this.#inUse(use, element);
      },
      skips: (arg, element) => outside(reads.get(arg) ?? null, element, this.#parts.shapeOf(arg.root)),
    };
    const { from, to } = point;
    const execution = new Execution({ stages, from, to, split: null, boxes: [], run, units, places, cells });
    for (const store of execution.execute()) store();
    for (const partial of execution.partials) this.#result(point, partial, execution, { run, units, part: END });
  }

  /** A result of a point: a part of it, which a fold completes, or all of it. */
  #result({ uses }: LogPoint, partial: Partial, execution: Execution, access: Access): void {
    const { stage, k } = partial;
    const arg = stage.task.args[k];
    const use = useOf(uses, arg, 'writes');
    if (use === null) return;
    if (use.rows === null) {
      const whole = complete(partial, execution.indices);
      for (const element of viewed(arg)) execution.store(stage, k, element, whole ? stage.left[k][element] : WRONG, access);
      return;
    }
    const instance = this.#find(use.instance);
    const each = this.#parts.bytesOf(arg.root);
    const rows = this.#rows.get(stage) ?? [];
    this.#rows.set(stage, rows);
    rows[k] = Math.max(rows[k] ?? 0, use.rows[1]);
    for (let row = use.rows[0]; row < use.rows[1]; row++) {
      const first = row === use.rows[0];
      for (let column = 0; column < volume(arg.shape); column++) {
        const place = this.#at(instance, [row, column], each);
        this.#partials.push({ ...partial, indices: execution.indices, first, column, from: row, to: row + 1 });
        this.#parts.cells.store(place.address, place.bytes, PARTIAL + this.#partials.length - 1, access);
      }
    }
  }

  #inUse(use: LogUse | null, element: number): Place | null {
    if (use === null) return null;
    const instance = this.#find(use.instance);
    return this.#at(instance, coordinates(element, this.#parts.shapeOf(use.root)), this.#parts.bytesOf(use.root));
  }

  /** Where an instance has an element, or a row of partial results. */
  #at(instance: Instance, at: readonly number[], each: number): Place {
    const { low, high, address, bytes } = instance;
    if (at.length !== low.length || at.some((x, axis) => x < low[axis] || x >= high[axis]))
      throw new Fault(`(${at}) is not in instance ${instance.id}`);
    instance.each = each;
    const place = at.reduce((sum, x, axis) => sum * (high[axis] - low[axis]) + x - low[axis], 0) * each;
    if (place + each > bytes) throw new Fault(`instance ${instance.id} does not fit in ${bytes} bytes`);
    return { address: address + place, bytes: each };
  }

  copy(event: Of<'copy'>): void {
    const access = { run: { name: `launch ${event.launch}`, single: true }, units: this.#units(event), part: 0 };
    const [from, to] = [this.#find(event.from), this.#find(event.to)];
    const shape = event.low.map((n, axis) => Math.max(0, event.high[axis] - n));
    for (let i = 0; i < volume(shape); i++) {
      const at = coordinates(i, shape).map((x, axis) => x + event.low[axis]);
      const source = this.#at(from, at, from.each);
      const value = this.#parts.cells.load(source.address, source.bytes, access);
      this.#parts.cells.store(this.#at(to, at, from.each).address, from.each, value < 0 ? WRONG : value, access);
    }
  }

  fold(event: Of<'fold'>): void {
    const { cells, bytesOf, shapeOf } = this.#parts;
    const access = { run: { name: `launch ${event.launch}`, single: true }, units: this.#units(event), part: 0 };
    const [from, into] = [this.#find(event.from), this.#find(event.into)];
    const made = [...viewed(event)];
    const [first, end] = [from.low[1], from.high[1]];
    for (let column = first; column < end; column++) {
      const joint = this.#joint(event, from, [from.low[0], from.high[0]], column, access);
      const { stage, k, indices } = joint;
      const whole = joint.from === 0 && joint.to === this.#rows.get(stage)?.[k] && complete(joint, indices);
      const element = made[column - first];
      const meant = [...viewed(stage.task.args[k])][column];
      const { address, bytes } = this.#at(into, coordinates(element, shapeOf(event.root)), bytesOf(event.root));
      cells.store(address, bytes, whole && element === meant ? stage.left[k][element] : WRONG, access);
    }
    if (made.length !== end - first)
      throw new Fault(`launch ${event.launch} makes ${made.length} elements of ${end - first} columns`);
  }

  /** Rows of an instance, taken together: good where these follow each other, and are of one stage and column. */
  #joint({ launch }: Ordered, from: Instance, [low, high]: readonly [number, number], column: number, access: Access): Row {
    const rows: Row[] = [];
    for (let row = low; row < high; row++) {
      const place = this.#at(from, [row, column], from.each);
      const partial = this.#partials[this.#parts.cells.load(place.address, place.bytes, access) - PARTIAL];
      if (partial === undefined) throw new Fault(`launch ${launch}: row ${row} has no partial results`);
      rows.push(partial);
    }
    const [{ stage, k, indices }] = rows;
    const sum = rows.reduce((all, row) => all + (row.first ? row.sum : 0), 0);
    const follows = (row: Row, i: number): boolean =>
      i === 0 || (row.from === rows[i - 1].to && row.to - row.from <= rows[i - 1].to - rows[i - 1].from);
    const good = rows.every(
      (row, i) => row.good && row.stage === stage && row.k === k && row.column === column && follows(row, i),
    );
    return { stage, k, indices, sum, good, first: true, column, from: rows[0].from, to: rows[rows.length - 1].to };
  }

  runs(event: Of<'runs'>): void {
    const access = { run: { name: `launch ${event.launch}`, single: true }, units: this.#units(event), part: 0 };
    const [from, into] = [this.#find(event.from), this.#find(event.into)];
    for (let run = event.first; run < event.end; run++) {
      const joint = this.#joint(event, from, [run * RUN, Math.min((run + 1) * RUN, from.high[0])], 0, access);
      const good = joint.good && joint.from === run * RUN && joint.to <= (run + 1) * RUN;
      const { address, bytes } = this.#at(into, [run, 0], from.each);
      this.#partials.push({ ...joint, good });
      this.#parts.cells.store(address, bytes, PARTIAL + this.#partials.length - 1, access);
    }
  }

  upload({ root, completed, instance }: Of<'upload'>): void {
    if (instance === undefined) throw new Fault(`root ${root} is filled in no instance`);
    const { order, program, cells, bytesOf, shapeOf } = this.#parts;
    const access = { run: { name: 'an upload', single: true }, units: [order.act(completed)], part: 0 };
    const found = this.#find(instance);
    program.fill(root).forEach((version, element) => {
      const { address, bytes } = this.#at(found, coordinates(element, shapeOf(root)), bytesOf(root));
      cells.store(address, bytes, version, access);
    });
  }

  /** The host takes all that is in a piece from it; the last piece that has an element counts. */
  read({ root, completed, pieces = [], launch, follows, ...view }: Of<'read'>): void {
    const { order, program, cells, bytesOf, shapeOf } = this.#parts;
    const units = launch === undefined ? [order.act(completed)] : this.#units({ launch, wait: 0, follows });
    const access = { run: { name: 'a read', single: true }, units, part: 0 };
    const wanted = program.versions(root);
    for (const element of viewed(view)) {
      const at = coordinates(element, shapeOf(root));
      let found = -1;
      for (const { instance, low, high } of pieces) {
        if (at.length !== low.length || at.some((x, axis) => x < low[axis] || x >= high[axis])) continue;
        const { address, bytes } = this.#at(this.#find(instance), at, bytesOf(root));
        found = cells.load(address, bytes, access);
      }
      if (found !== wanted[element] && wanted[element] !== 0)
        throw new Fault(`the host reads element ${element} of root ${root} as version ${found}, not ${wanted[element]}`);
    }
  }
}

function argsOf(stages: readonly Stage[]): LogArg[] {
  return stages.flatMap(({ task }) => task.args);
}

/** The use with the argument's own view, or else one of its root. */
function useOf(uses: readonly LogUse[], arg: LogArg, how: 'reads' | 'writes'): LogUse | null {
  const own = uses.filter((use) => use.root === arg.root && use[how]);
  const wanted = JSON.stringify([arg.shape, arg.strides, arg.offset]);
  const alike = own.find((use) => JSON.stringify([use.shape, use.strides, use.offset]) === wanted);
  return alike ?? own[0] ?? null;
}

function outside(use: LogUse | null, element: number, shape: readonly number[]): boolean {
  const { low, high } = use ?? {};
  if (low === undefined || high === undefined) return false;
  return coordinates(element, shape).some((x, axis) => x < low[axis] || x >= high[axis]);
}

/** Row-major coordinates of a number. */
function coordinates(number: number, shape: readonly number[]): number[] {
  const at: number[] = [];
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    at.unshift(number % shape[axis]);
    number = Math.floor(number / shape[axis]);
  }
  return at;
}
