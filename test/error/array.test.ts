/** What people read when they make a mistake: type, operation, what was expected, what was got, what to do. */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import '../support/arrays.js';

const x = np.zeros([2, 3]);
const loose = (value: unknown): never => value as never;

const cases: [string, () => unknown, string, RegExp][] = [
  [
    'a string',
    () => x.add(loose('a')),
    'DTypeError',
    /^add: expected an array, or numbers, bigints and booleans in nested Arrays, got "a"$/,
  ],
  ['nothing', () => np.sum(loose(undefined)), 'DTypeError', /^sum: expected an array, .*, got undefined$/],
  ['null', () => x.multiply(loose(null)), 'DTypeError', /^multiply: .*got null/],
  ['an object', () => np.exp(loose({})), 'DTypeError', /^exp: .*got an object \(Object\)/],
  ['an object of no class', () => np.exp(loose(Object.create(null))), 'DTypeError', /^exp: .*got an object/],
  [
    "another copy's array",
    () => x.add(loose(new (class NDArray {})())),
    'DTypeError',
    /got an object \(NDArray\) of another copy of maniple: `npm ls maniple` lists them/,
  ],
  ['a function', () => np.exp(loose(Math.sin)), 'DTypeError', /got function sin/],
  ['arrays in an Array', () => np.exp(loose([x, x])), 'DTypeError', /np\.stack or np\.concat/],
  [
    'a DataView',
    () => np.asarray(loose(new DataView(new ArrayBuffer(8)))),
    'DTypeError',
    /expected numbers in an Array or a TypedArray/,
  ],
  [
    'ragged Arrays',
    () => np.asarray([[1, 2], [3]]),
    'ShapeError',
    /^asarray: nested Arrays must have equal lengths: expected 2 elements at depth 1 of \(2, 2\), got an Array of 1$/,
  ],
  ['uneven depth', () => np.asarray([1, [2]]), 'ShapeError', /nested Arrays must have equal lengths/],
  [
    'a size that is no count',
    () => np.ndindex(0.5, 2),
    'ShapeError',
    /^ndindex: sizes must be integers of at least 0, got \(0.5, 2\)$/,
  ],
  [
    'a billion integrations',
    () => np.polyint([1, 2], 1e9),
    'ArgumentError',
    /^polyint: expected at most 10000 integrations, got 1000000000$/,
  ],
  ['65 axes', () => np.ones(new Array<number>(65).fill(1)), 'ShapeError', /^ones: expected at most 64 axes, got 65$/],
  [
    'axes of size 1 without end',
    () => np.array([1], { ndmin: 2 ** 40 }),
    'ArgumentError',
    /^array: ndmin: expected at most 64 axes, got 1099511627776$/,
  ],
  ['copies beyond memory', () => np.repeat([1, 2], [2 ** 50, 1]), 'OutOfMemoryError', /^repeat: .*1125899906842625 elements/],
  [
    'shapes that do not meet',
    () => x.add([1, 2]),
    'ShapeError',
    /^add: shapes \(2, 3\) and \(2,\) do not broadcast: axis 1 has 3 and 2$/,
  ],
  [
    'a number too large',
    () => np.zeros(2, { dtype: 'uint8' }).add(300),
    'DTypeError',
    /^add: 300 does not fit uint8; convert the array first/,
  ],
  ['a negative number', () => np.zeros(2, { dtype: 'uint8' }).multiply(-1), 'DTypeError', /-1 does not fit uint8/],
  ['data too large', () => np.asarray([1, 1e10], { dtype: 'int32' }), 'DTypeError', /10000000000 does not fit int32/],
  ['NaN as an integer', () => np.asarray([Number.NaN], { dtype: 'int32' }), 'DTypeError', /NaN does not fit int32/],
  [
    'an unknown dtype',
    () => np.zeros(1, { dtype: loose('float128') }),
    'DTypeError',
    /unknown dtype "float128": expected one of bool, int8/,
  ],
  [
    'a dtype of a different library',
    () => np.ones(2).astype(loose('int')),
    'DTypeError',
    /unknown dtype "int": expected one of .*, complex128; 'int64' may be what is meant$/,
  ],
  ["a kind of JavaScript's", () => np.ones(2).astype(loose(Number)), 'DTypeError', /; 'float64' may be what is meant$/],
  [
    'sizes one by one',
    () => np.zeros(2, loose(3)),
    'DTypeError',
    /^(?:zeros: )?unknown dtype 3: expected one of .*; the sizes of a shape go in one Array, zeros\(\[2, 3\]\), and so do numbers, array\(\[1, 2\]\)$/,
  ],
  ['a negative size', () => np.zeros([2, -1]), 'ShapeError', /^zeros: sizes must be integers of at least 0, got \(2, -1\)$/],
  ['a shape that is none', () => np.zeros(loose('3')), 'ShapeError', /^zeros: expected a shape such as \[2, 3\], got "3"$/],
  ['a shape too large', () => np.zeros([2 ** 40, 2 ** 40]), 'ShapeError', /too large/],
  ['an axis outside', () => x.sum({ axis: 2 }), 'IndexError', /^sum: axis 2 is outside an array of 2 axes$/],
  ['an axis twice', () => x.sum({ axis: [0, -2] }), 'IndexError', /^sum: an axis is named twice in \[0,-2\]$/],
  ['an axis of a 0-d array', () => np.asarray(1).sum({ axis: 0 }), 'IndexError', /array of 0 axes/],
  [
    'bools subtracted',
    () => np.subtract([true], [false]),
    'DTypeError',
    /^subtract: not defined for bool arrays; use logicalXor$/,
  ],
  [
    'bits of floats',
    () => np.bitwiseAnd([1.5], 1),
    'DTypeError',
    /^bitwiseAnd: expected integers or bools, got float64 and float64; convert with astype\('int64'\)$/,
  ],
  ['a sum as bool', () => np.sum([1], { dtype: 'bool' }), 'ArgumentError', /use any or all/],
  ['a mean as int', () => np.mean([1], { dtype: 'int32' }), 'ArgumentError', /expected a float dtype/],
  ['operators', () => loose(x) + 1, 'DTypeError', /JavaScript's operators do not work on arrays: use methods, x\.add\(y\)/],
  ['comparison operators', () => loose(x) < 1, 'DTypeError', /x\.less\(y\)/],
  ['unary plus', () => +loose(x), 'DTypeError', /await x\.item\(\)/],
];

for (const [name, fn, type, message] of cases) {
  t.test(name, async (t) => {
    t.throws(fn, { name: type, message });
    try {
      fn();
    } catch (error) {
      t.ok(error instanceof np.ManipleError);
      t.match((error as np.ManipleError).code, /^ERR_/);
    }
  });
}

t.test('nothing is lost on a bad call', async (t) => {
  const y = np.ones(3);
  t.throws(() => y.addAssign([1, 2]));
  t.throws(() => y.slice(7).assign(0));
  t.same(await y.add(1).tolist(), [2, 2, 2]);
});

t.test('shared memory beyond all that there is', (t) =>
  t.rejects(np.share(np.zeros(2 ** 49)), {
    code: 'ERR_OUT_OF_MEMORY',
    message: /^share: the array needs 4503599627370496 bytes/,
  }),
);
