/**
 * The signature of a kernel: the form of its launches, for a device that checks launches against it (`Addon.sign`). A row of numbers:
 *
 *     slots, rank, rowRank, structure, addresses     P's length, the domain, how it is cut into units
 *     slot, reach, size, axes, sizes, strides        for each address: the bytes of an element, where the view's sizes and strides begin
 *     slot, value                                    for each parameter that never changes
 */
import type { Extent } from './extent.js';
import { accumulatorOf } from './folds.js';
import type { Kernel, KernelArg } from './kernel.js';
import { type ArgSlots, type Gathering, type Layout, leavesPartials, type Structure, structureOf } from './layout.js';

/** The elements that are touched of the view behind an address: see native/core/signature.h. */
const REACH = { VIEW: 0, ELEMENTS: 1, ROWS: 2, WHOLE: 3, END: 4, PARTIALS: 5 } as const;
const STRUCTURES: Readonly<Record<Structure, number>> = { map: 0, full: 1, inner: 2, outer: 3 };
const NO_STRUCTURE = -1;

type Row = readonly [slot: number, reach: number, size: number, axes: number, sizes: number, strides: number];

/** Numbers before the rows of addresses, and of each row. */
const HEADER = 5;
const ROW = 6;

/** The slots of the addresses in a launch's parameters, from their signature. */
export function pointersOf(signature: Float64Array): number[] {
  return Array.from({ length: signature[HEADER - 1] }, (_, k) => signature[HEADER + ROW * k]);
}

/** The signature of a kernel in every tier; with `extent`, of code for launches on this one alone. */
export function signatureOf(kernel: Kernel, layout: Layout, extent: Extent | null = null): Float64Array {
  const rows = kernel.args.map((arg, k) => argRow(kernel, arg, layout.args[k], k));
  for (const { slot, statement } of layout.partials) {
    const { size } = accumulatorOf(statement.op, kernel.args[statement.arg].dtype);
    rows.push([slot, REACH.PARTIALS, size, ...widthOf(kernel, layout, statement), layout.domain]);
  }
  const { rank, rowRank } = kernel;
  const header = [layout.length, rank, rowRank, STRUCTURES[structureOf(kernel)], rows.length];
  return Float64Array.from([...header, ...rows.flat(), ...(extent === null ? [] : fixedBy(layout, extent))]);
}

function argRow(kernel: Kernel, arg: KernelArg, { pointer, sizes, strides }: ArgSlots, k: number): Row {
  return [pointer, reachOf(kernel, arg, k), arg.dtype.size, arg.rank, shapeSlot(kernel, arg, sizes), strides];
}

/** Where the sizes of an argument's view begin: its own, or the sizes of the domain's axes that it has. */
function shapeSlot({ rowRank }: Kernel, { access }: KernelArg, sizes: number): number {
  if (sizes >= 0) return sizes;
  return access === 'columns' ? 1 + rowRank : 1;
}

function reachOf({ loops }: Kernel, { access, privilege }: KernelArg, k: number): number {
  if (access === 'elementwise') return REACH.ELEMENTS;
  if (access === 'rows') return REACH.ROWS;
  if (access === 'whole') return REACH.WHOLE;
  const folded = loops.some(({ statements }) => statements.some((s) => leavesPartials(s) && s.arg === k));
  if (folded) return REACH.END;
  // A number that is stored once is written by the part with the first unit alone.
  return privilege === 'read' ? REACH.VIEW : REACH.WHOLE;
}

/** How many axes each unit's partial results have, and where their sizes begin. */
function widthOf({ rank, rowRank }: Kernel, layout: Layout, { kind, arg }: Gathering): readonly [number, number] {
  if (kind === 'fold') return [0, layout.domain];
  return kind === 'scatter' ? [1, layout.args[arg].sizes] : [rank - rowRank, layout.domain + rowRank];
}

function fixedBy(layout: Layout, { domain, strides }: Extent): number[] {
  const fixed = domain.flatMap((n, i) => [layout.domain + i, n]);
  strides.forEach((own, k) => {
    own.forEach((stride, axis) => {
      fixed.push(layout.args[k].strides + axis, stride);
    });
  });
  return fixed;
}

/**
 * The signature of a routine's launches: the domain's sizes, each view's address and strides, scalars, and behind them, for the check
 * alone, each view's sizes. `ranks` and `sizes`: of the views' axes, and of their elements in bytes.
 */
export function routineSignature(
  rank: number,
  ranks: readonly number[],
  sizes: readonly number[],
  scalars: number,
): Float64Array {
  let pointer = 1 + rank;
  let shape = pointer + ranks.reduce((sum, axes) => sum + 1 + axes, 0) + scalars;
  const rows = ranks.flatMap((axes, k) => {
    const row = [pointer, REACH.VIEW, sizes[k], axes, shape, pointer + 1];
    pointer += 1 + axes;
    shape += axes;
    return row;
  });
  return Float64Array.from([shape, rank, 0, NO_STRUCTURE, ranks.length, ...rows]);
}
