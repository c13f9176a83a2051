/**
 * Operators with the eigenvalues of A x = λ M x, transformed: for the inverse near a value the nearest eigenvalues are the largest, which are found fast
 * (Ericsson and Ruhe 1980; the modes of ARPACK).
 */
import type { Complex, NDArray } from '../../array/index.js';
import { over } from '../../array/linalg/host.js';
import { ArgumentError, type OptionKinds, ShapeError } from '../../base/index.js';
import { complexFor, type DType } from '../../dtype/index.js';
import { formatShape } from '../../shape/index.js';
import { subtract } from '../arithmetic.js';
import { eye } from '../construct.js';
import { csrArray } from '../create.js';
import type { CsrArray } from '../csr.js';
import { issparse } from '../formats.js';
import { SYSTEM } from '../kinds.js';
import { type SystemMatrix, snapshotOf } from '../solver.js';
import { isArray, promoteAny, typeOfParts } from '../values.js';
import { splu } from './direct.js';
import { type HostProduct, hostInverse, hostProduct } from './host-basis.js';
import type { Value } from './projected.js';
import { checkFloats } from './some.js';

type Product = (v: NDArray) => NDArray;

export interface GeneralizedOptions {
  /** Of A x = λ M x; default the identity. For `eigsh` it is Hermitian and positive definite. */
  readonly M?: SystemMatrix;
  /** The inverse of M, as an operator; default from factors of M. Not with `sigma`. */
  readonly Minv?: SystemMatrix;
  /** The inverse of A - sigma M, as an operator; default from its factors. With `sigma` alone. */
  readonly OPinv?: SystemMatrix;
}
export const GENERALIZED: OptionKinds<GeneralizedOptions> = { M: SYSTEM, Minv: SYSTEM, OPinv: SYSTEM };

interface Transformed {
  readonly dtype: NDArray['dtype'];
  readonly apply: Product;
  readonly metric: Product | null;
  readonly onHost: (() => HostProduct) | null;
  /** The eigenvalue of A that belongs to one of the operator. */
  readonly back: (value: Value) => Value;
}

interface Asked extends GeneralizedOptions {
  readonly sigma?: number | Complex;
  readonly mode?: 'normal' | 'buckling' | 'cayley';
}

/** a / b. */
function quotient(a: Value, b: Value): Value {
  const [re, im] = over([a.re, a.im], [b.re, b.im]);
  return { re, im };
}

/** Throws `ArgumentError` for options that do not go together, for an operator without an inverse; `ShapeError`, `DTypeError`. */
export async function transformed(name: string, A: SystemMatrix, asked: Asked): Promise<Transformed> {
  const { M, Minv, OPinv, sigma, mode = 'normal' } = asked;
  for (const [what, of] of Object.entries({ M, Minv, OPinv })) {
    if (of === undefined) continue;
    checkFloats(`${name}: ${what}`, of);
    if (of.shape[0] !== A.shape[0] || of.shape[1] !== A.shape[1])
      throw new ShapeError(`${name}: ${what} must be of A's shape ${formatShape(A.shape)}, got ${formatShape(of.shape)}`);
  }
  if (sigma === undefined && OPinv !== undefined) throw new ArgumentError(`${name}: OPinv goes with sigma`);
  if (sigma === undefined && mode !== 'normal') throw new ArgumentError(`${name}: mode '${mode}' goes with sigma`);
  if (Minv !== undefined && (sigma !== undefined || M === undefined))
    throw new ArgumentError(`${name}: Minv goes with M, without sigma`);
  return sigma === undefined ? plain(name, A, M, Minv) : near(name, A, sigma, { ...asked, mode });
}

/** M⁻¹ A. */
async function plain(name: string, A: SystemMatrix, M?: SystemMatrix, Minv?: SystemMatrix): Promise<Transformed> {
  const along = productOf(A);
  const back = (value: Value): Value => value;
  if (M === undefined) return { dtype: A.dtype, apply: along, onHost: hostProduct(A), metric: null, back };
  const inverse = Minv === undefined ? (await inverseOf(name, rowsOf(name, M, 'Minv'))).apply : productOf(Minv);
  return { dtype: promoteAny(A.dtype, M.dtype), apply: (v) => inverse(along(v)), onHost: null, metric: productOf(M), back };
}

