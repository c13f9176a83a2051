/**
 * The rows of the table of operations, and how they are made. A row holds everything about one operation: the dtypes that it takes and
 * gives, how C and JavaScript write it, its strip form, its form on GPUs, how exact it is, and its reference in tests. The block tier's
 * primitives, strips of `native/math`, the functions that device programs call, lists in tests and the table of `OPERATIONS.md` come from it
 * (`test/golden/operations.test.ts`). A row without an entry for a kind of dtype that it takes does not compile.
 */
import type { DType, DTypeKind } from '../../dtype/index.js';

/** How C names a dtype. */
export interface CType {
  /** Ending of the names of `vmath.h`'s functions: nothing, f, or _i64, _u8 and so on. */
  readonly end: string;
  /** The type of a value in a loop. */
  readonly name: string;
}

/** How emitted JavaScript computes with a dtype. */
export interface JsType {
  readonly dtype: DType;
  /** Ending of the names of the elementary functions of `compile/js/math`: f for float32. */
  readonly end: string;
  /** The expression's exact result, rounded or wrapped to the dtype. */
  wrap(expression: string): string;
}

/** An expression of operands `a` and, with two of them, `b`. */
type Written<Type> = (type: Type, a: string, b: string) => string;
type WrittenInC = Written<CType>;
export type WrittenInJs = Written<JsType>;

/** Kinds that C writes in one way. */
type CKind<Kind extends DTypeKind> = Kind extends 'unsigned' | 'int' ? 'integer' : Kind;
/** Kinds that JavaScript writes in one way: integers of 64 bits are bigints there, `long`, and the other integers are numbers. */
type JsKind<Kind extends DTypeKind> = Kind extends 'unsigned' | 'int' ? 'integer' | 'long' : Kind;

/**
 * How strips of values are computed where a loop would not be vectorized, or is better in several short ones:
 *
 *     own      `vmath_strips.h` or `vmath_divide.h` has a strip form by hand, which both native tiers take
 *     alone    a loop over the function, which no compiler vectorizes: always in a loop of its own
 *     split    the expression, in a loop of its own, without a function
 */
export type Strip = 'own' | 'alone' | 'split';

/** The reference of an operation that is not exact, for tests. */
export interface Reference {
  /** The bound of its error in float64, in units in the last place, where long doubles are wider; in float32 it is 0.51. */
  readonly ulps: number;
  /** In C, on long doubles x and y. */
  readonly inC: string;
  /** Near enough in JavaScript for a test's tolerance. */
  readonly inJs: (x: number, y: number) => number;
  /** Where most arguments are drawn. */
  readonly from: number;
  readonly to: number;
}

/** The bound of the error on float64 as pairs of float32, relative to the result and times the argument (`compile/gpu/emulation.ts`). */
export interface PairBound {
  readonly relative: number;
  readonly angle?: number;
}

/**
 * How GPUs compute an operation. An exact form is an expression in `compile/gpu/lower`; one with a bound is a function of the library of
 * device programs (`compile/gpu/library`), `NAME_f32` or, on pairs of float32, `NAME_ds`.
 */
export interface GpuForm {
  /** On float32: its error, in units in the last place. Operations on integers and bools are exact. */
  readonly float32: number | 'exact';
  /** On float64 as pairs of float32; null: it has no form there, and such tasks stay on the host. */
  readonly pairs: PairBound | 'exact' | null;
}

/** One operation. */
export interface Operation {
  readonly operands: 1 | 2;
  /** Kinds of the operands; operands of one operation have the same dtype. */
  readonly takes: readonly DTypeKind[];
  /** The result's dtype: that of the operands, or bool. */
  readonly gives: 'same' | 'bool';
  readonly c: Readonly<Partial<Record<CKind<DTypeKind>, WrittenInC>>>;
  readonly js: Readonly<Partial<Record<JsKind<DTypeKind>, WrittenInJs>>>;
  /** By the operands' dtype: integers are all alike, but integers of 64 bits where `long` says so. */
  readonly strips: Readonly<Partial<Record<'float64' | 'float32' | 'integer' | 'long', Strip>>>;
  /** Whether it is a long chain of dependent steps on floats: two of these are better in loops of their own. */
  readonly long: boolean;
  /** Whether the block tier has forms with one operand the same for all elements, and of which kinds. */
  readonly broadcasts: readonly DTypeKind[];
  /** Whether operands may be exchanged. */
  readonly commutes: boolean;
  /** Cycles from an operand to the result in a vector, roughly; null: loops with it are left to the compiler (`compile/c/waiting.ts`). */
  readonly cycles: number | null;
  /** Null: GPUs have no form, and tasks with the operation stay on the host. */
  readonly gpu: GpuForm | null;
  /** Null: the exact result by IEEE 754 or integer arithmetic, so that constants may be folded. */
  readonly reference: Reference | null;
}

/** The contents of a row: an expression for each kind that it takes, in both languages, and deviations from the defaults. */
export interface Row<Kind extends DTypeKind>
  extends Partial<Pick<Operation, 'gives' | 'strips' | 'long' | 'broadcasts' | 'commutes' | 'cycles' | 'gpu' | 'reference'>> {
  readonly takes: readonly Kind[];
  readonly c: Readonly<Record<CKind<Kind>, WrittenInC>>;
  readonly js: Readonly<Record<JsKind<Kind>, WrittenInJs>>;
}

const usual = {
  gives: 'same',
  strips: {},
  long: false,
  broadcasts: [],
  commutes: false,
  cycles: null,
  gpu: null,
  reference: null,
} as const;

/** How strips of an operation on a dtype are computed. */
export function stripOf({ strips }: Operation, { name, long }: DType): Strip | undefined {
  if (name === 'float64' || name === 'float32') return strips[name];
  return long ? (strips.long ?? strips.integer) : strips.integer;
}

/** An operation of one operand. */
export function one<Kind extends DTypeKind>(row: Row<Kind>): Operation {
  return { ...usual, ...row, operands: 1 };
}

/** An operation of two operands. */
export function two<Kind extends DTypeKind>(row: Row<Kind>): Operation {
  return { ...usual, ...row, operands: 2 };
}

export const numeric = ['unsigned', 'int', 'float'] as const;
export const integer = ['unsigned', 'int'] as const;
export const float = ['float'] as const;

/** The exact result on GPUs too. */
export const exactOnGpu: GpuForm = { float32: 'exact', pairs: 'exact' };
/** The exact result on integers, bools and float32, and the bound of arithmetic on pairs of float32. */
export const roundedOnPairs: GpuForm = { float32: 'exact', pairs: { relative: 2 ** -45 } };

/** A call of `vmath.h`'s function of that name for the dtype. */
export const called =
  (name: string): WrittenInC =>
  ({ end }, a, b) =>
    b === '' ? `mk_${name}${end}(${a})` : `mk_${name}${end}(${a}, ${b})`;

/** The operator between the operands. */
export const infix =
  (symbol: string): WrittenInC =>
  (_, a, b) =>
    `${a} ${symbol} ${b}`;

/** An operator on bits or masks in C, converted to the type of its operands. */
export const bitwise =
  (symbol: string): WrittenInC =>
  ({ name }, a, b) =>
    `(${name})(${a} ${symbol} ${b})`;
