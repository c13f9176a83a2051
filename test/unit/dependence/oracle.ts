/**
 * Which elements a program copies from memory to memory, found element by element: where each is current, who needs it, the
 * nearest memory that has it. It shares neither rectangles, nor states, nor symbols with the analysis that it checks. Views are
 * boxes of their roots.
 */
import type { Mapper, RootKey, TaskArg } from '../../../lib/dependence/index.js';
import { isDisjointSub } from '../../../lib/partition/index.js';
import { coordinates, elementsOf, pointsOf, type SimTask } from './simulator.js';

/** What a task does to one argument. */
interface Access {
  readonly arg: TaskArg;
  readonly launch: readonly number[];
  /** By point: the elements of the box around what the point has, and the memory that it runs in. */
  readonly boxes: readonly (readonly number[])[];
  readonly memories: readonly number[];
  readonly exact: boolean;
  open: boolean;
}

class Root {
  /** By element: the memories that have it. */
  readonly current = new Map<number, Set<number>>();
  open: Access[] = [];
  readonly key: RootKey;

  constructor(key: RootKey) {
    this.key = key;
  }
}

export class Oracle {
  readonly #mapper: Mapper;
  readonly #roots = new Map<number, Root>();
  #copies = new Set<string>();

  constructor(mapper: Mapper) {
    this.#mapper = mapper;
  }

  /** The copies of a task, as `root:from>to:coordinates`. */
  copiesOf(task: SimTask): string[] {
    this.#copies = new Set();
    const accesses = this.#accessesOf(task);
    const alone = (a: Access): boolean => accesses.every((b) => b === a || b.arg.root.id !== a.arg.root.id);
    const reads = ({ arg, exact }: Access): boolean => arg.privilege !== 'write' || !exact;
    for (const a of accesses) {
      const root = this.#rootOf(a.arg.root);
      if (a.arg.privilege === 'reduce' && !(isDisjointSub(a.arg.sub, a.launch) && isSeparable(a))) this.#reduce(root, a);
      else if (alone(a) && !reads(a) && covers(a, root)) root.open = [];
      else this.#fold(root);
    }
    for (const a of accesses) {
      const ends = a.arg.ends === true && a.arg.privilege === 'read' && alone(a);
      if (!a.open && reads(a)) this.#read(this.#rootOf(a.arg.root), a, !ends);
    }
    for (const a of accesses) if (!a.open && a.arg.privilege !== 'read') write(this.#rootOf(a.arg.root), a);
    return [...this.#copies].sort();
  }

  release(root: RootKey): void {
    this.#roots.delete(root.id);
  }

  #accessesOf(task: SimTask): Access[] {
    const points = pointsOf(task.launch);
    const at = (memories: readonly number[]): Access[] =>
      task.args.map((arg) => {
        const elements = points.map((point) => elementsOf(arg.sub.view, arg.sub.partition, point));
        const boxes = elements.map((own) => boxAround(own, arg.root.shape));
        const all = elements.every(
          (own, p) => own.length === 0 || (arg.sub.partition.kind !== 'image' && new Set(own).size === boxes[p].length),
        );
        return { arg, launch: task.launch, boxes, memories, exact: all, open: false };
      });
    if (task.at !== undefined) return at(points.map(() => task.at ?? 0));
    const placed = at([...this.#mapper.place(task.launch)]);
    const apart = placed.every((a) => a.arg.privilege === 'read' || a.arg.privilege === 'reduce' || isSeparable(a));
    return apart ? placed : at(points.map(() => this.#mapper.home()));
  }

  #rootOf(key: RootKey): Root {
    let root = this.#roots.get(key.id);
    if (root === undefined) this.#roots.set(key.id, (root = new Root(key)));
    return root;
  }

  #reduce(root: Root, a: Access): void {
    if (root.open.length > 0 && root.open[0].arg.op !== a.arg.op) this.#fold(root);
    root.open.push(a);
    a.open = true;
  }

  #fold(root: Root): void {
    const open = root.open.filter(({ boxes }) => boxes.some((box) => box.length > 0));
    root.open = [];
    if (open.length === 0) return;
    const tiles = open.map((a) => tilesOf(a));
    const apart = tiles.filter((tile) => tile !== null);
    const box = (): Access => {
      const around = boxAround(
        open.flatMap(({ boxes }) => boxes.flat()),
        root.key.shape,
      );
      return { ...open[0], boxes: [around], memories: [this.#mapper.home()] };
    };
    for (const target of apart.length === open.length ? apart : [box()]) {
      this.#read(root, target, true);
      write(root, target);
    }
  }

  #read(root: Root, { boxes, memories }: Access, keep: boolean): void {
    const got: [number, number][] = [];
    boxes.forEach((box, p) => {
      const to = memories[p];
      for (const e of box) {
        const holders = root.current.get(e);
        if (holders === undefined || holders.has(to)) continue;
        const others = [...holders].sort((a, b) => a - b);
        const from = this.#mapper.source(to, others);
        this.#copies.add(`${root.key.id}:${from}>${to}:${coordinates(e, root.key.shape).join()}`);
        got.push([e, to]);
      }
    });
    if (keep) for (const [e, to] of got) root.current.get(e)?.add(to);
  }
}

/** The tiles of a reduction, each in the memory of the first point that has it; null where tiles are not apart, or are one. */
function tilesOf(a: Access): Access | null {
  const { sub } = a.arg;
  const tiles = sub.partition.kind === 'halo' ? sub.partition.from : sub.partition;
  if (tiles.kind !== 'tiling') return null;
  const { axes, rotations } = tiles.projection;
  const face = a.launch.map((n, axis) => (axes.includes(axis) || rotations.some((r) => r?.others.includes(axis)) ? n : 1));
  const points = pointsOf(a.launch);
  const first = points.map((point, p) => (point.every((x, axis) => x < face[axis]) ? p : -1)).filter((p) => p >= 0);
  if (first.length <= 1 || !isDisjointSub(sub, face)) return null;
  return { ...a, boxes: first.map((p) => a.boxes[p]), memories: first.map((p) => a.memories[p]) };
}

function write(root: Root, { boxes, memories }: Access): void {
  boxes.forEach((box, p) => {
    for (const e of box) root.current.set(e, new Set([memories[p]]));
  });
}

/** No element is in boxes of two memories. */
function isSeparable({ boxes, memories }: Access): boolean {
  const seen = new Map<number, number>();
  return boxes.every((box, p) =>
    box.every((e) => {
      const memory = seen.get(e) ?? memories[p];
      seen.set(e, memory);
      return memory === memories[p];
    }),
  );
}

function covers({ boxes, exact }: Access, { key }: Root): boolean {
  return exact && new Set(boxes.flat()).size === key.shape.reduce((a, b) => a * b, 1);
}

/** All elements of the smallest box around some. */
function boxAround(elements: readonly number[], shape: readonly number[]): number[] {
  if (elements.length === 0) return [];
  const at = elements.map((e) => coordinates(e, shape));
  const low = shape.map((_, i) => Math.min(...at.map((x) => x[i])));
  const size = shape.map((_, i) => Math.max(...at.map((x) => x[i])) - low[i] + 1);
  return pointsOf(size).map((x) => x.reduce((n, k, i) => n * shape[i] + k + low[i], 0));
}
