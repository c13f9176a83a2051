/**
 * How a compiled kernel is called, in every tier: `run(P, u0, u1)` over units [u0, u1), then once `finish(P)`.
 * P is a flat array of float64 slots, integers (sizes, strides in elements, addresses) stored as exact floats:
 *
 *     P[0]              status, written on failure (the first error stays)
 *     P[1 …]            domain sizes d0 … d(rank-1)
 *     args[k].pointer   address of the view's first element (allocation + offset · size)
 *     args[k].strides   one a view axis, in elements; `whole` arguments and `bins` have sizes before strides
 *     scalars[j]        as a float, but int64 and uint64 as their 64 raw bits
 *     partials[f]       address of the partial results of the f-th folding statement (fold, foldOuter, scatter), in loop order
 */
import { BLOCK, type Kernel, type Statement } from './kernel.js';

export interface ArgSlots {
  readonly pointer: number;
  /** First size slot, for `whole` arguments and `bins`; -1 otherwise. */
  readonly sizes: number;
  readonly strides: number;
}

export interface Layout {
  readonly length: number;
  /** First domain size. */
  readonly domain: number;
  readonly args: readonly ArgSlots[];
  readonly scalars: readonly number[];
  /** One slot for each statement that needs partials, with the statement. */
  readonly partials: readonly { readonly slot: number; readonly statement: Gathering }[];
}

/** The slots of a kernel's parameters. Derived from the kernel alone. */
export function layoutOf(kernel: Kernel): Layout {
  let next = 1 + kernel.rank;
  const args = kernel.args.map((arg): ArgSlots => {
    const pointer = next++;
    const sized = arg.access === 'whole' || arg.access === 'bins';
    const sizes = sized ? next : -1;
    if (sized) next += arg.rank;
    const strides = next;
    next += arg.rank;
    return { pointer, sizes, strides };
  });
  const scalars = kernel.scalars.map(() => next++);
  const partials: { slot: number; statement: Gathering }[] = [];
  for (const loop of kernel.loops) {
    for (const statement of loop.statements) {
      if (leavesPartials(statement)) partials.push({ slot: next++, statement });
    }
  }
  return { length: next, domain: 1, args, scalars, partials };
}

/** Statements that are complete only when all units are. */
export type Gathering = Extract<Statement, { kind: 'fold' | 'foldOuter' | 'scatter' }>;

/** Whether a statement's units leave partial results behind. */
export function leavesPartials(statement: Statement): statement is Gathering {
  return statement.kind === 'fold' || statement.kind === 'foldOuter' || statement.kind === 'scatter';
}

/** How a domain is cut into units: see `kernel.ts`. A pure function of the shape and the kernel's structure. */
export interface Units {
  readonly rows: number;
  readonly inner: number;
  /** Rows in a unit (the last may have fewer); 1 when rows are cut into strips. */
  readonly rowsPerUnit: number;
  /** Units a row: 1, or the number of strips of `BLOCK` elements. */
  readonly strips: number;
  readonly count: number;
}

/** Row blocks of a foldOuter or scatter, at most: each holds a partial row. */
export const OUTER_BLOCKS = 64;

/**
 * Short rows: outer folds over these are cut into blocks of at least `BLOCK` rows, however short, so that the fold of a column has
 * the same bits whether its kernel folds one column or several.
 */
export const SHORT_ROW = 32;

/** The structure class of a kernel's folds, which decides how its domain is cut. */
export type Structure = 'map' | 'full' | 'inner' | 'outer';

/** Which class a kernel is in; mixing `inner` or `outer` with another folding class in one kernel is ill-formed. */
export function structureOf(kernel: Kernel): Structure {
  let found: Structure = 'map';
  for (const loop of kernel.loops) {
    for (const s of loop.statements) {
      if (s.kind === 'fold') found = 'full';
      else if (s.kind === 'foldOuter' || s.kind === 'scatter') found = 'outer';
      else if (s.kind !== 'store') found = 'inner';
    }
  }
  return found;
}

/**
 * The units of a domain. `map` and `full`: strips or whole rows, about BLOCK elements. `inner`: never cuts a row.
 * `outer`: at most OUTER_BLOCKS row blocks. A domain with no element has no unit.
 */
export function unitsOf(shape: readonly number[], rowRank: number, structure: Structure): Units {
  let rows = 1;
  let inner = 1;
  for (let i = 0; i < shape.length; i++) {
    if (i < rowRank) rows *= shape[i];
    else inner *= shape[i];
  }
  if (structure === 'map' || structure === 'full') {
    if (rows * inner === 0) return { rows, inner, rowsPerUnit: 1, strips: 1, count: 0 };
    if (inner >= BLOCK) {
      const strips = Math.ceil(inner / BLOCK);
      return { rows, inner, rowsPerUnit: 1, strips, count: rows * strips };
    }
  }
  let rowsPerUnit = Math.max(1, Math.floor(BLOCK / Math.max(1, inner)));
  if (structure === 'outer') rowsPerUnit = Math.max(inner <= SHORT_ROW ? BLOCK : rowsPerUnit, Math.ceil(rows / OUTER_BLOCKS));
  return { rows, inner, rowsPerUnit, strips: 1, count: Math.ceil(rows / rowsPerUnit) };
}
