/** Names of JavaScript's Arrays, of NumPy and of other libraries on arrays and on results: whole messages, and that what they advise is there. */
import t from 'tap';
import { FOREIGN_ATTRIBUTES, FOREIGN_METHODS, FUNCTIONS_ONLY } from '../../lib/array/foreign-names.js';
import * as np from '../../lib/array/index.js';
import * as linalg from '../../lib/array/linalg/index.js';

type Anything = Record<string, (...given: unknown[]) => unknown>;

const x = np.arange(6).reshape([2, 3]);
const real = x as unknown as Anything;
const complex = np.asarray([{ re: 1, im: 2 }]) as unknown as Anything;
const lazy = np.arange(4).get(np.arange(4).greater(1)) as unknown as Anything;

const BRACKETS = "JavaScript's brackets do not work on arrays, got ";
const brackets: [string, string][] = [
  ['-2', 'x[-2]: x.slice(-2) is a view of that part, x.slice(-2).assign(y) writes it, await x.tolist() reads all'],
  ['15', 'x[15]: x.slice(15) is a view of that part, x.slice(15).assign(y) writes it, await x.tolist() reads all'],
  ['1:', "x['1:']: x.slice('1:') is a view of that part, x.slice('1:').assign(y) writes it, await x.tolist() reads all"],
  [':,0', "x[':,0']: x.slice(':', 0) is a view of that part, x.slice(':', 0).assign(y) writes it, await x.tolist() reads all"],
  [
    '0,1',
    'x[[0, 1]]: x.get([0, 1]) has the elements, or rows, at these indices, x.set([0, 1], y) writes them; x.slice(0, 1) goes by axes',
  ],
];

t.test('brackets, read and written', async (t) => {
  for (const [key, message] of brackets) {
    for (const each of [real, complex, lazy]) {
      t.throws(() => each[key], { name: 'IndexError', message: BRACKETS + message });
      t.throws(() => (each[key] = () => 5), { name: 'IndexError', message: BRACKETS + message });
    }
  }
  t.throws(() => real[[0, 1] as unknown as string], { name: 'IndexError', message: BRACKETS + brackets[4][1] });
  t.equal(
    Object.keys(x).some((key) => /\d/.test(key)),
    false,
  );
});

t.test('methods and attributes', async (t) => {
  const cases: [() => unknown, string][] = [
    [
      () => real.map(Number),
      'x.map: arrays have no such method: operations take whole arrays, x.mul(2).sqrt(), and np.vectorize(f)(x) compiles a function of one element; (await x.tolist()).map(f) goes over values',
    ],
    [
      () => lazy.filter(Boolean),
      'x.filter: arrays have no such method: x.get(x.greater(0)) has the elements for which a mask is true',
    ],
    [
      () => complex.push(1),
      'x.push: arrays have no such method: an array keeps its size: np.append(x, y) and np.concat([x, y]) make a longer one, x.slice([start, stop]) is a part',
    ],
    [
      () => real.to_list(),
      'x.to_list: arrays have no such method: await x.tolist() gives nested Arrays, await x.data() a typed array',
    ],
    [() => real.norm(), 'x.norm: arrays have no such method: it is a function, np.linalg.norm'],
    [() => real.tile(2), 'x.tile: arrays have no such method: it is a function, np.tile'],
    [
      () => real.flat,
      'x.flat: arrays have no such attribute: x.ravel() has all elements along one axis; x.slice(index) and x.item(index) read them',
    ],
  ];
  for (const [mistake, message] of cases) t.throws(mistake, { name: 'ArgumentError', message });
});

t.test('each name throws on all kinds of arrays, and is no method of any', async (t) => {
  const functions = Object.values(FUNCTIONS_ONLY).flat();
  for (const each of [real, complex, lazy]) {
    for (const name of [...Object.keys(FOREIGN_METHODS), ...functions])
      t.throws(() => each[name](), { name: 'ArgumentError', message: `x.${name}: arrays have no such method: ` }, name);
    for (const name of Object.keys(FOREIGN_ATTRIBUTES))
      t.throws(() => each[name], { name: 'ArgumentError', message: `x.${name}: arrays have no such attribute: ` }, name);
  }
});

t.test('names by which programs tell what they have', async (t) => {
  for (const each of [real, complex, lazy])
    for (const name of ['values', 'buffer', 'byteLength', 'default', 'nodeType']) t.equal(each[name], undefined, name);
});

