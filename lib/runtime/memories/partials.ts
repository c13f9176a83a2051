/**
 * The partial results of folding kernels: each point leaves its units' partial results in its memory until the result is read. Units are
 * the same however the domain is cut, and `finish` combines their partial results in one fixed tree (`ir/folds.ts`), so that any fold of
 * any dtype may be spread over memories and gives the bits that one memory gives.
 *
 *     sum of 8 units, 3 points      memory 0: p0 p1 p2     memory 1: p3 p4 p5     memory 2: p6 p7
 *     when it is read               all to memory 0, and there: finish(p0 … p7)
 *
 * A fold of columns, or into bins, leaves a row for each unit, and is finished tile by tile of columns (lib/DESIGN.md, "Machine"):
 *
 *     when it is read               columns [0, 100) of all rows to memory 0, [100, 200) to memory 1, [200, 300) to memory 2
 *
 * A fold of many units to one number is folded by runs where these are (`folds.ts`).
 */
import { invariant } from '../../base/index.js';
import type { Instance, Partials, Tiles } from '../../dependence/index.js';
import { type DType, int64 } from '../../dtype/index.js';
import type { Step } from '../../fusion/index.js';
import {
  accumulatorOf,
  BLOCK,
  type FoldOp,
  type Gathering,
  input,
  type Kernel,
  kernel,
  leavesPartials,
  partialBytes,
  rowsOut,
  structureOf,
  unitsOf,
} from '../../ir/index.js';
import { projection, type Rect, rectOfShape, rectShape, rectSize, subPartition, tiling } from '../../partition/index.js';
import { type Shape, sizeOf, type View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { Range } from '../launch/index.js';

export class PartialRows implements Partials {
  readonly itemSize: number;
  /** The type that rows are made of. */
  readonly dtype: DType;
  readonly rows: number;
  readonly columns: number;
  /** The kernel that makes elements of all rows in its `finish`, and its domain. */
  readonly kernel: Kernel;
  readonly domain: Shape;
  /** The argument, and the shape of its root. */
  readonly view: View;
  readonly root: Shape;
  /** The number of the argument among the kernel's. */
  readonly arg: number;
  readonly #ranges: readonly Range[];
  readonly #kind: Gathering['kind'];
  readonly #op: FoldOp;
  readonly #grain: number;
  #folder: Kernel | null = null;

  /** `grain`: partial results of a tile, at least. */
  constructor(step: Step, own: Kernel, statement: Gathering, ranges: readonly Range[], root: Shape, grain: number) {
    const units = unitsOf(step.domain, own.rowRank, structureOf(own));
    this.root = root;
    this.view = step.bindings[statement.arg].view;
    this.arg = statement.arg;
    this.dtype = accumulatorOf(statement.op, own.args[statement.arg].dtype);
    this.rows = units.count;
    this.itemSize = this.dtype.size;
    this.columns = partialBytes(own, statement, units, this.view.shape) / units.count / this.itemSize;
    this.kernel = finishing(own, statement);
    this.domain = step.domain;
    this.#ranges = ranges;
    this.#kind = statement.kind;
    this.#op = statement.op;
    this.#grain = grain;
  }

  rowsAt(point: number): Rect {
    const { from, to } = this.#ranges[point];
    return { low: [from, 0], high: [to, this.columns] };
  }

  /** Tiles along the first axis, so that their columns follow each other. */
  tilesFor(most: number): Tiles | null {
    const { view, rows, columns } = this;
    const { shape } = view;
    if (this.#kind === 'fold' || shape.length === 0 || sizeOf(shape) !== columns) return null;
    const wanted = Math.min(most, shape[0], Math.floor((rows * columns) / this.#grain));
    if (wanted < 2) return null;
    const each = Math.ceil(shape[0] / wanted);
    const along = projection(shape.map((_, axis) => (axis === 0 ? 0 : -1)));
    const tile = tiling(
      [each, ...shape.slice(1)],
      shape.map(() => 0),
      along,
    );
    return { launch: [Math.ceil(shape[0] / each)], sub: subPartition(view, tile) };
  }

  /** The columns of a part of the view, which is all of it but for the first axis. */
  columnsOf({ low, high }: Rect): readonly [from: number, to: number] {
    const each = sizeOf(this.view.shape.slice(1));
    return this.view.shape.length === 0 ? [0, 1] : [low[0] * each, high[0] * each];
  }

  /** The runs that rows of one number are cut into (`ir/folds.ts`). */
  get runs(): number {
    return Math.ceil(this.rows / BLOCK);
  }

  /** Whether runs are folded in the memories where they are: from two grains on, as tiles are. */
  foldsRuns(buffers: readonly Instance[]): boolean {
    if (this.#kind !== 'fold' || this.rows <= BLOCK || this.rows < 2 * this.#grain) return false;
    return buffers.some(({ memory }) => memory !== buffers[0].memory);
  }

  /** The kernel that folds runs, each a row of a matrix: into partial results again. */
  get folder(): Kernel {
    return (this.#folder ??= folding(this.#op, this.dtype));
  }

  /**
   * A domain over which the kernel's `finish` makes a part of the view of so many rows: with as many units, each with a row of the part's
   * columns.
   */
  domainOf(part: Rect, rows: number): Shape {
    const { rowRank, rank } = this.kernel;
    if (rows !== this.rows) return Array.from({ length: rank }, (_, axis) => (axis === 0 ? rows * BLOCK : 1));
    if (this.#kind !== 'foldOuter' || rectSize(part) === this.columns) return this.domain;
    const shape = rectShape(part);
    const { rowsPerUnit } = unitsOf([1, ...shape], 1, 'outer');
    const domain = Array.from({ length: rank }, (_, axis) => (axis < rowRank ? 1 : shape[axis - rowRank]));
    if (rowRank > 0) domain[0] = this.rows * rowsPerUnit;
    invariant(unitsOf(domain, rowRank, 'outer').count === this.rows, 'parts have all rows of partial results');
    return domain;
  }

  /** All of the view. */
  get whole(): Rect {
    return rectOfShape(this.view.shape);
  }
}

/** A kernel that folds rows of partial results. */
function folding(op: FoldOp, dtype: DType): Kernel {
  return kernel(2, [input(dtype, 2), rowsOut(dtype, 1)], [], (b) => b.foldInner(op, 1, b.load(0)));
}

/** A kernel with the same units, and the statement's `finish` alone. */
function finishing(own: Kernel, statement: Gathering): Kernel {
  const arg = own.args[statement.arg];
  const zero = arg.dtype.long ? 0n : 0;
  return kernel(
    own.rank,
    [arg],
    [],
    (b) => {
      const value = b.const(zero, arg.dtype);
      if (statement.kind === 'fold') b.fold(statement.op, 0, value);
      else if (statement.kind === 'scatter') b.scatter(statement.op, 0, b.const(0, int64), value);
      else b.foldOuter(statement.op, 0, value);
    },
    { rowRank: own.rowRank },
  );
}

/**
 * By binding: the partial results that points leave, null where each point computes elements of its own. Null when the kernel cannot be cut
 * so.
 */
export function partialsOf(
  step: Step,
  ranges: readonly Range[],
  slots: readonly Root[],
  grain: number,
): readonly (PartialRows | null)[] | null {
  const { kernel: own, bindings } = step;
  if (own === null) return null;
  const found: (PartialRows | null)[] = [];
  for (const [k, { privilege, access }] of own.args.entries()) {
    if (privilege === 'read' || access === 'elementwise' || access === 'rows') {
      found.push(null);
      continue;
    }
    const [statement, ...others] = own.loops.flatMap((loop) => loop.statements).filter((s) => s.arg === k);
    const alone = bindings.every((b, j) => j === k || b.slot !== bindings[k].slot);
    if (!leavesPartials(statement) || privilege !== 'write' || others.length > 0 || !alone) return null;
    found.push(new PartialRows(step, own, statement, ranges, slots[bindings[k].slot].view.shape, grain));
  }
  return found;
}
