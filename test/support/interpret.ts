/**
 * A reference interpreter of kernels: slow, and written from the language's definition alone, so that it can judge the
 * emitters and the passes. Integers are computed as unbounded bigints and wrapped, folds over lists of values.
 */
import type { DType, TypedArray } from '../../lib/dtype/index.js';
import type { BinaryOp, FoldOp, Kernel, Loop, Node, SegmentNode, Statement, UnaryOp } from '../../lib/ir/index.js';
import { halfBits, halfValue } from './half.js';
import {
  binaryOf,
  combinerOf,
  convert,
  type Functions,
  foldRuns,
  identity,
  rounded,
  type Scalar,
  unaryOf,
  uniformOf,
} from './reference.js';

/** One argument: element i, j, … lies at data[offset + i · strides[0] + j · strides[1] + …]. */
export interface View {
  readonly data: TypedArray;
  readonly offset: number;
  readonly shape: readonly number[];
  readonly strides: readonly number[];
}

/** A row-major view of an array. */
export function dense(data: TypedArray, shape: readonly number[] = [data.length]): View {
  const strides = shape.map((_, i) => shape.slice(i + 1).reduce((a, b) => a * b, 1));
  return { data, offset: 0, shape, strides };
}

/**
 * Runs a kernel over a domain; writes its results into the arguments and returns its status: 0, or 1 for a bad index. `functions` are taken
 * for the references of operations.
 */
export function interpret(
  kernel: Kernel,
  shape: readonly number[],
  args: readonly View[],
  scalars: readonly (number | bigint)[] = [],
  functions: Functions = () => undefined,
): number {
  const machine = new Machine(
    kernel,
    shape,
    args,
    scalars.map((v, k) => convert(kernel.scalars[k], v)),
    functions,
  );
  for (const loop of kernel.loops) machine.loop(loop);
  return machine.status;
}

type Operator = Extract<Node, { op: UnaryOp | BinaryOp }>;

class Machine {
  status = 0;
  /** The loop's nodes, and the values of a repeat's round. */
  list: readonly Node[] = [];
  carries: readonly Scalar[] = [];
  readonly kernel: Kernel;
  readonly shape: readonly number[];
  readonly args: readonly View[];
  readonly scalars: readonly Scalar[];
  readonly points: number[][];
  readonly functions: Functions;

  constructor(kernel: Kernel, shape: readonly number[], args: readonly View[], scalars: readonly Scalar[], functions: Functions) {
    this.functions = functions;
    this.kernel = kernel;
    this.shape = shape;
    this.args = args;
    this.scalars = scalars;
    this.points = pointsOf(shape);
  }

  loop({ nodes, statements }: Loop): void {
    const values = statements.map((): Scalar[] => []);
    const indices = statements.map((): number[] => []);
    for (const point of this.points) {
      const computed = this.evaluate(nodes, point);
      statements.forEach((s, k) => {
        values[k].push(computed[s.value]);
        if (s.kind === 'scatter') indices[k].push(Number(computed[s.index]));
      });
      statements.forEach((s) => {
        if (s.kind === 'store' && this.kernel.args[s.arg].access === 'elementwise') this.write(s.arg, point, computed[s.value]);
      });
    }
    statements.forEach((s, k) => this.finish(s, values[k], nodes[s.value].dtype, indices[k]));
  }

  evaluate(nodes: readonly Node[], point: readonly number[]): Scalar[] {
    const values: Scalar[] = [];
    this.list = nodes;
    for (const node of nodes)
      values.push(
        this.node(
          node,
          (id) => values[id],
          (id) => nodes[id].dtype,
          point,
          0,
        ),
      );
    return values;
  }

