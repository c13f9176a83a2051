/** The executors of fuzz programs: on the shadow, and on the library under a runtime of any configuration. */
import * as np from '../../lib/array/index.js';
import type { Runtime } from '../../lib/runtime/index.js';
import { useRuntime } from '../../lib/runtime/index.js';
import { complexOperation } from './complexes.js';
import { type Instruction, random, sliceOf } from './program.js';
import { type SelectionEngine, type SelectionInstruction, Selections } from './selections.js';
import * as S from './shadow.js';

type Kind = S.Kind;

const isFloat = (k: Kind): boolean => k.startsWith('float');
const isUnsigned = (k: Kind): boolean => k.startsWith('uint');
const bits = (k: Kind): number => Number(/\d+$/.exec(k)?.[0] ?? 1);

/** The standard's promotion of non-bool kinds, NumPy's for mixed ones. */
function promote(a: Kind, b: Kind): Kind {
  if (a === b) return a;
  if (isFloat(a) !== isFloat(b)) {
    const [float, whole] = isFloat(a) ? [a, b] : [b, a];
    return float === 'float64' || bits(whole) > 16 ? 'float64' : float === 'float16' && bits(whole) === 8 ? 'float16' : 'float32';
  }
  if (isUnsigned(a) === isUnsigned(b)) return bits(a) > bits(b) ? a : b;
  const [signed, unsigned] = isUnsigned(a) ? [b, a] : [a, b];
  if (bits(signed) > bits(unsigned)) return signed;
  return bits(unsigned) === 64 ? 'float64' : (`int${2 * bits(unsigned)}` as Kind);
}

/** What both executors are told to do, made from the shapes alone. */
interface Engine<A> extends SelectionEngine<A> {
  make(values: number[], shape: readonly number[], kind: Kind): A;
  shape(x: A): readonly number[];
  kind(x: A): Kind;
  cast(x: A, kind: Kind): A;
  binary(op: string, a: A, b: A): A;
  scalar(op: string, a: A, value: number): A;
  unary(op: string, a: A): A;
  where(c: A, a: A, b: A): A;
  slice(x: A, axis: number, start: number, length: number, step: number): A;
  row(x: A, index: number): A;
  stack(parts: readonly A[], axis: number): A;
  transpose(x: A): A;
  assign(a: A, b: A): void;
  addAssign(a: A, b: A): void;
  reduce(op: string, x: A, axes: number[], keep: boolean): A;
  take(x: A, picks: number[], axis: number): A;
  complex(which: number, a: A, b: A): A;
  masked(op: string, x: A, mask: A): A;
  set(x: A, mask: A, value: number): void;
  read(x: A): number[];
  /** Whether two share their elements. */
  alias(x: A, y: A): boolean;
  dispose(x: A): void;
}

const mod = (a: number, b: number): number => ((a % b) + b) % b;
const FUNCTIONS: Record<string, (a: number, b: number) => number> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  minimum: Math.min,
  maximum: Math.max,
  mulmod: (a, b) => mod(a, 97) * mod(b, 97),
  less: (a, b) => Number(a < b),
  equal: (a, b) => Number(a === b),
};

/** A value of one kind as another: floats saturate. */
function convert(v: number, from: Kind, to: Kind): number {
  if (isFloat(from) && !isFloat(to) && to !== 'bool') {
    const size = bits(to) === 64 ? 2 ** 64 : 2 ** bits(to) - 1;
    const low = isUnsigned(to) ? 0 : -(2 ** (bits(to) - 1));
    const high = isUnsigned(to) ? size : size + low;
    if (Number.isNaN(v)) return 0;
    return Math.min(high, Math.max(low, Math.trunc(v)));
  }
  return S.fit(v, to);
}

