/**
 * A machine of separate memories, for tests: executes what `Coherence` decides on plain arrays, item by item in a random
 * order that keeps the waits and nothing else, and the same program in sequence on one array a root. It shares no code
 * with the analysis: elements are found index by index.
 */
import {
  type Backing,
  type Bounds,
  Coherence,
  type Grid,
  type Instance,
  Mapper,
  type Mapping,
  type Operation,
  type RootKey,
  type TaskArg,
  type Wait,
} from '../../../lib/dependence/index.js';
import { none, type Partition, type Rect, subPartition } from '../../../lib/partition/index.js';
import { identityView, type View } from '../../../lib/shape/index.js';

export interface SimTask {
  readonly launch: readonly number[];
  readonly args: readonly TaskArg[];
  readonly at?: number;
  readonly grid?: Grid;
}

/** All index vectors of a shape, row-major. */
export function pointsOf(shape: readonly number[]): number[][] {
  return shape.reduce<number[][]>((all, n) => all.flatMap((p) => Array.from({ length: n }, (_, i) => [...p, i])), [[]]);
}

/** Flat root elements of a view that a point has, in order of the view's indices. */
export function elementsOf(view: View, partition: Partition, point: readonly number[]): number[] {
  const found: number[] = [];
  for (const index of pointsOf(view.shape)) {
    if (index.every((x, axis) => inTile(partition, point, axis, x)))
      found.push(index.reduce((n, x, axis) => n + x * view.strides[axis], view.offset));
  }
  return found;
}

function inTile(p: Partition, point: readonly number[], axis: number, x: number): boolean {
  if (p.kind === 'none' || p.kind === 'image') return true;
  if (p.kind === 'boxes') {
    const { low, high } = p.boxes[point.reduce((n, c, i) => n * p.launch[i] + c, 0)];
    return x >= low[axis] && x < high[axis];
  }
  const t = p.kind === 'halo' ? p.from : p;
  const from = t.projection.axes[axis];
  const turn = t.projection.rotations[axis];
  const along = from === -1 ? 0 : point[from];
  const number = turn === null ? along : turn.others.reduce((n, a) => n + point[a], along + turn.shift) % turn.extent;
  const start = t.offset[axis] + t.tile[axis] * number;
  const [before, behind] = p.kind === 'halo' ? [p.low[axis], p.high[axis]] : [0, 0];
  return x >= start - before && x < start + t.tile[axis] + behind;
}

/** What a point computes: a number from all that it reads, then new values for what it writes. */
export function runPoint(
  id: number,
  point: number,
  args: readonly TaskArg[],
  get: (arg: number) => number[],
  set: (arg: number, values: number[]) => void,
): void {
  let seen = id * 17 + point;
  const values = args.map((arg, k) => {
    const got = get(k);
    if (arg.privilege === 'read' || arg.privilege === 'readwrite')
      got.forEach((v, i) => (seen = (seen * 31 + v + i) % 1_000_003));
    return got;
  });
  args.forEach((arg, k) => {
    if (arg.privilege === 'read') return;
    set(
      k,
      values[k].map((old, i) => {
        const fresh = (seen + 7 * i + k) % 9973;
        if (arg.privilege === 'reduce') return combine(arg, old, fresh);
        return arg.privilege === 'readwrite' ? (old * 3 + fresh) % 9973 : fresh;
      }),
    );
  });
}

export const combine = (arg: { op?: string }, a: number, b: number): number => (arg.op === 'max' ? Math.max(a, b) : a + b);
export const identityOf = (op: string | undefined): number => (op === 'max' ? -Infinity : 0);

interface Node {
  readonly run: () => void;
  readonly after: number[];
  done: boolean;
}

/** Runs a program on `memories` memories and in sequence. */
export class Simulator {
  readonly coherence: Coherence;
  /** Elements copied and instances allocated since the last `reset`. */
  copied = 0;
  allocated = 0;
  private readonly contents = new Map<number, Float64Array>();
  private readonly sequential = new Map<number, Float64Array>();
  private readonly shapes = new Map<number, RootKey>();
  private nodes: Node[] = [];
  /** First node of each operation, and its items. */
  private readonly first: number[] = [0];
  private readonly counts: number[] = [0];
  private tasks = 0;
  private readonly random: () => number;
  private readonly bounds: Bounds;
  /** Waits to leave out, for tests of this test. */
  private readonly forget: (waiting: number, on: number) => boolean;

