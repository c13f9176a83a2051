/** The complex forms of functions of dtypes. */
import {
  asAnyDType,
  complexFor,
  type DTypeName,
  isComplexDType,
  promote,
  promoteComplex,
  promoteScalar,
} from '../../dtype/index.js';
import { finfo } from '../composed/limits.js';
import type { NDArray } from '../ndarray.js';
import { isScalar } from '../operand.js';
import { isdtype } from '../types.js';
import { defineForms, isComplexNumber } from './calls.js';
import type { ComplexArray } from './complex-array.js';
import { type AnyDTypeLike, toComplex } from './convert.js';

type Any = ReturnType<typeof asAnyDType>;

function dtypeOf(x: unknown): Any {
  if (typeof x === 'string' || (typeof x === 'object' && x !== null && 'kind' in x)) return asAnyDType(x as AnyDTypeLike);
  return (toComplex(x, 'resultType') as ComplexArray | NDArray).dtype;
}

function promoteAny(a: Any, b: Any): Any {
  return a.kind === 'complex' || b.kind === 'complex' ? promoteComplex(a, b) : promote(a, b);
}

/** Numbers beside arrays and dtypes do not widen. */
function resultType(...operands: readonly unknown[]): Any {
  const wide = operands.filter((x) => !isScalar(x) && !isComplexNumber(x)).map(dtypeOf);
  if (wide.length === 0) return asAnyDType('complex128');
  const common = wide.reduce(promoteAny);
  if (common.kind === 'complex') return common;
  const whole = operands.filter(isScalar).reduce((dtype, value) => promoteScalar(dtype, value), common);
  return complexFor(whole);
}

const KINDS = ['complex floating', 'numeric'];

defineForms(() => ({
  promoteTypes: (a: AnyDTypeLike, b: AnyDTypeLike) => promoteAny(asAnyDType(a), asAnyDType(b)),
  resultType,
  canCast: (from: unknown, to: AnyDTypeLike) => promoteAny(dtypeOf(from), asAnyDType(to)) === asAnyDType(to),
  isdtype: (dtype: AnyDTypeLike, of: unknown) => {
    const own = asAnyDType(dtype);
    return [of].flat().some((one) => {
      if (isComplexDType(one)) return asAnyDType(one) === own;
      return own.kind === 'complex' ? KINDS.includes(one as string) : isdtype(own, one as DTypeName);
    });
  },
  finfo: (x: unknown) => {
    const own = dtypeOf(x);
    return finfo(own.kind === 'complex' ? own.part : own);
  },
}));
