/**
 * The work of a window's tasks, wherever they run: kernels, bytes and operations; and the versions of contents that they hand to
 * each other. Elements that a task computes one by one and the next reads so stay in registers, since the two are fused.
 *
 *     0: y = x * 2      kernel, reads x                version y0 of task 0, read by 1
 *     1: z = y + x      the same kernel, writes z      version z0 of task 1, read by none
 */
import { operationsOf } from '../ir/index.js';
import { sameShape, sizeOf } from '../shape/index.js';
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';

/** Contents of a root between two writes. */
export interface Version {
  readonly slot: number;
  /** The task that wrote them; -1 for contents from before the window. */
  readonly producer: number;
  /** Tasks that need them, and the most bytes that one needs. */
  readonly readers: number[];
  bytes: number;
  /** Whether the window leaves them as they are. */
  isLast: boolean;
}

/** The work of one task. */
export interface Work {
  /** Kernels that begin with it: 0 where it goes on with the kernel of the task before. */
  readonly kernels: number;
  readonly bytes: number;
  readonly operations: number;
}

export interface WindowWork {
  readonly versions: readonly Version[];
  /** By task. */
  readonly works: readonly Work[];
}

/** Simple operations for each element of a routine; multiply-adds that take as long as one. */
const ROUTINE = 16;
const TILED = 40;

/** A use of contents: by argument, the version that a task reads and the one that it leaves. */
interface Uses {
  readonly reads: readonly (Version | null)[];
  readonly writes: readonly (Version | null)[];
}

/** The work of a window's tasks; their roots carry their slots. */
export function workOf(tasks: readonly Task[]): WindowWork {
  const versions: Version[] = [];
  const current = new Map<number, Version>();
  const make = (slot: number, producer: number): Version => {
    const version = { slot, producer, readers: [], bytes: 0, isLast: true };
    versions.push(version);
    current.set(slot, version);
    return version;
  };
  const uses = tasks.map((task, t): Uses => {
    const reads = task.roots.map(({ slot }, k) => {
      if (!needs(task, k)) return null;
      const version = current.get(slot) ?? make(slot, -1);
      if (version.readers.at(-1) !== t) version.readers.push(t);
      version.bytes = Math.max(version.bytes, bytesOf(task, k));
      return version;
    });
    const writes = task.roots.map(({ slot, bytes }, k) => {
      if (task.kind.args[k].privilege === 'read') return null;
      const before = current.get(slot);
      if (before !== undefined) before.isLast = false;
      const version = make(slot, t);
      version.bytes = bytes;
      return version;
    });
    return { reads, writes };
  });
  const works = tasks.map((task, t) => ({
    kernels: goesOn(tasks, t) ? 0 : 1,
    bytes: movedBy(task, uses[t], tasks),
    operations: operationsIn(task),
  }));
  return { versions, works };
}

/** Whether a task needs the contents of a root: a write of a part leaves the rest as it is. */
function needs({ kind, roots, views }: Task, k: number): boolean {
  return kind.args[k].privilege !== 'write' || views[k].size < roots[k].view.size;
}

function bytesOf({ roots, views }: Task, k: number): number {
  return Math.min(views[k].size * roots[k].dtype.size, roots[k].bytes);
}

/** Whether a task can be in the kernel of the task before it. */
function goesOn(tasks: readonly Task[], t: number): boolean {
  return t > 0 && tasks[t].kind.fusible && tasks[t - 1].kind.fusible && sameShape(tasks[t].domain, tasks[t - 1].domain);
}

/** Bytes of memory that a task reads and writes: contents that are handed on element by element are not among them. */
function movedBy(task: Task, { reads, writes }: Uses, tasks: readonly Task[]): number {
  let bytes = 0;
  task.roots.forEach((root, k) => {
    const [read, write] = [reads[k], writes[k]];
    if (read !== null && !(read.producer >= 0 && isHandedOn(tasks[read.producer], task, root))) bytes += bytesOf(task, k);
    const stays = write?.isLast === false || (write?.readers.length ?? 0) > 0;
    const isStored = write !== null && !(stays && write.readers.every((t) => isHandedOn(task, tasks[t], root)));
    if (isStored) bytes += bytesOf(task, k);
  });
  return bytes;
}

/** Whether one task can take a root's elements from a second one in a kernel. */
function isHandedOn(from: Task, to: Task, root: Root): boolean {
  return isElementwise(from, root) && isElementwise(to, root) && sameShape(from.domain, to.domain);
}

function isElementwise({ kind, roots, views }: Task, root: Root): boolean {
  return (
    kind.fusible &&
    roots.every((other, k) => other !== root || (kind.args[k].access === 'elementwise' && views[k].size === root.view.size))
  );
}

function operationsIn(task: Task): number {
  const { kind, domain, roots, views } = task;
  const { body } = kind;
  if (body.kind === 'kernel') {
    const entries = kind.args.reduce((most, { access }, k) => (access === 'whole' ? Math.max(most, views[k].size) : most), 0);
    return operationsOf(body.kernel(domain.length), sizeOf(domain), entries);
  }
  if (body.kind === 'native' && body.routine.startsWith('gemm_')) return sizeOf(domain) / TILED;
  return ROUTINE * roots.reduce((most, _, k) => Math.max(most, views[k].size), 0);
}
