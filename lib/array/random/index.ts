/** Random numbers, `maniple/random`: generators, and NumPy's older functions of one stream. */
import '../methods.js';
import './declared.js';

export type {
  DrawOptions,
  IntegersOptions,
  LocationOptions,
  NormalOptions,
  Parameter,
  ShapeOption,
  Size,
  UniformOptions,
} from './arguments.js';
export type { ChoiceOptions } from './distributions.js';
export type { FillOptions } from './fill-options.js';
export { Generator, generator } from './generator.js';
export * from './legacy.js';
export { random as randomSample } from './legacy.js';
export { seed } from './legacy-shared.js';
export type { FactoredOptions } from './multivariate.js';
export {
  mt19937,
  NumpyStream,
  type PermutedOptions,
  pcg64,
  pcg64 as defaultRng,
  philox,
  type StreamSeed,
  seedSequence,
  sfc64,
} from './numpy-stream.js';
export { SeedSequence } from './seed-sequence.js';