  node(
    n: Node | SegmentNode,
    of: (id: number) => Scalar,
    type: (id: number) => DType,
    point: readonly number[],
    k: number,
    outer?: (id: number) => Scalar,
  ): Scalar {
    switch (n.op) {
      case 'load':
        return this.read(n.arg, this.kernel.args[n.arg].access === 'full' ? [] : point);
      case 'const':
        return convert(n.dtype, n.value);
      case 'scalar':
        return this.scalars[n.slot];
      case 'index':
        return BigInt(point[n.axis]);
      case 'gather':
        return this.element(
          n.arg,
          n.indices.map((i) => Number(of(i))),
        );
      case 'select':
        return of(n.c) === 1 ? of(n.a) : of(n.b);
      case 'cast':
        return convert(n.dtype, type(n.a).kind === 'float' ? of(n.a) : BigInt(of(n.a)));
      case 'uniform':
        return uniformOf(of(n.a) as bigint, of(n.b) as bigint);
      case 'segment':
        return BigInt(k);
      case 'outer':
        return outer === undefined ? NaN : outer(n.node);
      case 'segload':
        return this.element(n.arg, [k], false);
      case 'segfold':
        return this.segment(n, of, point);
      case 'repeat':
        return this.repeat(n, of, point)[0];
      case 'carried': {
        const repeat = this.list[n.a];
        return repeat.op === 'repeat' ? this.repeat(repeat, of, point)[n.carry] : NaN;
      }
      case 'carry':
        return this.carries[n.carry];
      default:
        return this.operator(n, of, type(n.a));
    }
  }

  operator(n: Operator, of: (id: number) => Scalar, dtype: DType): Scalar {
    const known = this.functions(n.op, dtype);
    const operands = 'b' in n ? [of(n.a), of(n.b)] : [of(n.a)];
    if (known !== undefined) return known(...operands.map(Number));
    return 'b' in n ? binaryOf(n.op, dtype, operands[0], operands[1]) : unaryOf(n.op, dtype, operands[0]);
  }

  /** The values of a body's nodes, in segment `k`; `of`: values of the enclosing loop. */
  body(nodes: readonly SegmentNode[], of: (id: number) => Scalar, point: readonly number[], k: number): Scalar[] {
    const values: Scalar[] = [];
    for (const node of nodes)
      values.push(
        this.node(
          node,
          (id) => values[id],
          (id) => nodes[id].dtype,
          point,
          k,
          of,
        ),
      );
    return values;
  }

  repeat(n: Extract<Node, { op: 'repeat' }>, of: (id: number) => Scalar, point: readonly number[]): Scalar[] {
    let carries = n.initial.map(of);
    let goes = of(n.enter) === 1;
    for (let round = 0; goes && round < n.most; round++) {
      this.carries = carries;
      const values = this.body(n.body, of, point, 0);
      carries = n.next.map((id) => values[id]);
      goes = values[n.goes] === 1;
    }
    return carries;
  }

  segment(n: Extract<Node, { op: 'segfold' }>, of: (id: number) => Scalar, point: readonly number[]): Scalar {
    let result = identity(n.fold, n.dtype);
    const both = combinerOf(n.fold, n.dtype, this.functions);
    for (let k = Number(of(n.low)); k < Number(of(n.high)); k++) {
      const values = this.body(n.body, of, point, k);
      result = both(result, values[n.result]);
    }
    return rounded(n.dtype, result);
  }

  finish(s: Statement, values: readonly Scalar[], dtype: DType, indices: readonly number[]): void {
    const { rowRank } = this.kernel;
    const rows = pointsOf(this.shape.slice(0, rowRank));
    const columns = pointsOf(this.shape.slice(rowRank));
    const width = columns.length;
    if (s.kind === 'store') {
      if (this.kernel.args[s.arg].access === 'full' && values.length > 0) this.write(s.arg, [], values[0]);
    } else if (s.kind === 'fold') {
      this.write(s.arg, [], fullFold(s.op, dtype, cut(values, width), this.functions));
    } else if (s.kind === 'scatter') {
      const bins = this.args[s.arg].shape[0];
      const at = indices.map((i) => (i < 0 ? i + bins : i));
      if (at.some((i) => i < 0 || i >= bins)) this.status = 1;
      const blocks = chunks(
        rows.map((_, r) => r),
        Math.max(1024, Math.ceil(rows.length / 64)),
      );
      for (let bin = 0; bin < bins; bin++) {
        const partials = blocks.map((block) =>
          block
            .filter((r) => at[r] === bin)
            .map((r) => values[r])
            .reduce(combinerOf(s.op, dtype, this.functions), identity(s.op, dtype)),
        );
        const total = partials.reduce(combinerOf(s.op, dtype, this.functions), identity(s.op, dtype));
        this.write(s.arg, [bin], rounded(dtype, total));
      }
    } else if (s.kind === 'foldOuter') {
      const blocks = chunks(
        rows.map((_, r) => r),
        Math.max(width <= 32 ? 1024 : Math.max(1, Math.floor(1024 / width)), Math.ceil(rows.length / 64)),
      );
      columns.forEach((column, c) => {
        const partials = blocks.map((block) =>
          block.map((r) => values[r * width + c]).reduce(combinerOf(s.op, dtype, this.functions), identity(s.op, dtype)),
        );
        this.write(
          s.arg,
          column,
          rounded(dtype, partials.reduce(combinerOf(s.op, dtype, this.functions), identity(s.op, dtype))),
        );
      });
    } else {
      rows.forEach((row, r) => {
        const own = values.slice(r * width, (r + 1) * width);
        this.write(
          s.arg,
          row,
          s.kind === 'argFold' ? extreme(s.op, own) : rounded(dtype, rowFold(s.op, dtype, own, this.functions)),
        );
      });
    }
  }

