/**
 * Whether gathers through producers take less time than computing all elements, storing them and gathering: times as the bytes that memory
 * moves meanwhile (`recomputation.ts`).
 *
 *     y = a + b; z = take(y, i)      stored: loads of a and b, a store and additions over (n), a gather over (m)
 *                                    through: two gathers and an addition over (m)
 *
 * An element of a large array takes long to come, and elements of two arrays twice as long or longer: with two operands that pays up to a sixth of
 * their elements, or a third where caches hold them; with one up to several times as many.
 */
import { LANES, type Node } from '../ir/index.js';
import { sizeOf } from '../shape/index.js';
import type { Task } from '../task/index.js';
import { ownKernel } from './part.js';
import { type ThroughTask, writes } from './producers.js';
import { Recomputed } from './recomputation.js';
import type { Uses } from './uses.js';

/**
 * Bytes that memory moves while an element comes at random from arrays of up to so many bytes together, which caches hold or do not
 * (lib/DESIGN.md); from small arrays an element takes twice as long as in a row.
 */
const SMALL = 1 << 20;
const AT_RANDOM = [
  { upTo: 4 << 20, bytes: 40 },
  { upTo: 8 << 20, bytes: 56 },
  { upTo: 16 << 20, bytes: 112 },
  { upTo: Number.POSITIVE_INFINITY, bytes: 180 },
];

/** Bytes that memory moves while a segment begins, an element of it is gathered, and another node of its body is computed (lib/DESIGN.md). */
const SEGMENT = 80;
const GATHERED_IN_SEGMENT = 90;
const NODE_IN_SEGMENT = 3;

type SegmentedFold = Extract<Node, { op: 'segfold' }>;

/** A window's tasks, and the users of their roots. */
export interface UsedWindow {
  readonly tasks: readonly Task[];
  readonly uses: Uses;
}

/** Whether tasks that share producers save time by going through them; `gone`: all producers of which nothing is left. */
export function pays(
  window: UsedWindow,
  found: readonly (ThroughTask | null)[],
  gone: ReadonlySet<number>,
  goers: readonly number[],
): boolean {
  const { tasks } = window;
  const [before, after] = [new Recomputed(), new Recomputed()];
  const producers = new Set<number>();
  let [stored, through] = [0, 0];
  for (const t of goers) {
    const way = found[t];
    if (way === null) continue;
    before.own(tasks[t]);
    after.own(way.task);
    stored += gatherBytes(tasks[t]);
    through += gatherBytes(way.task);
    for (const p of way.producers) producers.add(p);
  }
  for (const p of producers) {
    if (!gone.has(p)) continue;
    before.own(tasks[p]);
    stored += gatherBytes(tasks[p]);
  }
  stored += movedBytes(window, producers, new Set(goers), gone);
  return after.bytes + through <= before.bytes + stored;
}

/** Bytes that no task but the producers moves: their results that are gathered, and their operands. */
function movedBytes(
  { tasks, uses }: UsedWindow,
  producers: ReadonlySet<number>,
  goers: ReadonlySet<number>,
  gone: ReadonlySet<number>,
): number {
  let bytes = 0;
  for (const p of producers) {
    tasks[p].roots.forEach((root, k) => {
      if (!gone.has(p) && !writes(tasks[p], k)) return;
      const users = uses.usersOf(root);
      const isMoved = writes(tasks[p], k)
        ? users.some((t) => goers.has(t))
        : users.every((t) => gone.has(t) || goers.has(t)) && !uses.writersOf(root).some((q) => producers.has(q));
      if (isMoved) bytes += tasks[p].views[k].size * root.dtype.size;
    });
  }
  return bytes;
}

/** Bytes that a task's gathers move: each element of an array at some indices once. */
function gatherBytes(task: Task): number {
  const elements = sizeOf(task.domain);
  return ownKernel(task).loops.reduce((sum, { nodes }) => {
    const gathers = new Map(nodes.flatMap((node) => (node.op === 'gather' ? [[keyOf(task, node), node.arg] as const] : [])));
    const bytesOf = (arg: number): number => task.views[arg].size * task.roots[arg].dtype.size;
    const arrays = new Map([...gathers.values()].map((arg) => [`${task.roots[arg].id},${task.views[arg].id}`, bytesOf(arg)]));
    const all = [...arrays.values()].reduce((total, bytes) => total + bytes, 0);
    for (const arg of gathers.values()) sum += elements * bytesAtRandom(all, task.roots[arg].dtype.size);
    return sum + nodes.reduce((bytes, node) => bytes + (node.op === 'segfold' ? segmentBytes(task, node, nodes) : 0), 0);
  }, 0);
}

/**
 * Bytes that memory moves while a task's segments are gone through: as many elements as each has, or all elements that they load. A segment
 * begins at random, and goes on in a row, an element at a time.
 */
function segmentBytes({ domain, views, roots }: Task, { low, high, body }: SegmentedFold, nodes: readonly Node[]): number {
  const [from, to] = [low, high].map((id) => nodes[id]);
  const segments = sizeOf(domain);
  const loaded = body.find((node) => node.op === 'segload');
  let elements = loaded === undefined ? 0 : views[loaded.arg].size;
  if (from.op === 'const' && to.op === 'const') elements = segments * Number(to.value) - segments * Number(from.value);
  const gathers = body.filter((node) => node.op === 'gather');
  const bytes = gathers.reduce((sum, { arg }) => sum + views[arg].size * roots[arg].dtype.size, 0);
  const each = gathers.length * GATHERED_IN_SEGMENT + body.length * NODE_IN_SEGMENT;
  return elements * each + segments * (SEGMENT + (gathers.length * bytesAtRandom(bytes, 0)) / LANES);
}

/** `arrays`: bytes of all that a loop gathers from, which share the caches; `size`: of an element. */
function bytesAtRandom(arrays: number, size: number): number {
  const row = arrays <= SMALL ? undefined : AT_RANDOM.find(({ upTo }) => arrays <= upTo);
  return row?.bytes ?? 2 * size;
}

function keyOf({ roots, views }: Task, { arg, indices }: Extract<Node, { op: 'gather' }>): string {
  return `${roots[arg].id},${views[arg].id},${indices.join()}`;
}