export const shadowEngine: Engine<S.Shadow> = {
  make: (v, shape, kind) => S.dense(v, shape, kind),
  shape: (x) => x.shape,
  kind: (x) => x.kind,
  cast: (x, kind) => S.map(kind, x.shape, (v) => convert(v, x.kind, kind), x),
  binary: (op, a, b) => {
    const kind = op === 'less' || op === 'equal' ? 'bool' : promote(a.kind, b.kind);
    const common = promote(a.kind, b.kind);
    const at = (x: S.Shadow, v: number): number => convert(v, x.kind, common);
    return S.map(kind, S.jointShape(a.shape, b.shape) ?? [], (x, y) => FUNCTIONS[op](at(a, x), at(b, y)), a, b);
  },
  scalar: (op, a, value) => S.map(a.kind, a.shape, (x) => FUNCTIONS[op](x, value), a),
  unary: (op, a) => S.map(a.kind, a.shape, op === 'abs' ? Math.abs : (v) => -v, a),
  where: (c, a, b) => {
    const kind = promote(a.kind, b.kind);
    const shape = S.jointShape(c.shape, S.jointShape(a.shape, b.shape) ?? []) ?? [];
    return S.map(kind, shape, (k, x, y) => (k !== 0 ? convert(x, a.kind, kind) : convert(y, b.kind, kind)), c, a, b);
  },
  slice: S.slice,
  row: S.row,
  stack: (parts, axis) => {
    const kind = parts.map((x) => x.kind).reduce(promote);
    return S.stack(
      parts.map((x) => shadowEngine.cast(x, kind)),
      axis,
    );
  },
  transpose: S.transpose,
  assign: (a, b) =>
    S.assign(
      a,
      S.map(a.kind, b.shape, (v) => convert(v, b.kind, a.kind), b),
    ),
  addAssign: (a, b) => S.assign(a, shadowEngine.binary('add', a, b)),
  reduce: (op, x, axes, keep) => {
    const kind = op === 'sum' && !isFloat(x.kind) ? (isUnsigned(x.kind) ? 'uint64' : 'int64') : x.kind;
    const f = op === 'sum' ? FUNCTIONS.add : op === 'min' ? Math.min : Math.max;
    const out = S.reduce(x, axes, kind, f, op === 'sum' ? 0 : null);
    return keep
      ? S.dense(
          S.values(out),
          x.shape.map((n, i) => (axes.includes(i) ? 1 : n)),
          kind,
        )
      : out;
  },
  take: (x, picks, axis) => S.take(x, S.dense(picks, [picks.length], 'int64'), axis),
  complex: (which, a, b) => {
    const shape = S.jointShape(a.shape, b.shape) ?? [];
    const part = (x: S.Shadow): S.Shadow => S.map('float64', shape, (v) => mod(v, 97), x);
    return complexOperation(which).shadow(part(a), part(b));
  },
  masked: (op, x, mask) => {
    const where = S.values(mask);
    const chosen = S.values(x).filter((_, i) => where[i] !== 0);
    if (op === 'count') return S.dense([chosen.filter((v) => v !== 0).length], [], 'int64');
    const line = S.dense(
      chosen.map((v) => Math.min(v, 3)),
      [chosen.length],
      x.kind,
    );
    return shadowEngine.reduce('sum', line, [0], false);
  },
  select: (x, mask) => {
    const where = S.values(mask);
    const chosen = S.values(x).filter((_, i) => where[i] !== 0);
    return S.dense(chosen, [chosen.length], x.kind);
  },
  foldChosen: (op, x) => shadowEngine.masked(op, x, S.dense(new Array(x.shape[0]).fill(1), x.shape, 'bool')),
  set: (x, mask, value) =>
    S.assign(
      x,
      S.map(x.kind, x.shape, (v, m) => (m !== 0 ? value : v), x, mask),
    ),
  read: (x) => S.values(x),
  alias: (x, y) => x.buffer === y.buffer,
  dispose: () => undefined,
};

function typed(values: number[], kind: Kind): np.TypedArray {
  if (kind === 'float16') return Float32Array.from(values);
  const { Typed, long } = np.asarray([], { dtype: kind }).dtype;
  const made = new Typed(values.length);
  for (const [i, v] of values.entries()) made[i] = (long ? BigInt(v) : v) as never;
  return made;
}

