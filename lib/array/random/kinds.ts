/** Kinds of the arguments of draws: parameters and a shape in NumPy's order, or all of them in one object. */
import {
  byPlace,
  either,
  FLAG,
  type Kind,
  kind,
  NULL,
  NUMBER,
  type OptionKinds,
  oneOf,
  optional,
  options,
  orOptions,
  SCALAR,
} from '../../base/index.js';
import type { ArrayLike } from '../convert.js';
import { ARRAY, AXIS, AXIS_NUMBER, DTYPE_LIKE, OWN, SHAPE, TARGET } from '../kinds.js';
import { OUT } from '../target.js';
import type {
  DrawOptions,
  IntegerBound,
  IntegersOptions,
  LocationOptions,
  MeanOptions,
  NormalOptions,
  Parameter,
  RandintOptions,
  ScaleOptions,
  ShapeOption,
  StreamMeanOptions,
  StreamScaleOptions,
  UniformOptions,
} from './arguments.js';
import type { ChoiceOptions } from './distributions.js';
import type { ExponentialOptions, FillOptions } from './fill-options.js';
import type { FactoredOptions } from './multivariate.js';
import { NUMBER_LIST } from './number-list.js';
import type { UrnOptions } from './numpy-urns.js';

export const PARAMETER: Kind<Parameter> = either(NUMBER, ARRAY as Kind<ArrayLike>);
export const SEED: Kind<number | bigint> = kind(
  'an integer as seed',
  (given) => typeof given === 'bigint' || Number.isSafeInteger(given),
);

const SHAPES: OptionKinds<ShapeOption> = { shape: SHAPE, size: SHAPE };
const DRAW: OptionKinds<DrawOptions> = { ...SHAPES, dtype: DTYPE_LIKE };
const FILL: OptionKinds<FillOptions> = { ...DRAW, ...OUT };
const EXPONENTIAL_FILL: OptionKinds<ExponentialOptions> = { ...FILL, method: oneOf('zig', 'inv') };
const LOCATION: OptionKinds<LocationOptions> = { ...SHAPES, mean: PARAMETER, loc: PARAMETER, scale: PARAMETER };
const NORMAL: OptionKinds<NormalOptions> = { ...DRAW, mean: PARAMETER, loc: PARAMETER, std: PARAMETER, scale: PARAMETER };
const UNIFORM: OptionKinds<UniformOptions> = { ...DRAW, low: PARAMETER, high: PARAMETER };
const SCALE: OptionKinds<ScaleOptions> = { ...SHAPES, scale: PARAMETER };
const SCALE_AND_DTYPE: OptionKinds<DrawOptions & ScaleOptions> = { ...DRAW, scale: PARAMETER };
const MEAN: OptionKinds<MeanOptions> = { ...SHAPES, mean: NUMBER, lam: NUMBER };
const BOUND: Kind<IntegerBound> = either(SCALAR, ARRAY as Kind<ArrayLike>);
const HIGH: Kind<IntegerBound | null> = either(BOUND, NULL);
const INTEGERS: OptionKinds<IntegersOptions> = { ...DRAW, high: HIGH, endpoint: FLAG };
const RANDINT: OptionKinds<RandintOptions> = { ...DRAW, high: HIGH };
const P: Kind<ArrayLike | null> = either(ARRAY as Kind<ArrayLike>, NULL);
const CHOICE: OptionKinds<ChoiceOptions> = { ...SHAPES, replace: FLAG, p: P, axis: AXIS_NUMBER, shuffle: FLAG };

const FACTORED: OptionKinds<FactoredOptions> = { ...SHAPES, method: oneOf('svd', 'eigh', 'cholesky') };

const URN: OptionKinds<UrnOptions> = { ...SHAPES, method: oneOf('marginals', 'count') };

const SIZE_OR_OPTIONS = optional(orOptions(SHAPE, SHAPES));

