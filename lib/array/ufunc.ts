/**
 * Element-wise functions. A `Ufunc` says which dtype its operands are converted to, which it gives, and what it emits;
 * this file turns that into task kinds, one for each combination of operand forms and dtypes, and finds them by number:
 *
 *     operand code = form * 6 + dtype      form 0: an array   1: a 0-d array beside larger ones   2: a number
 *     key          = ((code_a * 18) + code_b) * 7 + (dtype of `out`, or 6 for none)
 *
 * A number is a run-time parameter of its kind, so a loop over many numbers uses one kind.
 */
import { ArgumentError, DTypeError, ShapeError } from '../base/index.js';
import { type DType, dtypes } from '../dtype/index.js';
import { fullIn, input, type Kernel, type KernelArg, type KernelBuilder, kernel, output, type Value } from '../ir/index.js';
import { runtime } from '../runtime/index.js';
import { broadcastShapes, formatShape, mayOverlap, sameShape, type Shape, type View } from '../shape/index.js';
import { broadcastView, checkUsable } from '../store/index.js';
import { type ArgSpec, defineKind, type TaskKind } from '../task/index.js';
import { type ArrayLike, toArray } from './convert.js';
import { allocate, NDArray, viewOf } from './ndarray.js';
import { isScalar, literalDType, type Scalar, scalarDType, toScalar } from './operand.js';

/** What a function takes as an operand: an array, a number, or numbers in nested Arrays. */
export type Operand = ArrayLike;

/** Where a function puts its result. */
export interface OutOption {
  /** An array of the result's shape and a dtype that can hold it; default: a new one. */
  readonly out?: NDArray;
}

export interface Signature {
  /** What operands are converted to. */
  readonly compute: DType;
  readonly result: DType;
}

const ARRAY = 0;
const ZERO_D = 6;
const NUMBER = 12;
const FORMS = 18;
const NO_OUT = 6;

interface Form {
  readonly kind: TaskKind;
  readonly result: DType;
  /** Whether the result may be written to `out` without being asked for. */
  readonly castable: boolean;
}

export class Ufunc {
  readonly name: string;
  readonly arity: number;
  readonly compares: boolean;
  /** The dtypes of the operation on operands of these. Throws `DTypeError` where there is none. */
  readonly signature: (operands: readonly DType[]) => Signature;
  readonly emit: (e: KernelBuilder, operands: readonly Value[], compute: DType) => Value;
  readonly forms: (Form | undefined)[];

  constructor(spec: {
    readonly name: string;
    readonly arity: number;
    readonly compares?: boolean;
    readonly signature: (operands: readonly DType[]) => Signature;
    readonly emit: (e: KernelBuilder, operands: readonly Value[], compute: DType) => Value;
  }) {
    this.name = spec.name;
    this.arity = spec.arity;
    this.compares = spec.compares ?? false;
    this.signature = spec.signature;
    this.emit = spec.emit;
    this.forms = spec.arity > 2 ? [] : new Array<Form | undefined>(FORMS ** spec.arity * 7);
  }
}

/** A function of one array. */
export function applyUnary(op: Ufunc, a: Operand, options?: OutOption): NDArray {
  if (options === undefined && a instanceof NDArray) {
    const form = op.forms[a.root.dtype.code * 7 + NO_OUT] ?? makeForm(op, [a.root.dtype.code], NO_OUT);
    if (a.root.dead) checkUsable(a, op.name);
    const out = allocate(form.result, a.view.shape);
    runtime().launch(form.kind, out.view.shape, [a, out]);
    return out;
  }
  return apply(op, [a], options?.out);
}

/** A function of two arrays, or an array and a number. */
export function applyBinary(op: Ufunc, a: Operand, b: Operand, options?: OutOption): NDArray {
  if (options === undefined && a instanceof NDArray) {
    if (typeof b === 'number') return withNumber(op, a, b);
    if (b instanceof NDArray && sameShape(a.view.shape, b.view.shape)) {
      const key = (a.root.dtype.code * FORMS + b.root.dtype.code) * 7 + NO_OUT;
      const form = op.forms[key] ?? makeForm(op, [a.root.dtype.code, b.root.dtype.code], NO_OUT);
      if (a.root.dead) checkUsable(a, op.name);
      if (b.root.dead) checkUsable(b, op.name);
      const out = allocate(form.result, a.view.shape);
      runtime().launch(form.kind, out.view.shape, [a, b, out]);
      return out;
    }
  }
  return apply(op, [a, b], options?.out);
}