export const arrayEngine: Engine<np.NDArray> = {
  make: (v, shape, kind) => np.asarray(typed(v, kind), { dtype: kind }).reshape([...shape]),
  shape: (x) => x.shape,
  kind: (x) => x.dtype.name as Kind,
  cast: (x, kind) => x.astype(kind),
  binary: (op, a, b) => {
    switch (op) {
      case 'add':
        return a.add(b);
      case 'subtract':
        return a.subtract(b);
      case 'minimum':
        return np.minimum(a, b);
      case 'maximum':
        return np.maximum(a, b);
      case 'less':
        return a.less(b);
      case 'equal':
        return a.equal(b);
      default:
        return np.multiply(np.remainder(a, 97), np.remainder(b, 97));
    }
  },
  scalar: (op, a, value) => (op === 'add' ? a.add(value) : np.minimum(a, value)),
  unary: (op, a) => (op === 'abs' ? np.abs(a) : np.negative(a)),
  where: (c, a, b) => np.where(c, a, b),
  slice: (x, axis, start, length, step) => {
    const all = x.shape.map(() => ':');
    const stop = step > 0 ? `${start + length * step}` : '';
    all[axis] = length === 0 ? '0:0' : `${start}:${stop}:${step}`;
    return x.slice(...all);
  },
  row: (x, index) => x.slice(index),
  stack: (parts, axis) => np.stack(parts, { axis }),
  transpose: (x) => x.T,
  assign: (a, b) => void a.assign(b),
  addAssign: (a, b) => void a.addAssign(b),
  reduce: (op, x, axes, keepdims) =>
    op === 'sum'
      ? np.sum(x, { axis: axes, keepdims })
      : op === 'min'
        ? np.min(x, { axis: axes, keepdims })
        : np.max(x, { axis: axes, keepdims }),
  take: (x, picks, axis) => np.take(x, np.asarray(BigInt64Array.from(picks, BigInt)), { axis }),
  complex: (which, a, b) => {
    const part = (x: np.NDArray): np.NDArray => np.remainder(x.astype('float64'), 97);
    return complexOperation(which).of(np.complex(part(a), part(b)));
  },
  masked: (op, x, mask) => {
    const chosen = x.get(mask);
    if (op === 'count') return np.countNonzero(chosen);
    return np.minimum(chosen, 3).sum();
  },
  select: (x, mask) => x.get(mask),
  foldChosen: (op, x) => (op === 'count' ? np.countNonzero(x) : np.minimum(x, 3).sum()),
  set: (x, mask, value) => void x.set(mask, value),
  read: (x) => Array.from((x.dtype === np.float16 ? x.astype('float32') : x).dataSync() as Iterable<number | bigint>, Number),
  alias: (x, y) => x.root === y.root,
  dispose: (x) => x.dispose(),
};

const LIMIT = 4000;
const size = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1);

/** Runs a program; what it read on the way and every variable at its end, as numbers. */
export function execute<A>(program: readonly Instruction[], e: Engine<A>): number[][] {
  const vars: (A | null)[] = [];
  const reads: number[][] = [];
  const selections = new Selections(e);
  for (const i of program) {
    if (i.do === 'new') vars.push(create(i, e));
    else if (i.do === 'select') select(i, vars, selections, e);
    else if (i.do === 'chosen' || i.do === 'readChosen') selections.step(i, reads);
    else if (i.do === 'foldChosen') vars.push(selections.fold(i));
    else {
      if (i.do === 'dispose' && vars[i.a]) selections.forget(vars[i.a] as A);
      step(i, vars, reads, e);
    }
  }
  for (const v of vars) if (v !== null) reads.push(e.read(v));
  return reads;
}