export const RANDOM = [optional(orOptions(SHAPE, DRAW))] as const;
export const FILLS = [
  optional(orOptions(SHAPE, FILL)),
  optional(orOptions(DTYPE_LIKE, FILL)),
  optional(orOptions(TARGET, FILL)),
] as const;
const EXPONENTIAL_FILLS = [
  optional(orOptions(SHAPE, EXPONENTIAL_FILL)),
  optional(orOptions(DTYPE_LIKE, EXPONENTIAL_FILL)),
  optional(orOptions(oneOf('zig', 'inv'), EXPONENTIAL_FILL)),
  optional(orOptions(TARGET, EXPONENTIAL_FILL)),
] as const;
export const NORMALS = [
  optional(orOptions(PARAMETER, NORMAL)),
  optional(orOptions(PARAMETER, NORMAL)),
  optional(orOptions(SHAPE, NORMAL)),
] as const;
export const UNIFORMS = [
  optional(orOptions(PARAMETER, UNIFORM)),
  optional(orOptions(PARAMETER, UNIFORM)),
  optional(orOptions(SHAPE, UNIFORM)),
] as const;
export const LOCATIONS = [
  optional(orOptions(PARAMETER, LOCATION)),
  optional(orOptions(PARAMETER, LOCATION)),
  optional(orOptions(SHAPE, LOCATION)),
] as const;
export const SCALES = [optional(orOptions(PARAMETER, SCALE)), optional(orOptions(SHAPE, SCALE))] as const;
export const SCALES_AND_DTYPES = [
  optional(orOptions(PARAMETER, SCALE_AND_DTYPE)),
  optional(orOptions(SHAPE, SCALE_AND_DTYPE)),
] as const;
export const MEANS = [optional(orOptions(NUMBER, MEAN)), optional(orOptions(SHAPE, MEAN))] as const;
export const ONE_NUMBER = [NUMBER, SIZE_OR_OPTIONS] as const;
export const TWO_NUMBERS = [NUMBER, NUMBER, SIZE_OR_OPTIONS] as const;
export const THREE_NUMBERS = [NUMBER, NUMBER, NUMBER, SIZE_OR_OPTIONS] as const;
export const GAMMA = [NUMBER, optional(orOptions(PARAMETER, SCALE)), optional(orOptions(SHAPE, SCALE))] as const;
const INTEGER_OPTIONS = [
  optional(orOptions(SHAPE, INTEGERS)),
  optional(orOptions(DTYPE_LIKE, INTEGERS)),
  optional(orOptions(FLAG, INTEGERS)),
] as const;
export const INTEGER_RANGE = [NUMBER, optional(orOptions(either(NUMBER, NULL), INTEGERS)), ...INTEGER_OPTIONS] as const;
export const INTEGER_BOUNDS = [BOUND, optional(orOptions(HIGH, INTEGERS)), ...INTEGER_OPTIONS] as const;
export const RANDINT_BOUNDS = [
  BOUND,
  optional(orOptions(HIGH, RANDINT)),
  optional(orOptions(SHAPE, RANDINT)),
  optional(orOptions(DTYPE_LIKE, RANDINT)),
] as const;
export const CHOICES = [
  ARRAY,
  optional(orOptions(SHAPE, CHOICE)),
  optional(orOptions(FLAG, CHOICE)),
  optional(orOptions(P, CHOICE)),
  optional(orOptions(AXIS_NUMBER, CHOICE)),
  optional(orOptions(FLAG, CHOICE)),
] as const;
export const SIZE_LAST = SIZE_OR_OPTIONS;

const STREAM_SCALE: OptionKinds<StreamScaleOptions> = { ...DRAW, scale: PARAMETER };
const STREAM_MEAN: OptionKinds<StreamMeanOptions> = { ...SHAPES, mean: PARAMETER, lam: PARAMETER };
export const STREAM_SCALES = [optional(orOptions(PARAMETER, STREAM_SCALE)), optional(orOptions(SHAPE, STREAM_SCALE))] as const;
export const STREAM_MEANS = [optional(orOptions(PARAMETER, STREAM_MEAN)), optional(orOptions(SHAPE, STREAM_MEAN))] as const;
const ONE_PARAMETER = [PARAMETER, SIZE_OR_OPTIONS] as const;
const TWO_PARAMETERS = [PARAMETER, PARAMETER, SIZE_OR_OPTIONS] as const;
const THREE_PARAMETERS = [PARAMETER, PARAMETER, PARAMETER, SIZE_OR_OPTIONS] as const;

/** The methods that streams of NumPy's numbers have in common. */
export const NUMPY_DRAWS = {
  random: FILLS,
  uniform: UNIFORMS,
  standardNormal: FILLS,
  normal: NORMALS,
  exponential: STREAM_SCALES,
  gamma: [PARAMETER, ...STREAM_SCALES],
  poisson: STREAM_MEANS,
  binomial: TWO_PARAMETERS,
  multinomial: [NUMBER, NUMBER_LIST, SIZE_LAST],
  beta: TWO_PARAMETERS,
  multivariateNormal: [ARRAY, ARRAY, optional(orOptions(SHAPE, FACTORED)), options(FACTORED)],
  permutation: [ARRAY, byPlace(AXIS, 'axis')],
  shuffle: [OWN, byPlace(AXIS, 'axis')],
  choice: CHOICES,
} as const;

/** The methods of NumPy's `Generator` beside these. */
export const NUMPY_DISTRIBUTIONS = {
  standardExponential: EXPONENTIAL_FILLS,
  standardGamma: [PARAMETER, ...FILLS],
  lognormal: NORMALS,
  laplace: LOCATIONS,
  logistic: LOCATIONS,
  gumbel: LOCATIONS,
  rayleigh: SCALES,
  weibull: ONE_PARAMETER,
  pareto: ONE_PARAMETER,
  power: ONE_PARAMETER,
  chisquare: ONE_PARAMETER,
  standardT: ONE_PARAMETER,
  f: TWO_PARAMETERS,
  wald: TWO_PARAMETERS,
  standardCauchy: [SIZE_LAST],
  triangular: THREE_PARAMETERS,
  geometric: ONE_PARAMETER,
  negativeBinomial: TWO_PARAMETERS,
  logseries: ONE_PARAMETER,
  zipf: ONE_PARAMETER,
  vonmises: TWO_PARAMETERS,
  noncentralChisquare: TWO_PARAMETERS,
  noncentralF: THREE_PARAMETERS,
  dirichlet: [NUMBER_LIST, SIZE_LAST],
  hypergeometric: THREE_PARAMETERS,
  multivariateHypergeometric: [
    NUMBER_LIST,
    NUMBER,
    optional(orOptions(SHAPE, URN)),
    optional(orOptions(oneOf('marginals', 'count'), URN)),
  ],
} as const;
