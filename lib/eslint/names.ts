/** Names of the package that the rules know. `test/unit/eslint` holds the promises against the functions themselves. */

/** Methods of arrays that read: their values come later. */
export const READS: ReadonlySet<string> = new Set(['item', 'data', 'tolist']);

/** Functions of the package, from any of its modules, that return promises. */
export const PROMISES: ReadonlySet<string> = new Set([
  ...READS,
  'assertAllclose',
  'assertAlmostEqual',
  'assertArrayAlmostEqual',
  'assertArrayEqual',
  'assertArrayLess',
  'assertEqual',
  'bicgstab',
  'bincount',
  'cg',
  'fence',
  'fromfile',
  'genfromtxt',
  'load',
  'loadtxt',
  'loadz',
  'openz',
  'polydiv',
  'readMatrixMarket',
  'realIfClose',
  'roots',
  'save',
  'savetxt',
  'savez',
  'savezCompressed',
  'share',
  'tofile',
  'trimZeros',
  'writeMatrixMarket',
]);

/** Functions and methods that answer a question by an array of booleans, be it of one element. */
export const PREDICATES: ReadonlySet<string> = new Set([
  'all',
  'allclose',
  'any',
  'arrayEqual',
  'arrayEquiv',
  'equal',
  'greater',
  'greaterEqual',
  'isclose',
  'isfinite',
  'isin',
  'isinf',
  'isnan',
  'isneginf',
  'isposinf',
  'less',
  'lessEqual',
  'logicalAnd',
  'logicalNot',
  'logicalOr',
  'logicalXor',
  'notEqual',
  'signbit',
]);
