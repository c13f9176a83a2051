/** A root's memory: its last launches, the launch to wait for, and how it passes to a new root. */
import type { Root } from '../../store/index.js';

/**
 * Roots up to this many elements are of medium size: to copy one costs about as much as to find out whether its contents are needed.
 * Elements, not bytes: a program's numbers and the booleans computed of them then count as one size.
 */
const MEDIUM = 1 << 17;

/** A launch uses the memory of a root or an instance. */
export function noteUse(of: Pick<Root, 'lastUse' | 'chunk'>, launch: number): void {
  if (launch > of.lastUse) of.lastUse = launch;
  const { chunk } = of;
  if (chunk !== null && launch > chunk.memory.lastUse) chunk.memory.lastUse = launch;
}

/** The launch that a reader, or a writer, of a root or an instance waits for. */
export function waitOf({ lastWrite, lastUse }: Pick<Root, 'lastWrite' | 'lastUse'>, writes: boolean): number {
  return writes && lastUse > lastWrite ? lastUse : lastWrite;
}

/** Notes that a launch writes the root. */
export function noteWrite(root: Root, launch: number): void {
  noteUse(root, launch);
  root.lastWrite = launch;
}

/** Whether a root that is not small has memory that goes with the garbage. */
export function isMedium({ view }: Root): boolean {
  return view.size <= MEDIUM;
}

/** Gives a root's block to the root `to`. */
export function transfer(from: Root, to: Root): void {
  to.address = from.address;
  to.reserved = from.reserved;
  to.chunk = from.chunk;
  if (to.chunk !== null && to.lastUse > to.chunk.memory.lastUse) to.chunk.memory.lastUse = to.lastUse;
  from.address = 0;
  from.reserved = 0;
  from.chunk = null;
}
