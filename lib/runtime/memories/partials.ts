/**
 * The partial results of folding kernels: each point leaves its units' partial results in its memory until the result is read. Units are
 * the same however the domain is cut, and `finish` combines their partial results in one fixed tree (`ir/folds.ts`), so that any fold of
 * any dtype may be spread over memories and gives the bits that one memory gives.
 *
 *     sum of 8 units, 3 points      memory 0: p0 p1 p2     memory 1: p3 p4 p5     memory 2: p6 p7
 *     when it is read               all to memory 0, and there: finish(p0 … p7)
 */
import type { Partials } from '../../dependence/index.js';
import { type DType, int64 } from '../../dtype/index.js';
import type { Step } from '../../fusion/index.js';
import {
  accumulatorOf,
  type Gathering,
  type Kernel,
  kernel,
  leavesPartials,
  partialBytes,
  structureOf,
  unitsOf,
} from '../../ir/index.js';
import type { Rect } from '../../partition/index.js';
import type { Shape, View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { Range } from '../launch/index.js';

export class PartialRows implements Partials {
  readonly itemSize: number;
  /** The type that rows are made of. */
  readonly dtype: DType;
  readonly rows: number;
  /** The kernel that makes elements of all rows in its `finish`, and its domain. */
  readonly kernel: Kernel;
  readonly domain: Shape;
  /** The argument, and the shape of its root. */
  readonly view: View;
  readonly root: Shape;
  /** The number of the argument among the kernel's. */
  readonly arg: number;
  readonly #ranges: readonly Range[];

  constructor(step: Step, own: Kernel, statement: Gathering, ranges: readonly Range[], root: Shape) {
    const units = unitsOf(step.domain, own.rowRank, structureOf(own));
    this.root = root;
    this.view = step.bindings[statement.arg].view;
    this.arg = statement.arg;
    this.dtype = accumulatorOf(statement.op, own.args[statement.arg].dtype);
    this.rows = units.count;
    this.itemSize = partialBytes(own, statement, units, this.view.shape) / units.count;
    this.kernel = finishing(own, statement);
    this.domain = step.domain;
    this.#ranges = ranges;
  }

  rowsAt(point: number): Rect {
    const { from, to } = this.#ranges[point];
    return { low: [from], high: [to] };
  }
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
export function partialsOf(step: Step, ranges: readonly Range[], slots: readonly Root[]): readonly (PartialRows | null)[] | null {
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
    found.push(new PartialRows(step, own, statement, ranges, slots[bindings[k].slot].view.shape));
  }
  return found;
}
