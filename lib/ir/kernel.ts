/**
 * The kernel language (Diffuse section 6; "Fusing Gathers" for gather and fold). A kernel is the computation of one task, or of many
 * fused ones, over one rectangular *domain*: loops of element-wise nodes in SSA form, and statements that put their results somewhere.
 *
 *     domain (n)                             y = sum(exp(a) * 2)
 *     args   0: a f64 elementwise read
 *            1: y f64 full    write
 *     loop   %0 = load 0        %1 = exp %0       %2 = scalar 0
 *            %3 = mul %1 %2     fold sum %3 -> 1
 *
 * A kernel says nothing of tiles, threads or memory; `layout.ts` says how it is called, `compile/` how it runs.
 *
 * **Units.** A domain (d0, d1, …) of R = `rowRank` row axes is seen as `rows` = d0·…·d(R-1) rows of `inner` elements
 * and cut into units that depend on the shape alone, never on processors: rows of up to `BLOCK` elements are taken
 * several at a time, longer ones are cut into strips of `BLOCK`. A point task runs a contiguous range of units, and a
 * full fold leaves one partial result a unit, combined by `finish` in a fixed tree. That is why results have the same bits
 * for any tiling (lib/DESIGN.md, "Fusion never changes a bit"). See `layout.ts` for the arithmetic.
 */
import type { DType } from '../dtype/index.js';
import type { BinaryOp, UnaryOp } from './operations/index.js';

/** Elements in a unit, at most: a strip of float64 and its operands stay in the first-level cache. */
export const BLOCK = 1024;

/** Associative operators of folds. `any`/`all` take and give bool; `min`/`max` propagate NaN as NumPy's do. */
export type FoldOp = 'sum' | 'prod' | 'min' | 'max' | 'any' | 'all';

/** The number of a node in its loop: operands come before uses. */
export type NodeId = number;

/**
 * One value per element of the domain. `dtype` is the value's type; operands have the types that the op's row of
 * `spec.ts` asks for (arithmetic: all the same; conversions are explicit `cast` nodes).
 */
export type Node =
  /**
   * Element of argument `arg` at this domain index (access `elementwise`), or its only element (access `full`): the same
   * for the whole domain, loaded before the loops.
   */
  | { readonly op: 'load'; readonly dtype: DType; readonly arg: number }
  | { readonly op: 'const'; readonly dtype: DType; readonly value: number | bigint }
  /** The kernel's run-time scalar parameter number `slot`. */
  | { readonly op: 'scalar'; readonly dtype: DType; readonly slot: number }
  /** Coordinate along a domain axis; dtype int64. */
  | { readonly op: 'index'; readonly dtype: DType; readonly axis: number }
  /**
   * Element of argument `arg` (access `whole`) at computed int64 indices, one for each axis of the argument.
   * Negative indices count from the end; indices outside the argument set the launch's status to `STATUS.INDEX`.
   */
  | { readonly op: 'gather'; readonly dtype: DType; readonly arg: number; readonly indices: readonly NodeId[] }
  | { readonly op: UnaryOp; readonly dtype: DType; readonly a: NodeId }
  | { readonly op: BinaryOp; readonly dtype: DType; readonly a: NodeId; readonly b: NodeId }
  /** `c ? a : b`; `c` is bool. */
  | { readonly op: 'select'; readonly dtype: DType; readonly c: NodeId; readonly a: NodeId; readonly b: NodeId }
  /** Conversion as NumPy's `astype`; float to integer truncates, and saturates where C leaves it undefined (NaN gives 0). */
  | { readonly op: 'cast'; readonly dtype: DType; readonly a: NodeId }
  /** float64 in [0, 1) from Philox 4x32-10: word pair number `a` (int64) of the stream with key `b` (int64). */
  | { readonly op: 'uniform'; readonly dtype: DType; readonly a: NodeId; readonly b: NodeId }
  /**
   * Segmented fold: for k from `low` to `high` (int64 nodes), folds the body's result in order of k. This is SpMV's
   * inner loop (thesis Fig. 7.2). The body's nodes are its own SSA list.
   */
  | {
      readonly op: 'segfold';
      readonly dtype: DType;
      readonly fold: FoldOp;
      readonly low: NodeId;
      readonly high: NodeId;
      readonly body: readonly SegmentNode[];
      readonly result: NodeId;
      readonly runs?: RowRuns;
    }
  /**
   * Rounds of the body for an element, `most` at most: a first one if `enter` is true, and a further one while `goes` is. `carry` k of the body
   * is `initial[k]` in the first round and the round before's `next[k]` in later ones; the node's value is the last `carry` 0. The body's nodes
   * are an SSA list of their own, of element-wise nodes alone.
   */
  | {
      readonly op: 'repeat';
      readonly dtype: DType;
      readonly initial: readonly NodeId[];
      readonly enter: NodeId;
      readonly most: number;
      readonly body: readonly SegmentNode[];
      readonly next: readonly NodeId[];
      readonly goes: NodeId;
    }
  /** The last `carry` of that number, of the `repeat` node `a`. */
  | { readonly op: 'carried'; readonly dtype: DType; readonly a: NodeId; readonly carry: number };

