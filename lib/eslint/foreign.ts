/** Names that modules and arrays of maniple do not have, or have for values. `test/unit/eslint` holds them against the library. */

/** Attributes of arrays, which users of other languages call. */
export const VALUES: ReadonlySet<string> = new Set([
  'T',
  'mT',
  'dtype',
  'imag',
  'itemsize',
  'length',
  'nbytes',
  'ndim',
  'real',
  'shape',
  'size',
]);

/** Dtypes: NumPy's are functions. */
export const DTYPES: ReadonlySet<string> = new Set([
  ...['bool', 'complex64', 'complex128', 'float16', 'float32', 'float64'],
  ...['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'],
]);

/** Names of NumPy's and of other libraries, by what is meant; names in snake case that are these names in camel case are left out. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  E: 'e',
  Inf: 'inf',
  NaN: 'nan',
  PI: 'pi',
  alltrue: 'all',
  arg_max: 'argmax',
  arg_min: 'argmin',
  asscalar: 'item',
  bool_: 'bool',
  cumproduct: 'cumprod',
  det: 'linalg.det',
  eig: 'linalg.eig',
  eigh: 'linalg.eigh',
  float: 'float64',
  float_: 'float64',
  from: 'array',
  get_printoptions: 'getPrintOptions',
  in1d: 'isin',
  int: 'int64',
  int_: 'int64',
  inv: 'linalg.inv',
  ix_: 'ix',
  mat: 'array',
  matrix: 'array',
  msort: 'sort',
  ndarray: 'zeros',
  norm: 'linalg.norm',
  printoptions: 'printOptions',
  product: 'prod',
  qr: 'linalg.qr',
  random_sample: 'random',
  ranf: 'random',
  set_printoptions: 'setPrintOptions',
  solve: 'linalg.solve',
  sometrue: 'any',
  svd: 'linalg.svd',
  tensor: 'array',
};