  element(arg: number, indices: readonly number[], wraps = true): Scalar {
    const { shape } = this.args[arg];
    const at = indices.map((i, axis) => (wraps && i < 0 ? i + shape[axis] : i));
    if (at.some((i, axis) => i < 0 || i >= shape[axis])) {
      this.status = 1;
      return convert(this.kernel.args[arg].dtype, 0);
    }
    return this.read(arg, at);
  }

  read(arg: number, point: readonly number[]): Scalar {
    const element = this.args[arg].data[this.place(arg, point)];
    return this.kernel.args[arg].dtype.name === 'float16' ? halfValue(Number(element)) : element;
  }

  write(arg: number, point: readonly number[], value: Scalar): void {
    const element = this.kernel.args[arg].dtype.name === 'float16' ? halfBits(Number(value)) : value;
    this.args[arg].data[this.place(arg, point)] = element as never;
  }

  place(arg: number, point: readonly number[]): number {
    const { offset, strides } = this.args[arg];
    return point.reduce((at, i, axis) => at + i * strides[axis], offset);
  }
}

/** All points of a box, last axis fastest. */
function pointsOf(shape: readonly number[]): number[][] {
  let points: number[][] = [[]];
  for (const size of shape) points = points.flatMap((p) => Array.from({ length: size }, (_, i) => [...p, i]));
  return points;
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  const cut: T[][] = [];
  for (let i = 0; i < list.length; i += size) cut.push(list.slice(i, i + size));
  return cut;
}

/** Values of a whole domain in rows of `width`, as the runs that a full fold takes. */
function cut(values: readonly Scalar[], width: number): Scalar[][] {
  if (values.length === 0) return [];
  return width > 1024
    ? chunks(values, width).flatMap((row) => chunks(row, 1024))
    : chunks(values, Math.floor(1024 / width) * width);
}

function fullFold(op: FoldOp, dtype: DType, runs: readonly (readonly Scalar[])[], functions: Functions): Scalar {
  if (runs.length === 0) return rounded(dtype, identity(op, dtype));
  const partials = runs.map((run) => foldRuns(op, dtype, run, functions));
  return partials.length === 1 ? rounded(dtype, partials[0]) : fullFold(op, dtype, chunks(partials, 1024), functions);
}

function rowFold(op: FoldOp, dtype: DType, row: readonly Scalar[], functions: Functions): Scalar {
  const strips = chunks(row, 1024).map((strip) => foldRuns(op, dtype, strip, functions));
  return strips.length === 0 ? identity(op, dtype) : strips.reduce(combinerOf(op, dtype, functions));
}

function extreme(op: 'argmin' | 'argmax', row: readonly Scalar[]): bigint {
  if (row.length === 0) return 0n;
  const nan = row.findIndex((v) => Number.isNaN(v));
  if (nan >= 0) return BigInt(nan);
  const best = row.reduce((a, v) => ((op === 'argmin' ? v < a : v > a) ? v : a));
  return BigInt(row.indexOf(best));
}