/**
 * A promise about a segmented fold over a domain of rank 1, which changes no result: within a run of rows each segment begins
 * where the one before ends, all are of one width, and element k = low + j of the argument `columns` is i + offsets[j] in
 * row i. A device that uses it need not read the columns, and may compute several rows at once. `table` is an int32 argument (access
 * `whole`, rank 1): the number of runs; four words for each run, in order and without gaps (the row after its last one, its width, where
 * in the table its offsets are, where the segment of its last row ends); the offsets. Width 0 promises nothing of a run's rows.
 */
export interface RowRuns {
  readonly table: number;
  readonly columns: number;
}

/** Nodes inside a segmented fold or a `repeat`: any element-wise node over body operands, and these four. */
export type SegmentNode =
  /** The segment index k, int64. */
  | { readonly op: 'segment'; readonly dtype: DType }
  /** A value that goes from round to round of a `repeat`. */
  | { readonly op: 'carry'; readonly dtype: DType; readonly carry: number }
  /** A value of the enclosing loop, the same for every k. */
  | { readonly op: 'outer'; readonly dtype: DType; readonly node: NodeId }
  /** Element k of the 1-d argument `arg` (access `whole`); k lies inside it or sets `STATUS.INDEX`. */
  | { readonly op: 'segload'; readonly dtype: DType; readonly arg: number }
  | Exclude<Node, { op: 'load' } | { op: 'segfold' } | { op: 'repeat' } | { op: 'carried' } | { op: 'index' }>;

export type Statement =
  /**
   * arg[i] = value; access `elementwise`. With access `full`: `value` is uniform (made of constants, scalars and loads of
   * `full` arguments alone) and is stored once, with unit 0. This is how 0-d operations fuse with the larger ones that use their results.
   */
  | { readonly kind: 'store'; readonly arg: number; readonly value: NodeId }
  /** arg = fold over the whole domain; access `full` (one element). */
  | { readonly kind: 'fold'; readonly arg: number; readonly op: FoldOp; readonly value: NodeId }
  /** arg[rows] = fold over the inner axes; access `rows`. */
  | { readonly kind: 'foldInner'; readonly arg: number; readonly op: FoldOp; readonly value: NodeId }
  /** arg[inner] = fold over the row axes (rowRank of them); access `columns`. */
  | { readonly kind: 'foldOuter'; readonly arg: number; readonly op: FoldOp; readonly value: NodeId }
  /**
   * arg[index] = fold over the values that have this index (an int64 node); access `bins`. The domain has row axes only. Negative
   * indices count from the end; indices outside the argument set the launch's status to `STATUS.INDEX`.
   */
  | { readonly kind: 'scatter'; readonly arg: number; readonly op: FoldOp; readonly index: NodeId; readonly value: NodeId }
  /** Index of the first minimum or maximum along the inner axes, as int64 (NaN counts as the extreme); access `rows`. */
  | { readonly kind: 'argFold'; readonly arg: number; readonly op: 'argmin' | 'argmax'; readonly value: NodeId };

/**
 * How an argument is reached:
 * - `elementwise`: a view with the domain's shape (broadcasting by stride 0);
 * - `whole`: any element, by gathers (read only);
 * - `full`: one element (rank 0): the result of a full fold, or a 0-d value read or stored by uniform nodes;
 * - `rows`: a view with the row axes' shape;
 * - `columns`: a view with the inner axes' shape;
 * - `bins`: any element of a view of one axis, by a scatter (written only).
 */
export type Access = 'elementwise' | 'whole' | 'full' | 'rows' | 'columns' | 'bins';
export type Privilege = 'read' | 'write' | 'readwrite' | 'reduce';

export interface KernelArg {
  readonly dtype: DType;
  readonly access: Access;
  readonly privilege: 'read' | 'write' | 'readwrite';
  /** Rank of the view that is passed. */
  readonly rank: number;
  /**
   * Where the kernel's nest has vectors: axes along which elements are likely to be the same, so that they are read once; along the axis of vectors, elements
   * are else likely to be neighbours.
   */
  readonly still?: readonly number[];
}

export interface Loop {
  readonly nodes: readonly Node[];
  readonly statements: readonly Statement[];
}

/** A loop over an axis, or over the part of it at which a loop further outside stands. */
export interface NestLoop {
  readonly axis: number;
  /** Elements between iterations; 1 for the innermost loop of an axis. */
  readonly step: number;
  /** Iterations that are written one after the other; 1 for a plain loop. */
  readonly unroll: number;
  /** Whether iterations are computed side by side, in vectors: of the innermost loop alone. */
  readonly vector: boolean;
}

export interface Kernel {
  /** Rank of the domain. */
  readonly rank: number;
  /** Leading axes that make up the rows; 1 unless a foldInner, foldOuter or scatter says otherwise (0 when the rank is 0). */
  readonly rowRank: number;
  readonly args: readonly KernelArg[];
  /** Types of the run-time scalars. */
  readonly scalars: readonly DType[];
  /**
   * Run one after another over each unit. After `compile/passes` there is one loop where fusion was legal; a later loop
   * sees an earlier one's stores at the same index.
   */
  readonly loops: readonly Loop[];
  /** The order of its domain's elements, where that is given. */
  readonly nest?: readonly NestLoop[];
}

/** Values of a launch's status word: 0 is success. */
export const STATUS = {
  OK: 0,
  INDEX: 1,
  TASK: 2,
  MEMORY: 3,
  SINGULAR: 4,
  INDEFINITE: 5,
  LOST: 6,
  NOT_FINITE: 7,
  DIVERGED: 8,
  REFUSED: 9,
  DEVICE_LOST: 10,
  INTERRUPTED: 11,
} as const;
