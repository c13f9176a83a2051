/** The memory that a node of a graph reads and writes. */
import { dtypes } from '../dtype/index.js';
import type { LogArg, LogBox, LogLaunch, LogNode, LogTask } from './log.js';
import { MOST_SCRATCH } from './memory.js';
import { type Ranges, RangesMade } from './ranges.js';
import { partOf } from './reach.js';

export interface Touched {
  readonly reads: Ranges;
  readonly writes: Ranges;
}

interface Place {
  readonly address: number;
  /** Bytes of an element. */
  readonly size: number;
}

const SIZES = new Map<string, number>(dtypes.map(({ name, size }) => [name, size]));

/** The addresses of roots. */
export class Whereabouts {
  readonly #sizes = new Map<number, number>();
  readonly #addressOf: (root: number) => number;

  constructor(addressOf: (root: number) => number) {
    this.#addressOf = addressOf;
  }

  root(root: number, dtype: string): void {
    this.#sizes.set(root, SIZES.get(dtype) ?? 1);
  }

  /** Bytes that a root's elements take. */
  bytesOf(root: number, shape: readonly number[]): number {
    return shape.reduce((a, n) => a * n, this.#sizes.get(root) ?? 1);
  }

  of(root: number): Place {
    return { address: this.#addressOf(root), size: this.#sizes.get(root) ?? 1 };
  }

  /** A text of everything that the touched memory of a step depends on, besides its nodes. */
  signature(launch: LogLaunch, tasks: readonly LogTask[]): string {
    const words = tasks.flatMap(({ body, domain, args }) => [
      body,
      domain.join(),
      ...args.map((a) => `${a.privilege}${a.access}${a.shape.join()};${a.strides.join()};${a.offset};${this.of(a.root).address}`),
    ]);
    const used = (roots: readonly number[]): string => roots.map((root) => this.of(root).address).join();
    return `${words.join(' ')} ${used(launch.reads)} ${used(launch.writes)} ${launch.scratch.join()}`;
  }
}

/** The addresses that a node touches: accesses of its step's tasks at its indices, less roots that the launch keeps out of memory. */
export function touchedBy(node: LogNode, launch: LogLaunch, tasks: readonly LogTask[], where: Whereabouts): Touched {
  const reads = new RangesMade();
  const writes = new RangesMade();
  if (node.from === node.to && !node.finishes) return { reads: reads.end(), writes: writes.end() };
  const lifts = tasks.some((task) => task.domain.length > 0);
  for (const task of tasks) {
    task.args.forEach((arg, k) => {
      const late = ['full', 'columns', 'bins'].includes(arg.access) || (lifts && task.domain.length === 0);
      const stores = arg.privilege !== 'read' && launch.writes.includes(arg.root);
      const part = partBy(node, task, arg, node.boxes[k] ?? null, late);
      const { address, size } = where.of(arg.root);
      const into = (made: RangesMade): void => part((element) => made.add(address + element * size, size));
      if (arg.privilege !== 'write' && launch.reads.includes(arg.root)) into(reads);
      if (stores && (task.body !== 'kernel' || !late || node.finishes)) into(writes);
    });
  }
  // Nodes write partial results into scratch memory, which is free when the step has ended.
  for (const [address, bytes] of launch.scratch) if (bytes <= MOST_SCRATCH) writes.add(address, bytes);
  return { reads: reads.end(), writes: writes.end() };
}

type Part = (found: (element: number) => void) => void;

/** The elements that a node reaches through an argument; `late`: all of the view, as at the step's end. */
function partBy({ from, to }: LogNode, { body, domain }: LogTask, arg: LogArg, box: LogBox | null, late: boolean): Part {
  const all = { low: arg.shape.map(() => 0), high: arg.shape };
  if (body !== 'kernel') return (found) => boxed(arg, box ?? all, found);
  if (late) return (found) => boxed(arg, all, found);
  if (from === to && domain.length > 0) return () => undefined;
  if (arg.access === 'whole') return (found) => boxed(arg, all, found);
  return (found) => partOf(arg, domain, { from, to }, found);
}

/** The elements of a box of a view. */
function boxed({ strides, offset }: LogArg, { low, high }: LogBox, found: (element: number) => void): void {
  const visit = (axis: number, element: number): void => {
    if (axis === strides.length) found(element);
    else for (let x = low[axis]; x < high[axis]; x++) visit(axis + 1, element + x * strides[axis]);
  };
  visit(0, offset);
}