function withNumber(op: Ufunc, a: NDArray, value: number): NDArray {
  const own = a.root.dtype;
  const dtype = own.kind === 'float' ? own : scalarDType(own, value, op.name, op.compares);
  const form = op.forms[(own.code * FORMS + NUMBER + dtype.code) * 7 + NO_OUT] ?? makeForm(op, [own.code, NUMBER + dtype.code], NO_OUT);
  if (a.root.dead) checkUsable(a, op.name);
  const out = allocate(form.result, a.view.shape);
  runtime().launch(form.kind, out.view.shape, [a, out], [own.kind === 'float' ? value : toScalar(value, dtype)]);
  return out;
}

/** `a op= b`: the result goes to `a`, converted to its dtype within its kind. */
export function applyInPlace(op: Ufunc, a: NDArray, b: Operand): NDArray {
  const code = a.root.dtype.code;
  if (b instanceof NDArray) {
    const form = op.forms[(code * FORMS + b.root.dtype.code) * 7 + code];
    const alike = b.view === a.view || (b.root !== a.root && sameShape(a.view.shape, b.view.shape));
    if (alike && form !== undefined && form.castable && !repeats(a.view) && !b.root.dead && !a.root.dead) {
      runtime().launch(form.kind, a.view.shape, [a, b, a]);
      return a;
    }
  } else if (typeof b === 'number' && a.root.dtype.kind === 'float') {
    const form = op.forms[(code * FORMS + NUMBER + code) * 7 + code];
    if (form !== undefined && !repeats(a.view) && !a.root.dead) {
      runtime().launch(form.kind, a.view.shape, [a, a], [b]);
      return a;
    }
  }
  return apply(op, [a, b], a);
}

/** A function of any number of operands, into `out` when given, broadcasting. */
export function apply(op: Ufunc, operands: readonly Operand[], into?: NDArray, casting: 'same_kind' | 'unsafe' = 'same_kind'): NDArray {
  const ready = prepare(op, operands);
  const out = into;
  if (out !== undefined) checkTarget(out, op.name);
  const domain = out?.shape ?? commonShape(ready, op.name);
  if (out !== undefined) checkFills(ready, out, op.name);
  const form = formOf(op, ready, domain, out?.dtype);
  if (out !== undefined && casting === 'same_kind') checkCast(form.result, out.dtype, op.name);
  const stores: NDArray[] = [];
  const scalars: (number | bigint)[] = [];
  for (const { array, value, dtype } of ready) {
    if (array === null) scalars.push(toScalar(value, dtype));
    else stores.push(operandStore(array, domain, out));
  }
  const result = out ?? allocate(form.result, domain);
  stores.push(result);
  runtime().launch(form.kind, domain, stores, scalars);
  return result;
}

interface Ready {
  readonly array: NDArray | null;
  readonly value: Scalar;
  readonly dtype: DType;
}

/** Arrays and numbers apart; numbers take their dtype from the arrays. */
function prepare(op: Ufunc, operands: readonly Operand[]): Ready[] {
  const arrays = operands.map((x) => (isScalar(x) ? null : toArray(x, op.name)));
  const widest = arrays.reduce<NDArray | null>((w, x) => (x !== null && (w === null || x.dtype.code > w.dtype.code) ? x : w), null);
  return operands.map((x, i): Ready => {
    const array = arrays[i];
    if (array !== null) {
      if (array.root.dead) checkUsable(array, op.name);
      return { array, value: 0, dtype: array.dtype };
    }
    const value = x as Scalar;
    return { array: null, value, dtype: widest === null ? literalDType(value) : scalarDType(widest.dtype, value, op.name, op.compares) };
  });
}

function commonShape(ready: readonly Ready[], operation: string): Shape {
  let shape: Shape = [];
  for (const { array } of ready) if (array !== null) shape = broadcastShapes(shape, array.shape, operation);
  return shape;
}

function checkFills(ready: readonly Ready[], out: NDArray, operation: string): void {
  const shape = commonShape(ready, operation);
  if (!sameShape(broadcastOrNull(shape, out.shape), out.shape)) {
    throw new ShapeError(`${operation}: a result of shape ${formatShape(shape)} does not fit an array of shape ${formatShape(out.shape)}`);
  }
}

function broadcastOrNull(shape: Shape, target: Shape): Shape {
  if (shape.length > target.length) return shape;
  const lead = target.length - shape.length;
  return shape.every((n, i) => n === target[i + lead] || n === 1) ? target : shape;
}

