/** Shapes and dtypes of statements: the extent of each variable, and the dtype that a statement computes in. */
import { ArgumentError, DTypeError, ShapeError } from '../../base/index.js';
import { bool, type DType, float64, int64, promote, promoteScalar } from '../../dtype/index.js';
import { type AccessTerm, accessesOf, formatTerm, type IndexVariable, type Term, variablesOf } from './terms.js';

/** The number of values of each variable. */
export type Extents = ReadonlyMap<IndexVariable, number>;

/** Throws `ShapeError` where a variable indexes dimensions of two lengths. */
export function extentsOf(target: AccessTerm, value: Term): Extents {
  const extents = new Map<IndexVariable, number>();
  const first = new Map<IndexVariable, string>();
  for (const { tensor, indices } of [target, ...accessesOf(value)]) {
    indices.forEach((variable, axis) => {
      const extent = tensor.shape[axis];
      const known = extents.get(variable);
      const place = `dimension ${axis} of ${tensor.name}`;
      if (known === undefined) {
        extents.set(variable, extent);
        first.set(variable, place);
      } else if (known !== extent) {
        throw new ShapeError(
          `assign: ${variable} indexes ${first.get(variable)}, which has ${known} elements, and ${place}, which has ${extent}`,
        );
      }
    });
  }
  return extents;
}

/** Throws `ArgumentError` for a result that is not given whole: a variable twice on the left, or the tensor on both sides. */
export function checkTarget({ tensor, indices }: AccessTerm, value: Term): void {
  const twice = indices.find((variable, i) => indices.indexOf(variable) < i);
  if (twice !== undefined)
    throw new ArgumentError(
      `assign: ${tensor.name} is indexed by ${twice} twice, so that only its diagonal would be given; use two variables`,
    );
  if (accessesOf(value).some((access) => access.tensor === tensor)) {
    throw new ArgumentError(
      `assign: ${tensor.name} is on both sides of ${formatTerm({ kind: 'access', tensor, indices })} = ${formatTerm(value)}; assign to a ` +
        'tensor with a name of its own',
    );
  }
  const names = new Map<string, IndexVariable>();
  for (const variable of [...indices, ...variablesOf(value)]) {
    if ((names.get(variable.name) ?? variable) !== variable)
      throw new ArgumentError(
        `assign: two variables are called ${variable}; take all variables of a statement from one call of indices()`,
      );
    names.set(variable.name, variable);
  }
}

/**
 * The dtype that all operands are converted to: the tensors' common one, which constants widen only where a fraction meets integers. Throws
 * `DTypeError` for a tensor without a dtype, and a constant that the dtype has not.
 */
export function dtypeOf(value: Term): DType {
  const constants: (number | bigint)[] = [];
  let dtype: DType | null = null;
  const visit = (term: Term): void => {
    if (term.kind === 'access') {
      const own = term.tensor.dtype;
      if (own === null) {
        throw new DTypeError(
          `assign: ${term.tensor.name} has no dtype: no statement gives it elements; make it of an array, or say tensor('${term.tensor.name}', ` +
            "shape, { dtype: 'float64' })",
        );
      }
      dtype = dtype === null ? own : promote(dtype, own);
    } else if (term.kind === 'constant') constants.push(term.value);
    else {
      visit(term.a);
      if (term.kind !== 'negate') visit(term.b);
    }
  };
  visit(value);
  let common: DType = dtype ?? (constants.every((c) => typeof c === 'bigint') ? int64 : float64);
  for (const constant of constants) common = promoteScalar(common, constant);
  for (const constant of constants) checkFits(constant, common);
  return common;
}

function checkFits(constant: number | bigint, dtype: DType): void {
  if (constant < dtype.lowest || constant > dtype.highest)
    throw new DTypeError(`assign: the constant ${constant} is no ${dtype.name}, which the tensors beside it are`);
}

/** Throws `DTypeError` where elements of one dtype cannot become elements of the result's. */
export function checkCast(name: string, from: DType, to: DType): void {
  if (to === bool || (from.kind === 'float' && to.kind !== 'float')) {
    throw new DTypeError(
      `assign: the expression gives ${from.name}, ${name} is ${to.name}; leave out its dtype, or make it ${from.name} and convert the ` +
        'result with astype',
    );
  }
}
