/**
 * Elementary functions of floats. Each row is the function's name in three places, `mk_NAME` and `mk_NAMEf` in `native/math`, NAME and NAMEf in
 * `compile/js/math`, which take the same steps; its strip forms; its form on GPUs, which have functions of their own (`compile/gpu/library`), or
 * null; and the bounds of its error, measured by `native/test/math_accuracy.cpp` and, for GPUs, by `test/conformance/device-functions.test.ts`
 * and `emulated-float64.test.ts`.
 */
import { called, float, type GpuForm, type Operation, one, type PairBound, type Reference, type Row, two } from './row.js';

type How = Partial<Pick<Row<'float'>, 'strips' | 'long' | 'commutes'>>;

const own = { float64: 'own', float32: 'own' } as const;
const ownInDouble = { float64: 'own' } as const;
const long = { long: true } as const;

/** Functions of its own on GPUs: the bound of the error in float32, in units in the last place, and that on pairs of float32. */
const onGpu = (float32: number, pairs: PairBound = { relative: 2 ** -43 }): GpuForm => ({ float32, pairs });
const ofAngle = (float32: number): GpuForm => onGpu(float32, { relative: 2 ** -43, angle: 2 ** -45 });

function written(name: string, reference: Reference, gpu: GpuForm | null, how: How): Row<'float'> {
  return {
    takes: float,
    c: { float: called(name) },
    js: { float: ({ end }, a, b) => (b === '' ? `${name}${end}(${a})` : `${name}${end}(${a}, ${b})`) },
    reference,
    gpu,
    ...how,
  };
}

/** A function with libm's function of that name as its reference, near enough to `inJs`. */
function ofOne(
  name: string,
  inJs: (x: number) => number,
  ulps: number,
  [from, to]: readonly [number, number],
  gpu: GpuForm | null,
  how: How,
): Operation {
  return one(written(name, { ulps, inC: `${name}l(x)`, inJs, from, to }, gpu, how));
}

function ofTwo(name: string, inJs: (x: number, y: number) => number, ulps: number, gpu: GpuForm | null, how: How): Operation {
  return two(written(name, { ulps, inC: `${name}l(x, y)`, inJs, from: 0, to: 20 }, gpu, how));
}

export const elementaryOfOne = {
  exp: ofOne('exp', Math.exp, 0.9, [-750, 711], onGpu(0.8), long),
  expm1: ofOne('expm1', Math.expm1, 1.2, [-40, 40], onGpu(1), long),
  log: ofOne('log', Math.log, 0.9, [0, 3], onGpu(0.7), { ...long, strips: own }),
  log1p: ofOne('log1p', Math.log1p, 0.9, [-1, 3], onGpu(0.7), { ...long, strips: ownInDouble }),
  log2: ofOne('log2', Math.log2, 0.85, [0, 3], onGpu(0.8), { ...long, strips: own }),
  log10: ofOne('log10', Math.log10, 0.75, [0, 3], onGpu(0.7), { ...long, strips: own }),
  sin: ofOne('sin', Math.sin, 0.88, [-10, 10], ofAngle(0.8), { strips: own }),
  cos: ofOne('cos', Math.cos, 0.88, [-10, 10], ofAngle(0.8), { strips: own }),
  tan: ofOne('tan', Math.tan, 1.1, [-10, 10], ofAngle(0.95), { strips: own }),
  tanh: ofOne('tanh', Math.tanh, 1.35, [-4, 4], onGpu(0.8), { ...long, strips: { float32: 'own' } }),
  sinh: ofOne('sinh', Math.sinh, 1.45, [-20, 20], onGpu(0.8), { ...long, strips: ownInDouble }),
  cosh: ofOne('cosh', Math.cosh, 1.35, [-20, 20], onGpu(0.75), { ...long, strips: ownInDouble }),
  asin: ofOne('asin', Math.asin, 1.2, [-1, 1], onGpu(0.7), long),
  acos: ofOne('acos', Math.acos, 1.2, [-1, 1], onGpu(0.7), long),
  atan: ofOne('atan', Math.atan, 1.85, [-4, 4], onGpu(0.85), { ...long, strips: ownInDouble }),
  exp2: ofOne('exp2', (x) => 2 ** x, 0.9, [-1080, 1030], onGpu(0.8), long),
  expit: one(
    written(
      'expit',
      { ulps: 2.2, inC: '1 / (1 + expl(-x))', inJs: (x) => 1 / (1 + Math.exp(-x)), from: -40, to: 40 },
      onGpu(0.8),
      long,
    ),
  ),
};

export const elementaryOfTwo = {
  atan2: ofTwo('atan2', Math.atan2, 1.9, onGpu(0.85), long),
  hypot: ofTwo('hypot', Math.hypot, 0.501, onGpu(0.51), { ...long, commutes: true }),
};

/** Names of the functions that `compile/js/math` has in both forms. */
export type Elementary = keyof typeof elementaryOfOne | keyof typeof elementaryOfTwo | 'pow';