  constructor(
    memories: number,
    random: () => number,
    options: { mapper?: Mapper; bounds?: Bounds; capacity?: number; forget?: (waiting: number, on: number) => boolean } = {},
  ) {
    this.random = random;
    this.forget = options.forget ?? (() => false);
    this.bounds = options.bounds ?? (() => null);
    let used = 0;
    const backing: Backing = {
      allocate: (instance) => {
        if (used + instance.bytes > (options.capacity ?? Infinity)) return false;
        used += instance.bytes;
        this.allocated++;
        this.contents.set(instance.id, new Float64Array(instance.bytes / 8).fill(NaN));
        return true;
      },
      free: (instance) => {
        if (!this.contents.delete(instance.id)) throw new Error('freed twice');
        used -= instance.bytes;
      },
      settle: (op) => {
        this.runAll();
        return op;
      },
    };
    this.coherence = new Coherence({ mapper: options.mapper ?? new Mapper(memories), backing, bounds: options.bounds });
  }

  /** Issues a task: maps it, and runs it in sequence on the shadow copy. */
  issue(task: SimTask): Mapping {
    const mapping = this.coherence.map(task);
    const id = this.tasks++;
    const points = pointsOf(task.launch);
    for (const arg of task.args) this.shadowOf(arg.root);
    points.forEach((point, p) => {
      const elements = task.args.map((a) => this.elementsOf(a, point));
      const shadow = task.args.map((a) => this.shadowOf(a.root));
      const get = (k: number): number[] => elements[k].map((e) => shadow[k][e]);
      runPoint(id, p, task.args, get, (k, values) => values.forEach((v, i) => (shadow[k][elements[k][i]] = v)));
    });
    for (const operation of mapping.before) this.addOperation(operation);
    this.add(mapping.number, mapping.waits, points.length, (p) => this.runTaskPoint(id, task, mapping, points[p], p));
    return mapping;
  }

  release(root: RootKey): void {
    this.coherence.release(root);
    this.sequential.delete(root.id);
    this.shapes.delete(root.id);
  }

  /** Runs all that was issued, in a random order; then everything is complete. */
  runAll(): void {
    const open = this.nodes.map((_, i) => i).filter((i) => !this.nodes[i].done);
    while (open.length > 0) {
      const start = Math.floor(this.random() * open.length);
      const k = open.findIndex((_, i) => this.nodes[open[(start + i) % open.length]].after.every((n) => this.nodes[n].done));
      if (k < 0) throw new Error('a circle of waits');
      const [i] = open.splice((start + k) % open.length, 1);
      this.nodes[i].run();
      this.nodes[i].done = true;
    }
    this.coherence.retire(this.first.length - 1);
  }

  /** Reads every live root through the analysis and compares; returns what differs. */
  differences(): string[] {
    const wrong: string[] = [];
    for (const [id, root] of this.shapes) {
      const view = identityView(root.shape);
      const mapping = this.coherence.map({ launch: [1], args: [{ root, sub: subPartition(view, none), privilege: 'read' }] });
      for (const operation of mapping.before) this.addOperation(operation);
      this.add(mapping.number, mapping.waits, 1, () => {
        const instance = mapping.args[0].instanceAt(0);
        const expected = [...this.shadowOf(root)];
        const got = expected.map((_, e) => (instance === null ? NaN : this.dataOf(instance)[this.offsetIn(instance, root, e)]));
        if (got.some((v, e) => !Object.is(v, expected[e])))
          wrong.push(`root ${id}: [${got.join()}], expected [${expected.join()}]`);
      });
    }
    this.runAll();
    return wrong;
  }

  /** Images have what their bounds say. */
  private elementsOf(arg: TaskArg, point: number[]): number[] {
    const elements = elementsOf(arg.sub.view, arg.sub.partition, point);
    const bounds = arg.sub.partition.kind === 'image' ? this.bounds(arg.sub, point) : null;
    if (bounds === null) return elements;
    return elements.filter((e) =>
      coordinates(e, arg.root.shape).every((x, axis) => x >= bounds.low[axis] && x < bounds.high[axis]),
    );
  }

  private shadowOf(root: RootKey): Float64Array {
    let shadow = this.sequential.get(root.id);
    if (shadow === undefined) {
      this.shapes.set(root.id, root);
      this.sequential.set(root.id, (shadow = new Float64Array(root.shape.reduce((a, b) => a * b, 1)).fill(NaN)));
    }
    return shadow;
  }

  private addOperation(operation: Operation): void {
    const { number, waits, span } = operation;
    if (operation.kind === 'acquire') this.add(number, waits, span.count, () => undefined);
    else if (operation.kind === 'combine') this.add(number, waits, span.count, (item) => this.combine(operation, item));
    else if (operation.kind !== 'copy') throw new Error('no partial results here, and all memories are own');
    else this.add(number, waits, operation.pieces.length, (i) => this.copy(operation, i));
  }