function create<A>(i: Extract<Instruction, { do: 'new' }>, e: Engine<A>): A {
  const next = random(i.seed);
  return e.make(
    Array.from({ length: size(i.shape) }, () => Math.floor(next() * 21) - (isUnsigned(i.kind) || i.kind === 'bool' ? 0 : 10)).map(
      (v) => (i.kind === 'bool' ? v & 1 : v),
    ),
    i.shape,
    i.kind,
  );
}

/** Selections by one mask, of `a` and of `b`, where they fit; the mask is where `a` is below 0, where `c` does not fit. Of float16 none, as sums of them end soon. */
function select<A>(
  i: Extract<SelectionInstruction, { do: 'select' }>,
  vars: readonly (A | null)[],
  selections: Selections<A>,
  e: Engine<A>,
): void {
  const [a, b, c] = [i.a, i.b, i.c].map((v) => vars[v] ?? null);
  if (a === null || e.shape(a).length === 0 || e.kind(a) === 'float16') return;
  const x = numeric(a, e);
  const mask = c !== null && alike(a, c, e) ? e.cast(c, 'bool') : e.binary('less', x, e.unary('negative', x));
  const other = b !== null && alike(a, b, e) && e.kind(b) !== 'float16' ? numeric(b, e) : x;
  selections.select(x, other, mask);
}

type Plain = Exclude<Instruction, { do: 'new' } | SelectionInstruction>;

/** Results go to new variables; null where an instruction does not fit. */
function step<A>(i: Plain, vars: (A | null)[], reads: number[][], e: Engine<A>): void {
  const a = vars[i.a] ?? null;
  if (i.do === 'drop') {
    if (i.a >= 0) vars[i.a] = null;
    else vars.push(null);
    return;
  }
  if (i.do === 'dispose') {
    if (a === null) return;
    for (let v = 0; v < vars.length; v++) {
      const other = vars[v];
      if (other !== null && e.alias(other, a)) vars[v] = null;
    }
    e.dispose(a);
    return;
  }
  if (i.do === 'read') {
    if (a !== null) reads.push(e.read(a));
    return;
  }
  if (i.do === 'assign' || i.do === 'addAssign') {
    write(i, a, vars[i.b] ?? null, e);
    return;
  }
  if (i.do === 'set') {
    const b = vars[i.b] ?? null;
    if (a !== null && b !== null && alike(a, b, e) && e.kind(a) !== 'bool') e.set(a, e.cast(b, 'bool'), i.value);
    return;
  }
  vars.push(a === null ? null : value(i, a, vars, e));
}

function write<A>(i: Extract<Instruction, { do: 'assign' | 'addAssign' }>, a: A | null, b: A | null, e: Engine<A>): void {
  if (a === null || b === null) return;
  const joint = S.jointShape(e.shape(a), e.shape(b));
  if (joint === null || joint.length !== e.shape(a).length || joint.some((n, k) => n !== e.shape(a)[k])) return;
  if (e.kind(a) === 'uint64' && !isUnsigned(e.kind(b))) return;
  if (i.do === 'assign') e.assign(a, b);
  else if (e.kind(a) !== 'bool' && e.kind(b) !== 'bool' && promote(e.kind(a), e.kind(b)) === e.kind(a)) e.addAssign(a, b);
}

/** Arithmetic is on numbers that the shadow holds exactly: bools become int64 first, and uint64, of which differences would wrap. */
const numeric = <A>(x: A, e: Engine<A>): A => (e.kind(x) === 'bool' || e.kind(x) === 'uint64' ? e.cast(x, 'int64') : x);

