/** The complex forms of `linspace`, `logspace` and `geomspace`: each part of the ends is spaced by itself, or the logarithms of the ends are. */
import { ArgumentError } from '../../base/index.js';
import { asAnyDType, type ComplexDType, isComplexDType } from '../../dtype/index.js';
import type { Complex } from '../convert.js';
import { floatDefault } from '../default-dtypes.js';
import type { NDArray } from '../ndarray.js';
import { byPlaces } from '../positional.js';
import { reshape } from '../reshape.js';
import { linspace } from '../spaced.js';
import { defineForms, formOf, isComplexNumber } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { type AnyDTypeLike, asComplex, converted, fromReal } from './convert.js';

const call = (name: string, ...given: readonly unknown[]): NDArray => formOf(name)(...given) as NDArray;

interface SpaceHow {
  readonly num?: number;
  readonly endpoint?: boolean;
  readonly retstep?: boolean;
  readonly axis?: number;
  readonly dtype?: AnyDTypeLike;
  readonly base?: unknown;
}

/** Both ends of complex arrays or numbers as pairs of parts, of numbers where neither end is an array. */
function endsOf(operation: string, ends: readonly unknown[]): readonly { readonly re: unknown; readonly im: unknown }[] {
  if (ends.every((x) => typeof x === 'number' || isComplexNumber(x)))
    return ends.map((x) => (isComplexNumber(x) ? x : { re: x, im: 0 }));
  return ends.map((x) => asComplex(x, operation));
}

/** A result in the dtype that was asked for. */
function inDType(z: ComplexArray | NDArray, dtype: AnyDTypeLike | undefined, operation: string): unknown {
  return dtype === undefined ? z : converted(z, dtype, operation, false);
}

/** Spaced numbers between complex ends, and their distance. */
function spaced(
  operation: string,
  ends: readonly unknown[],
  { num, endpoint, axis }: SpaceHow,
): { values: ComplexArray; step: unknown } {
  const [start, stop] = endsOf(operation, ends);
  const [re, im] = (['re', 'im'] as const).map((key) =>
    linspace(start[key] as NDArray, stop[key] as NDArray, { num, endpoint, axis, retstep: true }),
  );
  const step = { re: re[1], im: im[1] };
  const isNumber = typeof step.re === 'number';
  return {
    values: new ComplexArray(re[0], im[0]),
    step: isNumber ? (step as Complex) : new ComplexArray(step.re as NDArray, step.im as NDArray),
  };
}

function linspaceForm(start: unknown, stop: unknown, ...rest: readonly unknown[]): unknown {
  const { retstep, dtype, ...how } = byPlaces<SpaceHow>('linspace', ['num', 'endpoint'], rest);
  const isReal = [start, stop].every((x) => !isComplexNumber(x) && !(x instanceof ComplexArray) && !Array.isArray(x));
  if (isReal && isComplexDType(asAnyDType(dtype ?? floatDefault()))) {
    const { part: dtypeOfParts } = asAnyDType(dtype as AnyDTypeLike) as ComplexDType;
    const [values, step] = linspace(start as NDArray, stop as NDArray, { ...how, dtype: dtypeOfParts, retstep: true });
    const made = fromReal(values, asAnyDType(dtype as AnyDTypeLike) as ComplexDType);
    return retstep === true ? [made, step] : made;
  }
  const { values, step } = spaced('linspace', [start, stop], how);
  const made = inDType(values, dtype, 'linspace');
  return retstep === true ? [made, step] : made;
}

function logspaceForm(start: unknown, stop: unknown, ...rest: readonly unknown[]): unknown {
  const { base = 10, dtype, ...how } = byPlaces<SpaceHow>('logspace', ['num', 'endpoint', 'base'], rest);
  const root = typeof base === 'number' ? base : asComplex(base, 'logspace');
  if (root instanceof ComplexArray && root.ndim > 0)
    throw new ArgumentError('logspace: a base with axes takes real ends and real bases; give one complex base');
  const ends = [start, stop].map((x) => (typeof x === 'number' ? { re: x, im: 0 } : x));
  return inDType(call('pow', root, spaced('logspace', ends, how).values) as unknown as ComplexArray, dtype, 'logspace');
}

/** On the spiral from `start`, which is taken out, to `stop`. */
function geomspaceForm(start: unknown, stop: unknown, ...rest: readonly unknown[]): unknown {
  const { num = 50, endpoint = true, axis = 0, dtype } = byPlaces<SpaceHow>('geomspace', ['num', 'endpoint'], rest);
  if ([start, stop].some((x) => x === 0 || (isComplexNumber(x) && Math.hypot(x.re, x.im) === 0)))
    throw new ArgumentError('geomspace: expected ends other than 0');
  const [first, last] = [start, stop].map((x) => asComplex(x, 'geomspace') as unknown as NDArray);
  const end = call('log', call('divide', last, first));
  const steps = reshape(linspace(0, 1, { num, endpoint }), [num, ...end.shape.map(() => 1)]);
  const values = call('multiply', first, call('exp', call('multiply', end, steps)));
  if (num > 0) values.slice(0).assign(first);
  if (num > 1 && endpoint) values.slice(num - 1).assign(last);
  const placed = axis === 0 ? values : call('moveaxis', values, 0, axis);
  return inDType(placed as unknown as ComplexArray, dtype, 'geomspace');
}

defineForms({ linspace: linspaceForm, logspace: logspaceForm, geomspace: geomspaceForm });