  private copy(operation: Extract<Operation, { kind: 'copy' }>, i: number): void {
    const { from, to, rect } = operation.pieces[i];
    const source = operation.instances[from];
    const target = operation.instances[to];
    const sizes = rect.low.map((low, axis) => rect.high[axis] - low);
    for (const index of pointsOf(sizes)) {
      const at = index.map((x, axis) => x + rect.low[axis]);
      this.dataOf(target)[offsetOf(target, at)] = this.dataOf(source)[offsetOf(source, at)];
      this.copied++;
    }
  }

  private combine({ of, op, intoAt }: Extract<Operation, { kind: 'combine' }>, item: number): void {
    const into = intoAt(item);
    if (into === null) return;
    const result = this.dataOf(into);
    for (const { pointsOf, bufferAt } of of) {
      for (const point of pointsOf(item)) {
        const buffer = bufferAt(point);
        if (buffer === null) continue;
        const data = this.dataOf(buffer);
        for (const index of indicesOf(buffer.rect)) {
          const k = offsetOf(into, index);
          result[k] = combine({ op }, result[k], data[offsetOf(buffer, index)]);
        }
      }
    }
  }

  private runTaskPoint(id: number, task: SimTask, mapping: Mapping, point: number[], p: number): void {
    const elements = task.args.map((a) => this.elementsOf(a, point));
    const at = (k: number, e: number): [Float64Array, number] => {
      const instance = mapping.args[k].instanceAt(p);
      if (instance === null) throw new Error('a point without an instance');
      if (instance.memory !== mapping.memoryAt(p)) throw new Error('an instance in another memory');
      return [this.dataOf(instance), this.offsetIn(instance, task.args[k].root, e)];
    };
    mapping.args.forEach((arg, k) => {
      const instance = arg.instanceAt(p);
      if (arg.initialize && instance !== null) this.dataOf(instance).fill(identityOf(task.args[k].op));
    });
    const get = (k: number): number[] =>
      elements[k].map((e) => {
        const [data, i] = at(k, e);
        return data[i];
      });
    runPoint(id, p, task.args, get, (k, values) =>
      values.forEach((v, i) => {
        const [data, j] = at(k, elements[k][i]);
        data[j] = v;
      }),
    );
  }

  private dataOf(instance: Instance): Float64Array {
    const data = this.contents.get(instance.id);
    if (data === undefined) throw new Error('an instance was used after it was freed');
    return data;
  }

  private offsetIn(instance: Instance, root: RootKey, element: number): number {
    return offsetOf(instance, coordinates(element, root.shape));
  }

  private add(number: number, waits: readonly Wait[], count: number, run: (item: number) => void): void {
    if (number !== this.first.length) throw new Error(`operation ${number} is out of order`);
    this.first.push(this.nodes.length);
    this.counts.push(count);
    const made: Node[] = [];
    for (let item = 0; item < count; item++)
      made.push({ run: () => run(item), done: false, after: this.nodesOf(waits, item, number) });
    this.nodes.push(...made);
  }

  private nodesOf(waits: readonly Wait[], item: number, number: number): number[] {
    const after: number[] = [];
    for (const { on, relation } of waits) {
      if (on >= number) throw new Error('waits for a later operation');
      if (this.forget(number, on)) continue;
      if (relation === null) for (let n = 0; n < this.first[on] + this.counts[on]; n++) after.push(n);
      else
        for (const p of relation.waits(item)) {
          if (p < 0 || p >= this.counts[on]) throw new Error(`operation ${on} has no item ${p}`);
          after.push(this.first[on] + p);
        }
    }
    return after;
  }
}

/** All index vectors of a rectangle, row-major. */
export function indicesOf({ low, high }: Rect): number[][] {
  return pointsOf(low.map((n, i) => Math.max(0, high[i] - n))).map((at) => at.map((x, i) => x + low[i]));
}

export function coordinates(element: number, shape: readonly number[]): number[] {
  const at = new Array<number>(shape.length);
  for (let i = shape.length - 1; i >= 0; i--) {
    at[i] = element % shape[i];
    element = Math.floor(element / shape[i]);
  }
  return at;
}

export function offsetOf(instance: Instance, at: readonly number[]): number {
  const { low, high } = instance.rect;
  return at.reduce((n, x, axis) => {
    if (x < low[axis] || x >= high[axis]) throw new Error('outside its instance');
    return n * (high[axis] - low[axis]) + x - low[axis];
  }, 0);
}