function value<A>(
  i: Exclude<Plain, { do: 'drop' | 'dispose' | 'read' | 'assign' | 'addAssign' | 'set' }>,
  a: A,
  vars: (A | null)[],
  e: Engine<A>,
): A | null {
  const shape = e.shape(a);
  switch (i.do) {
    case 'binary':
    case 'compare': {
      const b = vars[i.b] ?? null;
      const joint = b === null ? null : S.jointShape(shape, e.shape(b));
      return b === null || joint === null || size(joint) > LIMIT ? null : e.binary(i.op, numeric(a, e), numeric(b, e));
    }
    case 'scalar': {
      const x = numeric(a, e);
      return isUnsigned(e.kind(x)) && i.value < 0 ? null : e.scalar(i.op, x, i.value);
    }
    case 'unary':
      return e.unary(i.op, numeric(a, e));
    case 'where':
      return choose(i, a, vars, e);
    case 'cast':
      return e.cast(a, i.kind);
    case 'slice': {
      if (i.axis >= shape.length) return null;
      const s = sliceOf(shape[i.axis], i);
      return e.slice(a, i.axis, s.start, s.length, s.step);
    }
    case 'row':
      return shape.length === 0 || i.index >= shape[0] ? null : e.row(a, i.index);
    case 'stack':
      return stacked(i, a, vars, e);
    case 'transpose':
      return e.transpose(a);
    case 'reduce': {
      const axes = shape.map((_, k) => k).filter((k) => (i.axes >> k) & 1);
      if (i.op !== 'sum' && axes.some((k) => shape[k] === 0)) return null;
      return axes.length === 0 ? null : e.reduce(i.op, summable(i.op, a, e), axes, i.keep);
    }
    case 'complex': {
      const b = vars[i.b] ?? null;
      const joint = b === null ? null : S.jointShape(shape, e.shape(b));
      return b === null || joint === null || size(joint) > LIMIT ? null : e.complex(i.a + i.b, numeric(a, e), numeric(b, e));
    }
    case 'masked': {
      const b = vars[i.b] ?? null;
      if (b === null || shape.length === 0 || !alike(a, b, e)) return null;
      const mask = e.cast(b, 'bool');
      return e.masked(i.op, summable(i.op, a, e), mask);
    }
    case 'take': {
      if (i.axis >= shape.length || shape[i.axis] === 0) return null;
      const next = random(i.seed);
      const n = shape[i.axis];
      if (size(shape) / n > 300) return null;
      return e.take(
        a,
        Array.from({ length: i.count }, () => Math.floor(next() * 2 * n) - n),
        i.axis,
      );
    }
  }
}

const alike = <A>(a: A, b: A, e: Engine<A>): boolean => String(e.shape(a)) === String(e.shape(b));

/** Numbers of which sums are exact in any order: of float16, which ends at 65,504, small remainders, or what is left below 2. */
function summable<A>(op: string, a: A, e: Engine<A>): A {
  const x = numeric(a, e);
  if (op !== 'sum' || e.kind(x) !== 'float16') return x;
  const one = e.make([1], [], 'float16');
  const rest = e.binary('mulmod', x, one);
  const elements = size(e.shape(x));
  if (elements > 1024) return e.cast(rest, 'float32');
  return elements > 10 ? e.binary('minimum', rest, one) : rest;
}

function stacked<A>(i: Extract<Instruction, { do: 'stack' }>, a: A, vars: (A | null)[], e: Engine<A>): A | null {
  const b = vars[i.b] ?? null;
  const shape = e.shape(a);
  if (b === null || i.axis > shape.length || 3 * size(shape) > LIMIT) return null;
  return alike(a, b, e) ? e.stack([numeric(a, e), numeric(b, e), numeric(a, e)], i.axis) : null;
}

function choose<A>(i: Extract<Instruction, { do: 'where' }>, a: A, vars: (A | null)[], e: Engine<A>): A | null {
  const b = vars[i.b] ?? null;
  const c = vars[i.c] ?? null;
  if (b === null || c === null) return null;
  const values = S.jointShape(e.shape(a), e.shape(b));
  const joint = values === null ? null : S.jointShape(values, e.shape(c));
  return joint === null || size(joint) > LIMIT ? null : e.where(e.cast(c, 'bool'), numeric(a, e), numeric(b, e));
}

/** Runs a program on a runtime, as the process's own. */
export function executeOn(rt: Runtime, program: readonly Instruction[]): number[][] {
  const before = useRuntime(rt);
  try {
    return execute(program, arrayEngine);
  } finally {
    useRuntime(before);
  }
}
