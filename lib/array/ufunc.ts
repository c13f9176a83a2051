/**
 * Element-wise functions. A `Ufunc` has rules for the dtype that its operands are converted to and the result's dtype, and the code that it
 * emits; this file turns that into task kinds, one for each combination of operand forms and dtypes, and finds them by number:
 *
 *     operand code = form * TYPES + dtype      form 0: an array   1: a 0-d array beside larger ones   2: a number
 *     rows[code_a][code_b * OUTS + (dtype of `out`, or NO_OUT)]
 *
 * A number is a run-time parameter of its kind, so a loop over many numbers uses one kind. Calls are in `apply.ts`.
 */
import { type DType, dtypes, float64, isStored, promote } from '../dtype/index.js';
import { fullIn, input, type Kernel, type KernelArg, type KernelBuilder, kernel, output, type Value } from '../ir/index.js';
import { type ArgSpec, type Called, defineKind, type TaskKind } from '../task/index.js';
import { sameKind } from './target.js';

export interface Signature {
  /** The dtype that operands are converted to. */
  readonly compute: DType;
  readonly result: DType;
}

const TYPES = dtypes.length;
export const ARRAY = 0;
export const ZERO_D = TYPES;
export const NUMBER = 2 * TYPES;
export const CODES = 3 * TYPES;
export const NO_OUT = TYPES;
export const OUTS = TYPES + 1;

/** One combination of operand forms and dtypes. */
export interface Form {
  readonly kind: TaskKind;
  readonly result: DType;
  /** Whether the result may be written to `out` without being asked for. */
  readonly castable: boolean;
}

/** The row of operands of which no combination was met. */
const NO_FORMS: (Form | undefined)[] = [];

/** Room for the combinations of up to two operands; of the very many with three, few are used. */
function emptyRow(arity: number): (Form | undefined)[] {
  return arity > 2 ? [] : new Array<Form | undefined>((arity === 1 ? 1 : CODES) * OUTS);
}

let made: WeakRef<Ufunc>[] = [];
/** How many there may be before the ones that are gone are taken out: programs may vectorize functions without end. */
let room = 1024;

function noteMade(op: Ufunc): void {
  if (made.length >= room) {
    made = made.filter((ref) => ref.deref() !== undefined);
    room = 2 * made.length + 1024;
  }
  made.push(new WeakRef(op));
}

/** Forms are made anew: the rules for dtypes have changed. */
export function forgetForms(): void {
  for (const ref of made) ref.deref()?.rows.fill(NO_FORMS);
}

export class Ufunc {
  readonly name: string;
  readonly arity: number;
  /** Whether any number has an answer, though it fits the dtype of no array: the result has a dtype of its own. */
  readonly compares: boolean;
  /** The dtypes of the operation on operands of these. Throws `DTypeError` where there is none. */
  readonly signature: (operands: readonly DType[]) => Signature;
  readonly emit: (e: KernelBuilder, operands: readonly Value[], compute: DType) => Value;
  /** Combinations by the first operand's code and the others' place in its row; a row of none until there is one. */
  readonly rows: (Form | undefined)[][];

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
    this.rows = new Array<(Form | undefined)[]>(CODES).fill(NO_FORMS);
    noteMade(this);
  }
}

/** Defines the kind of a combination that is met for the first time. */
export function makeForm(op: Ufunc, codes: readonly number[], outCode: number): Form {
  const types = codes.map((c) => dtypes[c % TYPES]);
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
    body: { kind: 'kernel', kernel: byRank((rank) => makeKernel(op, codes, compute.computes, written, rank)) },
    call: calledAs(op, codes, outCode),
  });
  const form: Form = { kind, result, castable: sameKind(result, written) };
  const [first, ...others] = codes;
  if (op.rows[first] === NO_FORMS) op.rows[first] = emptyRow(op.arity);
  op.rows[first][others.reduce((k, code) => k * CODES + code, 0) * OUTS + outCode] = form;
  return form;
}

/**
 * How calls of a combination can be told without looking for it: where any JavaScript number among the operands comes to the same
 * kind, as it does beside floats.
 */
function calledAs(op: Ufunc, codes: readonly number[], outCode: number): Called | null {
  const widest = codes.map((code) => dtypes[code < NUMBER ? code % TYPES : 0]).reduce(promote);
  let numbers = 0;
  for (const [k, code] of codes.entries()) {
    if (code < NUMBER) continue;
    if (numbers !== 0 || widest.kind !== 'float' || code - NUMBER !== widest.code) return null;
    numbers = 1 << k;
  }
  return { of: op, how: 8 * outCode + numbers };
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
    const dtype = dtypes[code % TYPES];
    if (code >= NUMBER) return scalars.push(isStored(dtype) ? float64 : dtype) - 1;
    return args.push(code >= ZERO_D ? fullIn(dtype) : input(dtype, rank)) - 1;
  });
  args.push(output(written, rank));
  return kernel(rank, args, scalars, (b) => {
    const operands = leaves.map((at, i) => (codes[i] >= NUMBER ? b.cast(b.scalar(at), dtypes[codes[i] % TYPES]) : b.load(at)));
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
