/**
 * Compressed tensors in statements: each summand goes over the entries of its compressed factor. Elements that are no entries are 0, and a product
 * with them is 0, whichever the further factors are.
 *
 *     y(i) = B(i, j) * x(j)                    the entries of B, row by row
 *     A(i, j) = B(i, j) * C(i, k) * D(k, j)    A compressed: it has the entries of B
 */
import { ArgumentError } from '../../base/index.js';
import type { Pattern } from '../format/pattern.js';
import { type AccessTerm, accessesOf, factorsOf, formatTerm, summandsOf, type Term } from './terms.js';

/** The compressed factor of a product; null for a product of dense tensors. */
export function driverOf(product: Term): AccessTerm | null {
  const { factors } = factorsOf(product);
  for (const factor of factors) if (factor.kind === 'access' && factor.tensor.isCompressed) return factor;
  return null;
}

function isEqualList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((x, n) => x === b[n]);
}

/** Whether two compressed accesses have the same entries in the same order. */
export function haveOneOrder(a: AccessTerm, b: AccessTerm): boolean {
  return isEqualList(a.indices, b.indices) && a.tensor.pattern !== null && a.tensor.pattern === b.tensor.pattern;
}

/**
 * Throws `ArgumentError` for products that are no loop over the entries of one compressed factor, and for a compressed result with entries that
 * are not known. Gives the pattern of a compressed result.
 */
export function checkCompressed(target: AccessTerm, value: Term): Pattern | null {
  const drivers = summandsOf(value).map(({ term }) => checkedDriver(term));
  if (!target.tensor.isCompressed) return null;
  const shown = formatTerm({ kind: 'access', tensor: target.tensor, indices: target.indices });
  const [first] = drivers;
  const isKnown = first !== null && drivers.every((driver) => driver !== null && haveOneOrder(driver, first));
  if (!isKnown || !isEqualList(first.indices, target.indices))
    throw new ArgumentError(
      `assign: where the entries of ${shown} are is not known: a compressed result has the entries of a compressed factor with its indices, ` +
        `${target.indices.join(', ')}, which each summand needs, got ${formatTerm(value)}; leave out the format of ${target.tensor.name}, which is ` +
        'dense then',
    );
  const { pattern } = first.tensor;
  const own = target.tensor.pattern;
  if (own !== null && own !== pattern)
    throw new ArgumentError(
      `assign: ${target.tensor.name} has the entries of an earlier statement's result, at different places; use a tensor of its own`,
    );
  return pattern;
}

function checkedDriver(term: Term): AccessTerm | null {
  const driver = driverOf(term);
  const all = accessesOf(term).filter(({ tensor }) => tensor.isCompressed);
  if (driver === null) {
    if (all.length === 0) return null;
    throw new ArgumentError(
      `assign: ${formatTerm(all[0])} is compressed and stands in a sum within the product ${formatTerm(term)}; multiply the product out, or make ` +
        `${all[0].tensor.name} dense: toDense()`,
    );
  }
  const { tensor, indices } = driver;
  if (tensor.pattern === null)
    throw new ArgumentError(
      `assign: ${tensor.name} is compressed and has no entries, since no statement assigns it; make it of a matrix, or assign it first`,
    );
  const twice = indices.find((variable, axis) => indices.indexOf(variable) < axis);
  if (twice !== undefined)
    throw new ArgumentError(
      `assign: ${formatTerm(driver)} is indexed by ${twice} twice: diagonals of compressed tensors are not supported; use two variables, or ` +
        'toDense()',
    );
  const different = all.find((access) => !haveOneOrder(access, driver));
  if (different !== undefined)
    throw new ArgumentError(
      `assign: ${formatTerm(driver)} and ${formatTerm(different)} are compressed, with different entries: products go over the entries of one ` +
        `compressed factor; make one of them dense: ${different.tensor.name}.entries().toDense()`,
    );
  return driver;
}
