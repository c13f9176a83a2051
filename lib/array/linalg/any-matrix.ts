/**
 * Real and complex matrices alike, for methods that are the same for both: plain loops in float64 over row-major copies, by rows, with no
 * imaginary part for a real matrix; for devices without the routines of native/solve, on the issuing thread.
 */
import { ArgumentError } from '../../base/index.js';
import { float32, float64 } from '../../dtype/index.js';
import type { Shape } from '../../shape/index.js';
import type { BodyArg } from '../../task/index.js';
import { astype } from '../assign.js';
import { ComplexArray } from '../complex/complex-array.js';
import type { NDArray } from '../ndarray.js';
import { averaging } from '../reductions.js';
import { denseOf, storeDense } from './factor.js';
import { MatrixFunction } from './matrix-function.js';
import type { Num } from './scalar.js';

/** A row-major matrix, real where it has no imaginary part. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly re: Float64Array;
  readonly im: Float64Array | null;
}

export function zerosOf(rows: number, columns: number, isComplex: boolean): Matrix {
  const size = rows * columns;
  return { rows, columns, re: new Float64Array(size), im: isComplex ? new Float64Array(size) : null };
}

export function unitOf(n: number, isComplex: boolean): Matrix {
  const m = zerosOf(n, n, isComplex);
  for (let i = 0; i < n; i++) m.re[i * (n + 1)] = 1;
  return m;
}

export function copyOf(m: Matrix): Matrix {
  return { ...m, re: m.re.slice(), im: m.im === null ? null : m.im.slice() };
}

export function at(m: Matrix, i: number, j: number): Num {
  const k = i * m.columns + j;
  return [m.re[k], m.im === null ? 0 : m.im[k]];
}

export function put(m: Matrix, i: number, j: number, [re, im]: Num): void {
  m.re[i * m.columns + j] = re;
  if (m.im !== null) m.im[i * m.columns + j] = im;
}

/** Adds a multiple of row k of `from` to row i of `to`, from a column on. */
export function addRow(to: Matrix, i: number, from: Matrix, k: number, [f, g]: Num, start = 0): void {
  const { re, im, columns } = to;
  const shift = k * from.columns - i * columns;
  const end = (i + 1) * columns;
  if (im === null || from.im === null) {
    for (let j = i * columns + start; j < end; j++) re[j] += f * from.re[j + shift];
    return;
  }
  for (let j = i * columns + start; j < end; j++) {
    const [a, b] = [from.re[j + shift], from.im[j + shift]];
    re[j] += f * a - g * b;
    im[j] += f * b + g * a;
  }
}

export function product(a: Matrix, b: Matrix): Matrix {
  const c = zerosOf(a.rows, b.columns, a.im !== null);
  for (let i = 0; i < a.rows; i++) for (let k = 0; k < a.columns; k++) addRow(c, i, b, k, at(a, i, k));
  return c;
}

/** A sum of multiples of matrices of one shape. */
export function combined(...terms: readonly (readonly [number, Matrix])[]): Matrix {
  const [, { rows, columns, im }] = terms[0];
  const sum = zerosOf(rows, columns, im !== null);
  for (const [factor, m] of terms) for (let i = 0; i < rows; i++) addRow(sum, i, m, i, [factor, 0]);
  return sum;
}

/** The greatest sum of lengths in a column. */
export function oneNorm(m: Matrix): number {
  let most = 0;
  for (let j = 0; j < m.columns; j++) {
    let sum = 0;
    for (let i = 0; i < m.rows; i++) sum += Math.hypot(...at(m, i, j));
    most = Math.max(most, sum);
  }
  return most;
}

/** Throws `ArgumentError` for NaN and infinity. */
export function checkFinite(m: Matrix, operation: string): void {
  if (!m.re.every(Number.isFinite) || m.im?.every(Number.isFinite) === false)
    throw new ArgumentError(`${operation}: expected finite elements, got NaN or infinity`);
}

type Either = NDArray | ComplexArray;

/** A function of stacks of matrices of either sort: of complex ones each argument and each result is two stacks. */
export class AnyMatrixFunction {
  readonly #real: MatrixFunction;
  readonly #complex: MatrixFunction;

  constructor(
    name: string,
    inputs: number,
    outputs: number,
    run: (given: readonly Matrix[], scalar: number) => readonly Matrix[],
  ) {
    const script = (parts: 1 | 2) => (args: readonly BodyArg[], which: number, scalar: number) => {
      const given = Array.from({ length: inputs }, (_, k): Matrix => {
        const { rows, columns, values } = denseOf(args[k * parts], which);
        return { rows, columns, re: values, im: parts === 1 ? null : denseOf(args[k * parts + 1], which).values };
      });
      for (const [k, { rows, columns, re, im }] of run(given, scalar).entries()) {
        const to = (inputs + k) * parts;
        storeDense(args[to], which, { rows, columns, values: re });
        if (parts === 2) storeDense(args[to + 1], which, { rows, columns, values: im ?? new Float64Array(re.length) });
      }
    };
    this.#real = new MatrixFunction(name, inputs, outputs, script(1));
    this.#complex = new MatrixFunction(`complex ${name}`, 2 * inputs, 2 * outputs, script(2));
  }

  /** The results, in the precision of the arguments: complex where these are, which all are or none. */
  apply(given: readonly Either[], outputs: readonly Shape[], sizes: readonly [number, number], scalar?: number): Either[] {
    if (given.every((x) => !(x instanceof ComplexArray))) {
      const real = given as readonly NDArray[];
      const dtype = real.every((x) => averaging(x.dtype) === float32) ? float32 : averagingOf(real);
      return this.#real.apply(real, dtype, outputs, sizes, scalar);
    }
    const parts = (given as readonly ComplexArray[]).flatMap(({ re, im }) => [re, im]);
    const dtype = parts.every((x) => x.dtype === float32) ? float32 : float64;
    const twice = outputs.flatMap((shape) => [shape, shape]);
    const found = this.#complex.apply(parts, float64, twice, sizes, scalar).map((x) => astype(x, dtype, { copy: false }));
    return outputs.map((_, k) => new ComplexArray(found[2 * k], found[2 * k + 1]));
  }
}

/** The dtype of real results: a dtype of floats that `MatrixFunction` refuses stays, so that it says so. */
function averagingOf(given: readonly NDArray[]): NDArray['dtype'] {
  return given.map((x) => averaging(x.dtype)).find((dtype) => dtype !== float32 && dtype !== float64) ?? float64;
}
