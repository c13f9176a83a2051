/** Random kernels and data for property tests, drawn from a seed that the caller gives. */
import { bool, type DType, dtypes, float32, float64, int32, int64, type TypedArray } from '../../lib/dtype/index.js';
import {
  type BinaryOp,
  binaryOperations,
  binsOut,
  columnsOut,
  type FoldOp,
  foldRules,
  fullIn,
  fullOut,
  inout,
  input,
  type Kernel,
  type KernelArg,
  KernelBuilder,
  output,
  rowsOut,
  type UnaryOp,
  unaryOperations,
  type Value,
  whole,
} from '../../lib/ir/index.js';
import { half, halfBits } from './half.js';
import { dense, type View } from './interpret.js';

/** A small generator (mulberry32): numbers in [0, 1). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export class Draw {
  readonly next: () => number;
  constructor(seed: number) {
    this.next = generator(seed);
  }
  int(n: number): number {
    return Math.floor(this.next() * n);
  }
  pick<T>(list: readonly T[]): T {
    return list[this.int(list.length)];
  }
  chance(p: number): boolean {
    return this.next() < p;
  }
}

const special = [
  0,
  -0,
  1,
  -1,
  0.5,
  -2.5,
  3,
  1e10,
  -1e10,
  1e300,
  NaN,
  Infinity,
  -Infinity,
  2 ** 31,
  -(2 ** 31),
  255,
  256,
  2 ** 53 + 2,
  2 ** 63,
];

/** An interesting value of a dtype. */
export function drawValue(draw: Draw, dtype: DType): number | bigint {
  switch (dtype.name) {
    case 'bool':
      return draw.int(2);
    case 'float32':
      return Math.fround(draw.chance(0.3) ? draw.pick(special) : (draw.next() - 0.5) * 100);
    case 'float16':
      return half(draw.chance(0.3) ? draw.pick(special) : (draw.next() - 0.5) * 100);
    case 'float64':
      return draw.chance(0.3) ? draw.pick(special) : (draw.next() - 0.5) * 100;
    default:
      return drawInteger(draw, dtype);
  }
}

/** Small ones, widths of shifts, the ends of the dtype's range and of others', and any. */
function drawInteger(draw: Draw, { kind, size }: DType): number | bigint {
  const bits = BigInt(8 * size);
  const any = BigInt(draw.int(2 ** 40)) * 7919n;
  const ends = [2n ** (bits - 1n), 2n ** (bits - 1n) - 1n, 2n ** bits - 1n, bits - 1n, bits, 2n ** 53n + 1n];
  const value = draw.pick([0n, 1n, -1n, 7n, ...ends, any, BigInt(draw.int(100) - 50)]);
  const kept = kind === 'unsigned' ? BigInt.asUintN(8 * size, value) : BigInt.asIntN(8 * size, value);
  return size === 8 ? kept : Number(kept);
}

export function drawData(draw: Draw, dtype: DType, length: number): TypedArray {
  const data = new dtype.Typed(length);
  for (let i = 0; i < length; i++) {
    const value = drawValue(draw, dtype);
    data[i] = (dtype.name === 'float16' ? halfBits(Number(value)) : value) as never;
  }
  return data;
}

/** Operators that show the sign of a NaN, which IEEE 754 leaves open for one that was computed. */
const showing = new Set<string>(['signbit', 'copysign']);
const unaries = (Object.keys(unaryOperations) as UnaryOp[]).filter((op) => !showing.has(op));
const binaries = (Object.keys(binaryOperations) as BinaryOp[]).filter((op) => !showing.has(op));
const folds = Object.keys(foldRules) as FoldOp[];

/** One more value made of earlier ones. */
function grow(
  draw: Draw,
  b: KernelBuilder,
  pool: readonly Value[],
  table: number,
  rank: number,
  types: readonly DType[] = dtypes,
): Value {
  const x = draw.pick(pool);
  switch (draw.int(8)) {
    case 0:
      return b.const(drawValue(draw, x.dtype), x.dtype);
    case 1:
      return b.cast(x, draw.pick(types));
    case 2:
      return b.select(b.cast(draw.pick(pool), bool), x, b.cast(draw.pick(pool), x.dtype));
    case 3:
      return table >= 0
        ? b.gather(table, b.binary('mod', b.cast(x, int64), b.const(7, int64)))
        : rank > 0
          ? b.index(draw.int(rank))
          : b.uniform(b.cast(x, int64), b.const(3, int64));
    case 4:
    case 5: {
      const ops = unaries.filter((op) => unaryOperations[op].takes.includes(x.dtype.kind));
      return ops.length > 0 ? b.unary(draw.pick(ops), x) : b.not(b.cast(x, bool));
    }
    default: {
      const ops = binaries.filter((op) => binaryOperations[op].takes.includes(x.dtype.kind));
      return b.binary(draw.pick(ops), x, b.cast(draw.pick(pool), x.dtype));
    }
  }
}

