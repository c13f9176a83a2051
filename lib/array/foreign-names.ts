/**
 * Names that arrays do not have: of JavaScript's Arrays, of NumPy's arrays where they mean memory, and of other libraries, each with what
 * to write instead. The names of NumPy's that arrays have are in `methods.ts`.
 */

const VALUES = 'await x.tolist() gives nested Arrays, await x.data() a typed array';
const FIXED =
  'an array keeps its size: np.append(x, y) and np.concat([x, y]) make a longer one, x.slice([start, stop]) is a part';
const EACH = 'operations take whole arrays, x.mul(2).sqrt(), and np.vectorize(f)(x) compiles a function of one element';
const PLACES = 'await np.flatnonzero(x.equal(value)) has the places of a value, x.argmax() that of the largest';
const MEMORY = 'the memory of an array is not shown: await x.data() copies its elements into a typed array';

/** By name of a method: the advice. */
export const FOREIGN_METHODS: Readonly<Record<string, string>> = {
  map: `${EACH}; (await x.tolist()).map(f) goes over values`,
  flatMap: `${EACH}; (await x.tolist()).flatMap(f) goes over values`,
  forEach: `${EACH}; for (const row of x) goes over views along the first axis, (await x.tolist()).forEach(f) over values`,
  filter: 'x.get(x.greater(0)) has the elements for which a mask is true',
  reduce: 'x.sum(), x.prod(), x.max() and x.min() fold axes, and so does np.add.reduce(x)',
  reduceRight: 'x.sum(), x.prod(), x.max() and x.min() fold axes, and so does np.add.reduce(x)',
  some: 'await x.greater(0).any().item() says whether a condition holds for an element',
  every: 'await x.greater(0).all().item() says whether a condition holds for each element',
  includes: 'await x.equal(value).any().item() says whether a value is there',
  find: 'x.get(x.greater(0)) has the elements for which a mask is true',
  findLast: 'x.get(x.greater(0)) has the elements for which a mask is true',
  indexOf: PLACES,
  lastIndexOf: PLACES,
  findIndex: 'await np.flatnonzero(x.greater(0)) has the places where a mask is true',
  findLastIndex: 'await np.flatnonzero(x.greater(0)) has the places where a mask is true',
  at: 'await x.item(0) reads an element, x.slice(-1) is a view of the last along the first axis',
  push: FIXED,
  pop: FIXED,
  shift: FIXED,
  unshift: FIXED,
  splice: FIXED,
  toSpliced: FIXED,
  subarray: 'x.slice([start, stop]) is a view of a part',
  with: 'y = x.copy(), then y.slice(index).assign(value)',
  copyWithin: 'x.slice([to, to + n]).assign(x.slice([from, from + n])) copies a part',
  join: "String(x) is its text; (await x.tolist()).join(', ') has all values",
  keys: 'x.shape has the sizes of its axes',
  entries: 'for (const row of x) goes over views along the first axis, (await x.tolist()).entries() over values',
  reverse: 'x.flip() is a view in reverse order',
  toReversed: 'x.flip() is a view in reverse order',
  toSorted: 'x.sort() is a sorted copy',
  toFixed: 'x.round(2) rounds, np.setPrintOptions({ precision: 2 }) is for printing',
  toList: VALUES,
  to_list: VALUES,
  toArray: VALUES,
  to_array: VALUES,
  toarray: VALUES,
  todense: VALUES,
  numpy: VALUES,
  toNumpy: VALUES,
  to_numpy: VALUES,
  arraySync: `${VALUES}; x.tolistSync() and x.dataSync() block`,
  tobytes: `${VALUES}, whose buffer has the bytes`,
  clone: 'x.copy() is a copy',
  resize: FIXED,
  unsqueeze: 'x.expandDims({ axis: 0 }) has one more axis',
  permute: 'x.permuteDims([1, 0]) has its axes in that order',
  numel: 'x.size is the number of elements',
  dim: 'x.ndim is the number of axes',
  mm: 'x.matmul(y) is the matrix product',
  t: 'x.T is transposed',
  print: 'console.log(x) prints an array',
  eq: 'x.equal(y) compares elements',
  equals: 'x.equal(y) compares elements, await np.arrayEqual(x, y).item() all of them',
  ne: 'x.notEqual(y) compares elements',
  lt: 'x.less(y) compares elements',
  le: 'x.lessEqual(y) compares elements',
  gt: 'x.greater(y) compares elements',
  ge: 'x.greaterEqual(y) compares elements',
  plus: 'x.add(y) is x + y',
  minus: 'x.sub(y) is x - y',
  times: 'x.mul(y) is x * y',
  mod: 'x.remainder(y) is x % y',
  power: 'x.pow(y) is x ** y',
};

/** Functions that users take for methods, by their module. */
export const FUNCTIONS_ONLY: Readonly<Record<string, readonly string[]>> = {
  np: `
    allclose append arctan2 argwhere arrayEqual average bincount cbrt columnStack concat concatenate convolve corrcoef correlate
    cov cross diag digitize divmod einsum flatnonzero fliplr flipud fmax fmin fmod gradient heaviside
    histogram hstack inner interp isclose isin kron leftShift lexsort meshgrid modf nanToNum nanmax nanmean
    nanmedian nanmin nanstd nansum pad rightShift roll rot90 select setdiff1d sinc slidingWindowView stack tensordot
    tile trapezoid tril triu unique unravelIndex unwrap vander vdot vstack where`
    .trim()
    .split(/\s+/),
  'np.linalg': ['det', 'inv', 'norm', 'pinv', 'solve'],
};

/**
 * By name of an attribute: the advice. `values`, `buffer` and `byteLength` are left alone: programs tell results and typed arrays by
 * them, `found.values ?? found`.
 */
export const FOREIGN_ATTRIBUTES: Readonly<Record<string, string>> = {
  flat: 'x.ravel() has all elements along one axis; x.slice(index) and x.item(index) read them',
  strides:
    'how elements lie in memory is not shown: x.slice, x.T and x.reshape are views, np.slidingWindowView(x, shape) overlapping ones',
  flags: 'how elements lie in memory is not shown: x.copy() is contiguous',
  base: 'the array behind a view is not shown: x.copy() shares nothing',
  ctypes: MEMORY,
  loc: 'x.slice(1), x.get([0, 2]) and x.get(mask) have parts',
  iloc: 'x.slice(1), x.get([0, 2]) and x.get(mask) have parts',
  H: 'x.conj().mT is the conjugate transposed',
  I: 'np.linalg.inv(x) is the inverse, np.linalg.solve(x, b) solves with it',
};
