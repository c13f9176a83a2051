/** The arguments of a generator's methods. */
import { byPlace, declareMethods, NUMBER } from '../../base/index.js';
import { ARRAY, AXIS, OWN } from '../kinds.js';
import { Generator } from './generator.js';
import {
  CHOICES,
  FILLS,
  GAMMA,
  INTEGER_RANGE,
  LOCATIONS,
  MEANS,
  NORMALS,
  ONE_NUMBER,
  SCALES,
  SCALES_AND_DTYPES,
  SIZE_LAST,
  THREE_NUMBERS,
  TWO_NUMBERS,
  UNIFORMS,
} from './kinds.js';
import { NUMBER_LIST } from './number-list.js';

declareMethods(Generator, {
  random: FILLS,
  uniform: UNIFORMS,
  normal: NORMALS,
  lognormal: NORMALS,
  exponential: SCALES_AND_DTYPES,
  integers: INTEGER_RANGE,
  standardNormal: FILLS,
  laplace: LOCATIONS,
  logistic: LOCATIONS,
  gumbel: LOCATIONS,
  rayleigh: SCALES,
  weibull: ONE_NUMBER,
  pareto: ONE_NUMBER,
  standardCauchy: [SIZE_LAST],
  triangular: THREE_NUMBERS,
  geometric: ONE_NUMBER,
  poisson: MEANS,
  binomial: TWO_NUMBERS,
  permutation: [ARRAY, byPlace(AXIS, 'axis')],
  shuffle: [OWN, byPlace(AXIS, 'axis')],
  choice: CHOICES,
  gamma: GAMMA,
  chisquare: ONE_NUMBER,
  standardT: ONE_NUMBER,
  beta: TWO_NUMBERS,
  dirichlet: [NUMBER_LIST, SIZE_LAST],
  multinomial: [NUMBER, NUMBER_LIST, SIZE_LAST],
  multivariateNormal: [ARRAY, ARRAY, SIZE_LAST],
});