/** A fold over a segment of a table of seven elements, in floats of this dtype. */
function segment(draw: Draw, b: KernelBuilder, pool: readonly Value[], table: number, dtype: DType = float64): Value {
  const low = b.binary('mod', b.cast(draw.pick(pool), int64), b.const(8, int64));
  const outer = b.cast(draw.pick(pool), dtype);
  return b.segfold(draw.pick(['sum', 'prod', 'min', 'max']), low, b.const(7, int64), (s) =>
    s.mul(s.cast(s.load(table), dtype), s.outer(outer)),
  );
}

/** Rounds that halve a number, or add to it, until it is small, with a count and a bool beside them. */
function rounds(draw: Draw, b: KernelBuilder, pool: readonly Value[], dtype: DType = float64): Value {
  const initial = [b.cast(draw.pick(pool), dtype), b.cast(draw.pick(pool), int32), b.cast(draw.pick(pool), bool)];
  const [x, other, enter] = [b.cast(draw.pick(pool), dtype), draw.pick(pool), b.cast(draw.pick(pool), bool)];
  const results = b.repeat(initial, enter, 1 + draw.int(40), (round) => {
    const [a, count, even] = initial.map((value, k) => round.carry(k, value.dtype));
    const step = round.select(even, round.mul(a, round.const(0.5, dtype)), round.sub(a, round.outer(x)));
    const next = [
      draw.chance(0.2) ? a : step,
      draw.chance(0.2) ? round.cast(round.outer(other), int32) : round.add(count, round.const(1, int32)),
      draw.chance(0.2) ? round.outer(enter) : round.not(even),
    ];
    return { next, goes: round.gt(round.abs(step), round.const(draw.pick([1, 8, 1e9]), dtype)) };
  });
  return draw.pick(results);
}

export type Kind = 'map' | 'full' | 'inner' | 'outer';

export interface RandomKernel {
  readonly kernel: Kernel;
  /** Fresh data for a domain. */
  readonly arguments: (shape: readonly number[], draw: Draw) => View[];
  readonly scalars: readonly (number | bigint)[];
}

/** Argument 0 is a table of seven for gathers, 3 a 0-d input; results follow the inputs. */
export function drawKernel(
  draw: Draw,
  rank: number,
  kind: Kind,
  size = 8,
  types: readonly DType[] = dtypes,
  repeats = true,
): RandomKernel {
  const rowRank = kind === 'inner' || kind === 'outer' ? draw.int(rank + 1) : Math.min(1, rank);
  const type = (): DType => draw.pick(types);
  const floating = types.includes(float64) ? float64 : float32;
  const args: KernelArg[] = [whole(type(), 1), input(type(), rank), inout(type(), rank), fullIn(type())];
  const scalars = [type().computes, type().computes];
  const b = new KernelBuilder(args, scalars);
  const pool = [b.load(1), b.load(2), b.load(3), b.scalar(0), b.scalar(1)];
  for (let i = 0; i < size; i++) {
    const kind = draw.next();
    if (kind < 0.1) pool.push(segment(draw, b, pool, 0, floating));
    else pool.push(kind < 0.17 && repeats ? rounds(draw, b, pool, floating) : grow(draw, b, pool, 0, rank, types));
  }
  const result = (arg: KernelArg): number => args.push(arg) - 1;
  if (draw.chance(0.5)) b.store(2, b.cast(draw.pick(pool), args[2].dtype));
  for (let n = draw.int(3); n >= 0; n--) {
    const value = draw.pick(pool);
    b.store(result(output(value.dtype, rank)), value);
  }
  if ((kind === 'map' || kind === 'full') && draw.chance(0.3)) b.store(result(fullOut(pool[3].dtype)), pool[3]);
  if (kind !== 'map') for (let n = draw.int(3); n >= 0; n--) drawFold(draw, b, pool, kind, rank, rowRank, result);
  const kernel: Kernel = { rank, rowRank, args, scalars, loops: [{ nodes: b.nodes, statements: b.statements }] };
  return {
    kernel,
    arguments: (shape, d) => args.map((arg) => viewOf(d, arg, shape, rowRank)),
    scalars: scalars.map((dtype) => drawValue(draw, dtype)),
  };
}

function drawFold(
  draw: Draw,
  b: KernelBuilder,
  pool: readonly Value[],
  kind: Kind,
  rank: number,
  rowRank: number,
  result: (arg: KernelArg) => number,
): void {
  const drawn = draw.pick(pool);
  const value = b.cast(drawn, drawn.dtype.computes);
  const op = draw.pick(folds.filter((f) => foldRules[f].includes(value.dtype.kind)));
  if (kind === 'full') b.fold(op, result(fullOut(value.dtype)), value);
  else if (kind === 'outer' && rank === rowRank && draw.chance(0.5)) {
    const index = b.cast(draw.pick(pool), int64);
    const bounded = draw.chance(0.9) ? b.binary('mod', index, b.const(7, int64)) : index;
    const from = draw.chance(0.5) ? bounded : b.sub(bounded, b.const(draw.int(8), int64));
    b.scatter(op, result(binsOut(value.dtype)), from, value);
  } else if (kind === 'outer') b.foldOuter(op, result(columnsOut(value.dtype, rank - rowRank)), value);
  else if (draw.chance(0.3)) b.argFold(draw.pick(['argmin', 'argmax']), result(rowsOut(int64, rowRank)), value);
  else b.foldInner(op, result(rowsOut(value.dtype, rowRank)), value);
}

