/**
 * Launches whose arrays lie in more arenas than a kernel can bind. The parts of arenas that such a launch reaches are copied into one block before
 * it, and the written ones back behind it, which the queue's order allows. Parts that meet are one, so that arrays which share elements still do.
 *
 *     x: arena 3, bytes 0 to 400; y, z: arena 7, bytes 64 to 1,000      in the block: x from 0 on, y and z from 448 on
 */
import type { GpuLaunch } from '../../compile/index.js';
import type { Kernel, KernelArg } from '../../ir/index.js';
import { arenaOf, placeOf } from './arenas.js';

/** Bytes at which parts begin in the block. */
const ALIGNMENT = 64;

/** Bytes of an arena, from a multiple of 4 to one, and where they are in the block. */
interface Part {
  readonly arena: number;
  from: number;
  to: number;
  isWritten: boolean;
  at: number;
}

export interface Relocation {
  readonly parts: readonly Part[];
  /** Of the block. */
  readonly bytes: number;
  /** By argument: bytes from the block's address to the argument's first element; -1 for one that stays. */
  readonly moved: readonly number[];
}

function shapeOf({ access }: KernelArg, { rank, rowRank, loops }: Kernel, launch: GpuLaunch, arg: number): readonly number[] {
  // A routine's views have sizes of their own.
  if (loops.length === 0) return shapeOfProduct(launch.shape, arg);
  if (access === 'elementwise') return launch.shape.slice(0, rank);
  if (access === 'rows') return launch.shape.slice(0, rowRank);
  if (access === 'columns') return launch.shape.slice(rowRank);
  return access === 'full' ? [] : launch.args[arg].shape;
}

/** Of A, B and C of a product with the domain (m, n, k, batch): batch, rows, columns. */
function shapeOfProduct([m, n, k, batch]: readonly number[], arg: number): readonly number[] {
  return [
    [batch, m, k],
    [batch, k, n],
    [batch, m, n],
  ][arg];
}

/** The bytes that a view reaches, in words of 4; null for none. */
function reachOf(launch: GpuLaunch, kernel: Kernel, arg: number): { readonly from: number; readonly to: number } | null {
  const { offset, strides } = launch.args[arg];
  const shape = shapeOf(kernel.args[arg], kernel, launch, arg);
  if (shape.includes(0)) return null;
  const steps = shape.map((size, axis) => (size - 1) * strides[axis]);
  const sum = (of: (step: number) => number): number => steps.reduce((all, step) => all + of(step), offset);
  const { size } = kernel.args[arg].dtype;
  const [low, high] = [sum((step) => Math.min(0, step)), sum((step) => Math.max(0, step))];
  return { from: Math.floor((low * size) / 4) * 4, to: Math.ceil(((high + 1) * size) / 4) * 4 };
}

/** The parts of arguments, those that meet as one, in a row in the block. */
function partsOf(reaches: readonly Part[]): Part[] {
  const parts: Part[] = [];
  for (const reach of [...reaches].sort((a, b) => a.arena - b.arena || a.from - b.from)) {
    const last = parts.at(-1);
    if (last === undefined || last.arena !== reach.arena || reach.from >= last.to) {
      parts.push({ ...reach });
      continue;
    }
    last.to = Math.max(last.to, reach.to);
    last.isWritten ||= reach.isWritten;
  }
  let at = 0;
  for (const part of parts) {
    part.at = at;
    at += Math.ceil((part.to - part.from) / ALIGNMENT) * ALIGNMENT;
  }
  return parts;
}

/**
 * The relocation of a launch with arguments at these addresses, after which it binds `most` arenas, those of `others` included. Arguments that lie in
 * several arenas stay, and so do the largest. Null where that is not enough.
 */
export function relocationOf(
  kernel: Kernel,
  launch: GpuLaunch,
  addresses: readonly number[],
  segmentsOf: (arena: number) => readonly number[],
  others: readonly number[],
  most: number,
): Relocation | null {
  const arenas = addresses.map(arenaOf);
  const bound = new Set([...others, ...arenas.flatMap((arena) => (arena < 0 ? [] : segmentsOf(arena)))]);
  const reaches = addresses.map((_, arg) => (arenas[arg] < 0 ? null : reachOf(launch, kernel, arg)));
  const bytes = new Map<number, number>();
  arenas.forEach((arena, arg) => {
    if (arena < 0 || segmentsOf(arena).length > 1 || others.includes(arena)) return;
    const { from, to } = reaches[arg] ?? { from: 0, to: 0 };
    bytes.set(arena, (bytes.get(arena) ?? 0) + to - from);
  });
  const leaving = [...bytes].sort((a, b) => a[1] - b[1]).slice(0, Math.max(0, bound.size - most));
  if (bound.size - leaving.length > most) return null;
  const left = new Set(leaving.map(([arena]) => arena));
  const parts = partsOf(
    reaches.flatMap((reach, arg) =>
      reach === null || !left.has(arenas[arg])
        ? []
        : [{ ...reach, arena: arenas[arg], isWritten: kernel.args[arg].privilege !== 'read', at: 0 }],
    ),
  );
  const moved = addresses.map((address, arg) => {
    if (!left.has(arenas[arg])) return -1;
    const { offset } = placeOf(address);
    const part = parts.find(({ arena, from, to }) => arena === arenas[arg] && from <= offset && offset < to);
    // No invocation comes to an argument without elements.
    return part === undefined ? 0 : part.at + offset - part.from;
  });
  const last = parts.at(-1);
  return { parts, bytes: last === undefined ? 0 : last.at + last.to - last.from, moved };
}