/** (A - sigma M)⁻¹ times M, A or A + sigma M. */
async function near(
  name: string,
  A: SystemMatrix,
  sigma: number | Complex,
  asked: Required<Pick<Asked, 'mode'>> & Asked,
): Promise<Transformed> {
  const { M, OPinv, mode } = asked;
  const at: Value = typeof sigma === 'number' ? { re: sigma, im: 0 } : sigma;
  if (!Number.isFinite(at.re) || !Number.isFinite(at.im))
    throw new ArgumentError(`${name}: sigma must be a finite number, got ${String(sigma)}`);
  if (mode !== 'normal' && at.re === 0) throw new ArgumentError(`${name}: mode '${mode}' needs a sigma that is not 0`);
  let dtype = M === undefined ? A.dtype : promoteAny(A.dtype, M.dtype);
  if (at.im !== 0) dtype = promoteAny(dtype, complexFor(typeOfParts(dtype)) as unknown as DType);
  const shifted = (): CsrArray => {
    const rows = rowsOf(name, A, 'OPinv');
    const other = M === undefined ? eye(A.shape[0]).astype(dtype as never) : rowsOf(name, M, 'OPinv');
    if (at.re === 0 && at.im === 0) return rows;
    return subtract(rows.astype(dtype), other.astype(dtype).multiply((at.im === 0 ? at.re : at) as never)) as CsrArray;
  };
  const { apply: inverse, onHost } =
    OPinv === undefined ? await inverseOf(name, shifted()) : { apply: productOf(OPinv), onHost: null };
  const along = productOf(A);
  const mass = M === undefined ? (v: NDArray): NDArray => v : productOf(M);
  const add = (a: Value, b: Value): Value => ({ re: a.re + b.re, im: a.im + b.im });
  const one = { re: 1, im: 0 };
  if (mode === 'normal')
    return {
      dtype,
      apply: (v) => inverse(mass(v)),
      onHost: M === undefined ? onHost : null,
      metric: M === undefined ? null : mass,
      back: (value) => add(at, quotient(one, value)),
    };
  const scaled = ({ re, im }: Value): Value => ({ re: at.re * re, im: at.re * im });
  const less = (value: Value): Value => ({ re: value.re - 1, im: value.im });
  if (mode === 'buckling')
    return {
      dtype,
      apply: (v) => inverse(along(v)),
      onHost: null,
      metric: along,
      back: (value) => scaled(quotient(value, less(value))),
    };
  return {
    dtype,
    apply: (v) => inverse(along(v).add(mass(v).multiply(at.re))),
    onHost: null,
    metric: M === undefined ? null : mass,
    back: (value) => scaled(quotient(add(value, one), less(value))),
  };
}

function productOf(A: SystemMatrix): Product {
  const own = snapshotOf(A);
  return (v) => own.matmul(v);
}

/** A matrix in compressed rows. Throws `ArgumentError` for an operator. */
function rowsOf(name: string, A: SystemMatrix, instead: 'Minv' | 'OPinv'): CsrArray {
  if (issparse(A)) return (A as unknown as { tocsr(): CsrArray }).tocsr();
  if (isArray(A)) return csrArray(A);
  throw new ArgumentError(
    `${name}: an inverse needs the factors of a matrix, and got an operator; give ${instead}, the inverse as an operator`,
  );
}

async function inverseOf(name: string, A: CsrArray): Promise<Pick<Transformed, 'apply' | 'onHost'>> {
  const lu = await splu(A).catch((error: unknown) => {
    if (error instanceof ArgumentError) throw new ArgumentError(`${name}: no inverse to work with: ${error.message}`);
    throw error;
  });
  return { apply: (v) => lu.solve(v), onHost: hostInverse(lu) };
}