/** A view with gaps and an offset, or reversed, or broadcast where it is only read. */
function viewOf(draw: Draw, arg: KernelArg, domain: readonly number[], rowRank: number): View {
  if (arg.access === 'full') return { ...dense(drawData(draw, arg.dtype, 1), [1]), shape: [], strides: [] };
  if (arg.access === 'whole') return dense(drawData(draw, arg.dtype, 7));
  const bins = arg.access === 'bins' ? [7] : null;
  const shape =
    bins ?? (arg.access === 'rows' ? domain.slice(0, rowRank) : arg.access === 'columns' ? domain.slice(rowRank) : [...domain]);
  const strides: number[] = [];
  let step = draw.pick([1, 1, 2]);
  let offset = draw.int(3);
  for (let i = shape.length - 1; i >= 0; i--) {
    const broadcast = arg.privilege === 'read' && draw.chance(0.2);
    const reversed = !broadcast && draw.chance(0.2);
    strides[i] = broadcast ? 0 : reversed ? -step : step;
    if (reversed) offset += step * Math.max(0, shape[i] - 1);
    if (!broadcast) step *= Math.max(1, shape[i]);
  }
  return { data: drawData(draw, arg.dtype, offset + step + 1), offset, shape, strides };
}

/** A copy of views with the same data. */
export function copyViews(views: readonly View[]): View[] {
  const copies = new Map(views.map(({ data }) => [data, data.slice()]));
  return views.map((view) => ({ ...view, data: copies.get(view.data) ?? view.data }));
}

/** Several kernels over shared arguments: 0 is a table for gathers, 1 to `arrays` are element-wise, the rest results of folds. */
export interface RandomParts {
  readonly args: readonly KernelArg[];
  readonly parts: readonly { readonly kernel: Kernel; readonly args: readonly number[]; readonly scalars: readonly number[] }[];
  readonly scalars: readonly (number | bigint)[];
  /** Element-wise arguments whose first use overwrites them. */
  readonly covered: readonly number[];
  readonly rowRank: number;
  readonly arguments: (shape: readonly number[], draw: Draw) => View[];
}

export function drawParts(draw: Draw, rank: number, kind: Kind, count: number, arrays = 6): RandomParts {
  const rowRank = kind === 'inner' || kind === 'outer' ? draw.int(rank + 1) : Math.min(1, rank);
  const all: KernelArg[] = [whole(draw.pick(dtypes), 1)];
  for (let k = 0; k < arrays; k++) all.push(inout(draw.pick(dtypes), rank));
  const parts: RandomParts['parts'][number][] = [];
  const touched = new Set<number>();
  const covered: number[] = [];
  const scalars: (number | bigint)[] = [];
  for (let n = 0; n < count; n++) {
    const [x, y, out] = [1 + draw.int(arrays), 1 + draw.int(arrays), 1 + draw.int(arrays)];
    const args = [0, x, y, out];
    const own: KernelArg[] = [
      all[0],
      input(all[x].dtype, rank),
      input(all[y].dtype, rank),
      out === x || out === y ? all[out] : output(all[out].dtype, rank),
    ];
    const scalar = all[x].dtype.computes;
    const b = new KernelBuilder(own, [scalar]);
    const pool = [b.load(1), b.load(2), b.scalar(0)];
    for (let i = 0; i < 4; i++) {
      const kind = draw.next();
      if (kind < 0.1) pool.push(segment(draw, b, pool, 0));
      else pool.push(kind < 0.17 ? rounds(draw, b, pool) : grow(draw, b, pool, 0, rank));
    }
    if (draw.chance(0.8)) b.store(3, b.cast(draw.pick(pool), own[3].dtype));
    for (const k of [x, y]) touched.add(k);
    if (b.statements.length > 0 && !touched.has(out)) covered.push(out);
    if (b.statements.length > 0) touched.add(out);
    const partRows = kind !== 'map' && draw.chance(0.5) ? rowRank : Math.min(1, rank);
    if (kind !== 'map' && partRows === rowRank) {
      drawFold(draw, b, pool, kind, rank, rowRank, (arg) => {
        args.push(all.push(arg) - 1);
        return own.push(arg) - 1;
      });
    }
    scalars.push(drawValue(draw, scalar));
    parts.push({
      kernel: {
        rank,
        rowRank: partRows,
        args: own,
        scalars: [scalar],
        loops: [{ nodes: b.nodes, statements: b.statements }],
      },
      args,
      scalars: [n],
    });
  }
  const introduction: Kernel = { rank, rowRank: Math.min(1, rank), args: all, scalars: [], loops: [] };
  parts.unshift({ kernel: introduction, args: all.map((_, k) => k), scalars: [] });
  return {
    args: all,
    parts,
    covered,
    rowRank,
    scalars,
    arguments: (shape, d) => all.map((arg) => viewOf(d, arg, shape, rowRank)),
  };
}
