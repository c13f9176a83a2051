/**
 * Elementary functions of floats. Each row is the function's name in three places, `mk_NAME` and `mk_NAMEf` in `native/math`, NAME and NAMEf in
 * `compile/js/math`, which take the same steps; its strip forms; and the bounds of its error, measured by `native/test/math_accuracy.cpp` and, for
 * GPUs, which have functions of their own (`compile/gpu/library/elementary`), by `test/conformance/device-functions.test.ts`.
 */
import { called, float, type Operation, one, type Reference, type Row, two } from './row.js';

/** Of errors, in units in the last place: in float64, and in float32 on GPUs. */
type Bounds = readonly [number, number];
type How = Partial<Pick<Row<'float'>, 'strips' | 'long'>>;

const own = { float64: 'own', float32: 'own' } as const;
const ownInDouble = { float64: 'own' } as const;
const long = { long: true } as const;

function written(name: string, reference: Reference, how: How): Row<'float'> {
  return {
    takes: float,
    c: { float: called(name) },
    js: { float: ({ end }, a, b) => (b === '' ? `${name}${end}(${a})` : `${name}${end}(${a}, ${b})`) },
    reference,
    ...how,
  };
}

/** A function with libm's function of that name as its reference, near enough to `inJs`. */
function ofOne(
  name: string,
  inJs: (x: number) => number,
  [ulps, ulpsOnGpu]: Bounds,
  [from, to]: readonly [number, number],
  how: How,
): Operation {
  return one(written(name, { ulps, ulpsOnGpu, inC: `${name}l(x)`, inJs, from, to }, how));
}

function ofTwo(name: string, inJs: (x: number, y: number) => number, [ulps, ulpsOnGpu]: Bounds, how: How): Operation {
  return two(written(name, { ulps, ulpsOnGpu, inC: `${name}l(x, y)`, inJs, from: 0, to: 20 }, how));
}

export const elementaryOfOne = {
  exp: ofOne('exp', Math.exp, [0.9, 0.8], [-750, 711], long),
  expm1: ofOne('expm1', Math.expm1, [1.2, 1], [-40, 40], long),
  log: ofOne('log', Math.log, [0.9, 0.7], [0, 3], { ...long, strips: own }),
  log1p: ofOne('log1p', Math.log1p, [0.9, 0.7], [-1, 3], { ...long, strips: ownInDouble }),
  log2: ofOne('log2', Math.log2, [0.85, 0.8], [0, 3], { ...long, strips: own }),
  log10: ofOne('log10', Math.log10, [0.75, 0.7], [0, 3], { ...long, strips: own }),
  sin: ofOne('sin', Math.sin, [0.88, 0.8], [-10, 10], { strips: own }),
  cos: ofOne('cos', Math.cos, [0.88, 0.8], [-10, 10], { strips: own }),
  tan: ofOne('tan', Math.tan, [1.1, 0.95], [-10, 10], { strips: own }),
  tanh: ofOne('tanh', Math.tanh, [1.35, 0.8], [-4, 4], { ...long, strips: { float32: 'own' } }),
  sinh: ofOne('sinh', Math.sinh, [1.45, 0.8], [-20, 20], { ...long, strips: ownInDouble }),
  cosh: ofOne('cosh', Math.cosh, [1.35, 0.75], [-20, 20], { ...long, strips: ownInDouble }),
  asin: ofOne('asin', Math.asin, [1.2, 0.7], [-1, 1], long),
  acos: ofOne('acos', Math.acos, [1.2, 0.7], [-1, 1], long),
  atan: ofOne('atan', Math.atan, [1.85, 0.85], [-4, 4], { ...long, strips: ownInDouble }),
  exp2: ofOne('exp2', (x) => 2 ** x, [0.9, 0.8], [-1080, 1030], long),
  expit: one(
    written(
      'expit',
      { ulps: 2.2, ulpsOnGpu: 0.8, inC: '1 / (1 + expl(-x))', inJs: (x) => 1 / (1 + Math.exp(-x)), from: -40, to: 40 },
      long,
    ),
  ),
};

export const elementaryOfTwo = {
  atan2: ofTwo('atan2', Math.atan2, [1.9, 0.85], long),
};

/** Names of the functions that `compile/js/math` has in both forms. */
export type Elementary = keyof typeof elementaryOfOne | keyof typeof elementaryOfTwo | 'pow';