t.test('what messages advise is there', async (t) => {
  const spaces: Readonly<Record<string, object>> = { np, 'np.linalg': linalg, x };
  const advice = [...Object.values(FOREIGN_METHODS), ...Object.values(FOREIGN_ATTRIBUTES)].join('\n');
  const named = [...advice.matchAll(/\b(np\.linalg|np|x)\.(\w+)/g)].filter(([, , name]) => name !== 'linalg');
  t.ok(named.length > 60);
  for (const [text, of, name] of named) t.ok(name in spaces[of], text);
  for (const [of, names] of Object.entries(FUNCTIONS_ONLY)) for (const name of names) t.ok(name in spaces[of], name);
});

t.test('results of several arrays, by names from elsewhere and by place', async (t) => {
  const A = np.eye(2);
  const loose = (result: object): Anything => result as Anything;
  const cases: [() => unknown, string][] = [
    [() => loose(linalg.qr(A)).Q, 'qr: its result has no Q, but q: take it apart by name, const { q, r } = …'],
    [() => loose(linalg.svd(A)).U, 'svd: its result has no U, but u: take it apart by name, const { u, s, vh } = …'],
    [
      () => loose(linalg.svd(A)).V,
      'svd: its result has no V, but vh, which is V transposed: take it apart by name, const { u, s, vh } = …',
    ],
    [
      () => loose(linalg.eigh(A)).w,
      'eigh: its result has no w, but eigenvalues: take it apart by name, const { eigenvalues, eigenvectors } = …',
    ],
    [
      () => loose(np.histogram(x)).hist,
      'histogram: its result has no hist, but counts: take it apart by name, const { counts, edges } = …',
    ],
  ];
  for (const [mistake, message] of cases) t.throws(mistake, { name: 'ArgumentError', message });
  const { q, ...rest } = np.scope(() => linalg.qr(A));
  t.same(
    [Object.keys(rest), await q.abs().tolist()],
    [
      ['r'],
      [
        [1, 0],
        [0, 1],
      ],
    ],
    'it goes through a scope whole',
  );
});

t.test('arguments one by one', async (t) => {
  const loose = np as unknown as Anything;
  const v = np.arange(3);
  const dtypes =
    'expected one of bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64, float16, complex64, complex128';
  const cases: [() => unknown, string, string][] = [
    [
      () => loose.array(1, 2, 3),
      'DTypeError',
      `unknown dtype 2: ${dtypes}; the sizes of a shape go in one Array, zeros([2, 3]), and so do numbers, array([1, 2])`,
    ],
    [
      () => loose.array(1, 2, 3, 4),
      'ArgumentError',
      'array: expected at most 3 arguments, got 4; the numbers of an array go in one Array, array([1, 2, 3])',
    ],
    [
      () => loose.array([1], [2]),
      'DTypeError',
      `unknown dtype an Array: ${dtypes}; the rows of an array go in one Array, array([[1, 2], [3, 4]])`,
    ],
    [
      () => loose.max(v, v),
      'IndexError',
      'max: expected an axis such as 0, or several as [0, -1], got an object (NDArray); max is of one array, np.maximum(x, y) of the elements of two',
    ],
    [
      () => (x as unknown as Anything).sort((a: unknown, b: unknown) => Number(a) - Number(b)),
      'ArgumentError',
      'sort: expected a number, got function (anonymous); elements are compared as numbers: { descending: true } turns the order, x.take(np.argsort(keys)) sorts by keys',
    ],
    [() => loose.abs(1, 2), 'ArgumentError', 'abs: out must be an array made by maniple, got 2'],
    [
      () => np.dot(x, x),
      'ShapeError',
      'dot: shapes (2, 3) and (2, 3) do not meet: the last axis of the first has 3, its partner 2; y.T would meet it',
    ],
    [() => x.assign(np.ones([4])), 'ShapeError', 'assign: a result of shape (4,) does not fit an array of shape (2, 3)'],
  ];
  for (const [mistake, name, message] of cases) t.throws(mistake, { name, message });
});

t.test('a lazy array has its parts', async (t) => {
  const chosen = np.arange(4).get(np.arange(4).greater(1));
  t.same(await Promise.all([chosen.real.tolist(), chosen.imag.tolist()]), [
    [2, 3],
    [0, 0],
  ]);
});