/** Throws when an array cannot be written to: it repeats elements, or was disposed of. */
export function checkTarget(out: unknown, operation: string): asserts out is NDArray {
  if (!(out instanceof NDArray)) throw new ArgumentError(`${operation}: out must be an array made by maniple`);
  checkUsable(out, operation);
  if (repeats(out.view)) {
    throw new ArgumentError(`${operation}: the target repeats elements (it was broadcast), so it cannot be written; copy it first`);
  }
}

function repeats(view: View): boolean {
  if (view.size === 0) return false;
  for (let i = 0; i < view.shape.length; i++) if (view.strides[i] === 0 && view.shape[i] > 1) return true;
  return false;
}

const kindRank = { bool: 0, unsigned: 1, int: 2, float: 3 } as const;

function sameKind(from: DType, to: DType): boolean {
  return kindRank[from.kind] <= kindRank[to.kind];
}

/** NumPy's same-kind rule for writing in place: float to integer must be asked for with `astype`. */
export function checkCast(from: DType, to: DType, operation: string): void {
  if (!sameKind(from, to)) {
    throw new DTypeError(`${operation}: a ${from.name} result cannot be written to a ${to.name} array; convert with astype('${to.name}') and assign`);
  }
}

/** The operand over the domain; a copy when writing `out` would change it while it is read. */
function operandStore(array: NDArray, domain: Shape, out: NDArray | undefined): NDArray {
  const zeroD = array.ndim === 0 && domain.length > 0;
  let x = array;
  if (out !== undefined && x.root === out.root && x.view !== out.view && mayOverlap(x.view, out.view)) x = apply(copyUfunc, [x]);
  return zeroD ? x : viewOf(x, broadcastView(x.view, domain));
}

function formOf(op: Ufunc, ready: readonly Ready[], domain: Shape, out: DType | undefined): Form {
  const codes = ready.map(({ array, dtype }) => {
    if (array === null) return NUMBER + dtype.code;
    return (array.ndim === 0 && domain.length > 0 ? ZERO_D : ARRAY) + dtype.code;
  });
  const outCode = out?.code ?? NO_OUT;
  const key = codes.reduce((k, code) => k * FORMS + code, 0) * 7 + outCode;
  return op.forms[key] ?? makeForm(op, codes, outCode);
}

function makeForm(op: Ufunc, codes: readonly number[], outCode: number): Form {
  const types = codes.map((c) => dtypes[c % 6]);
  const { compute, result } = op.signature(types);
  const written = outCode === NO_OUT ? result : dtypes[outCode];
  const specs: ArgSpec[] = [];
  for (const code of codes) {
    if (code < NUMBER) specs.push({ privilege: 'read', access: code >= ZERO_D ? 'full' : 'elementwise' });
  }
  specs.push({ privilege: 'write', access: 'elementwise' });
  const kind = defineKind({
    name: op.name,
    args: specs,
    body: { kind: 'kernel', kernel: byRank((rank) => makeKernel(op, codes, compute, written, rank)) },
  });
  const form: Form = { kind, result, castable: sameKind(result, written) };
  op.forms[codes.reduce((k, code) => k * FORMS + code, 0) * 7 + outCode] = form;
  return form;
}

/** Remembers the kernel of each rank. */
export function byRank(make: (rank: number) => Kernel): (rank: number) => Kernel {
  const made: Kernel[] = [];
  return (rank) => (made[rank] ??= make(rank));
}

function makeKernel(op: Ufunc, codes: readonly number[], compute: DType, written: DType, rank: number): Kernel {
  const args: KernelArg[] = [];
  const scalars: DType[] = [];
  const leaves = codes.map((code) => {
    const dtype = dtypes[code % 6];
    if (code >= NUMBER) return scalars.push(dtype) - 1;
    return args.push(code >= ZERO_D ? fullIn(dtype) : input(dtype, rank)) - 1;
  });
  args.push(output(written, rank));
  return kernel(rank, args, scalars, (b) => {
    const operands = leaves.map((at, i) => (codes[i] >= NUMBER ? b.scalar(at) : b.load(at)));
    b.store(args.length - 1, b.cast(op.emit(b, operands, compute), written));
  });
}

/** The identity: copies, converts and fills. */
export const copyUfunc = new Ufunc({
  name: 'copy',
  arity: 1,
  signature: ([a]) => ({ compute: a, result: a }),
  emit: (_, [a]) => a,
});
