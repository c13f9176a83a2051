/** Single operations as our users and NumPy's write them. */
import * as np from 'maniple';
import { type Operation, op } from './operation.js';
import { composed } from './operation-composed.js';

const arithmetic = [
  op('add', 'x + y', (v) => v.x.add(v.y)),
  op('multiply number', 'x * 2.5', (v) => v.x.multiply(2.5)),
  op('divide', 'x / y', (v) => v.x.divide(v.y)),
  op('add float32', 'f + g', (v) => v.f.add(v.g)),
  op('add int64', 'i + j', (v) => v.i.add(v.j)),
  op('multiply int64', 'i * j', (v) => v.i.multiply(v.j)),
  op('floorDivide', 's // 0.3', (v) => v.s.floorDivide(0.3)),
  op('remainder', 's % 0.3', (v) => v.s.remainder(0.3)),
  op('floorDivide int64', 'i // 7', (v) => v.i.floorDivide(7)),
  op('remainder int64', 'i % j', (v) => v.i.remainder(v.j)),
  op('add in place', 'np.add(w, 1.0, out=w)', (v) => v.w.addAssign(1), { apart: true }),
  op('maximum', 'np.maximum(x, y)', (v) => np.maximum(v.x, v.y)),
  op('negative', '-x', (v) => np.negative(v.x)),
  op('abs', 'np.abs(s)', (v) => np.abs(v.s)),
  op('square', 'np.square(x)', (v) => np.square(v.x)),
  op('sqrt', 'np.sqrt(x)', (v) => np.sqrt(v.x)),
  op('sign', 'np.sign(s)', (v) => np.sign(v.s)),
  op('floor', 'np.floor(s)', (v) => np.floor(v.s)),
  op('round', 'np.round(s)', (v) => np.round(v.s)),
  op('pow', 'x ** y', (v) => v.x.pow(v.y)),
  op('pow 2.5', 'x ** 2.5', (v) => v.x.pow(2.5)),
  op('pow 2', 'x ** 2', (v) => v.x.pow(2)),
  op('pow 3', 'x ** 3', (v) => v.x.pow(3)),
  op('pow 0.5', 'x ** 0.5', (v) => v.x.pow(0.5)),
  op('pow float32', 'f ** g', (v) => v.f.pow(v.g)),
];

const functions = ['exp', 'expm1', 'sin', 'cos', 'tan', 'tanh', 'sinh', 'cosh'].map((name) =>
  op(name, `np.${name}(s)`, (v) => np[name as 'exp'](v.s)),
);
const logarithms = ['log', 'log2', 'log10', 'log1p'].map((name) => op(name, `np.${name}(y)`, (v) => np[name as 'log'](v.y)));
const transcendental = [
  ...functions,
  ...logarithms,
  op('asin', 'np.arcsin(x)', (v) => np.asin(v.x)),
  op('acos', 'np.arccos(x)', (v) => np.acos(v.x)),
  op('atan', 'np.arctan(s)', (v) => np.atan(v.s)),
  op('atan2', 'np.arctan2(s, y)', (v) => np.atan2(v.s, v.y)),
  op('hypot', 'np.hypot(x, y)', (v) => np.hypot(v.x, v.y)),
  op('exp float32', 'np.exp(f)', (v) => np.exp(v.f)),
  op('log float32', 'np.log(g)', (v) => np.log(v.g)),
  op('sin float32', 'np.sin(f)', (v) => np.sin(v.f)),
  op('tanh float32', 'np.tanh(f)', (v) => np.tanh(v.f)),
];

const choices = [
  op('greater', 'x > y', (v) => v.x.greater(v.y)),
  op('greater number', 'x > 0.5', (v) => v.x.greater(0.5)),
  op('equal int64', 'i == j', (v) => v.i.equal(v.j)),
  op('isnan', 'np.isnan(x)', (v) => np.isnan(v.x)),
  op('logicalAnd', 'np.logical_and(m, m)', (v) => np.logicalAnd(v.m, v.m)),
  op('where', 'np.where(m, x, y)', (v) => np.where(v.m, v.x, v.y)),
  op('clip', 'np.clip(s, -1, 1)', (v) => v.s.clip({ min: -1, max: 1 })),
  op('astype float32', 'x.astype(np.float32)', (v) => v.x.astype('float32')),
  op('astype float64', 'f.astype(np.float64)', (v) => v.f.astype('float64')),
  op('astype int64', 's.astype(np.int64)', (v) => v.s.astype('int64')),
  op('int64 to float64', 'i.astype(np.float64)', (v) => v.i.astype('float64')),
  op('bool to float64', 'm.astype(np.float64)', (v) => v.m.astype('float64')),
  op('float64 to bool', 'x.astype(np.bool_)', (v) => v.x.astype('bool')),
  op('copy', 'x.copy()', (v) => v.x.copy()),
];

const reductions = [
  op('sum', 'x.sum()', (v) => v.x.sum()),
  op('sum axis 0', 'A.sum(axis=0)', (v) => v.A.sum({ axis: 0 })),
  op('sum axis 1', 'A.sum(axis=1)', (v) => v.A.sum({ axis: 1 })),
  op('sum float32', 'f.sum(dtype=np.float64)', (v) => v.f.sum(), { apart: true }),
  op('sum int64', 'i.sum()', (v) => v.i.sum()),
  op('sum bool', 'm.sum()', (v) => v.m.sum()),
  op('prod', 'x.prod()', (v) => v.x.prod()),
  op('max', 'x.max()', (v) => v.x.max()),
  op('max axis 0', 'A.max(axis=0)', (v) => v.A.max({ axis: 0 })),
  op('max axis 1', 'A.max(axis=1)', (v) => v.A.max({ axis: 1 })),
  op('max float32', 'f.max()', (v) => v.f.max()),
  op('max int64', 'i.max()', (v) => v.i.max()),
  op('max int8', 'b.max()', (v) => v.b.max()),
  op('argmax', 'x.argmax()', (v) => v.x.argmax()),
  op('argmin', 'x.argmin()', (v) => v.x.argmin()),
  op('argmax axis 0', 'A.argmax(axis=0)', (v) => v.A.argmax({ axis: 0 })),
  op('argmax axis 1', 'A.argmax(axis=1)', (v) => v.A.argmax({ axis: 1 })),
  op('argmax float32', 'f.argmax()', (v) => v.f.argmax()),
  op('argmax int64', 'i.argmax()', (v) => v.i.argmax()),
  op('mean', 'x.mean()', (v) => v.x.mean()),
  op('mean axis 0', 'A.mean(axis=0)', (v) => v.A.mean({ axis: 0 })),
  op('std', 'x.std()', (v) => v.x.std()),
  op('std axis 0', 'A.std(axis=0)', (v) => v.A.std({ axis: 0 })),
  op('any', '(x < 0).any()', (v) => np.any(v.x.less(0))),
  op('all', 'm.all()', (v) => np.all(v.m)),
  op('countNonzero', 'np.count_nonzero(m)', (v) => np.countNonzero(v.m)),
  op('cumulativeSum', 'x.cumsum()', (v) => v.x.cumulativeSum()),
  op('cumulativeSum axis 0', 'A.cumsum(axis=0)', (v) => v.A.cumulativeSum({ axis: 0 })),
  op('cumulativeSum int64', 'i.cumsum()', (v) => v.i.cumulativeSum()),
];

const moves = [
  op('diff', 'np.diff(x)', (v) => np.diff(v.x)),
  op('diff axis 0', 'np.diff(A, axis=0)', (v) => np.diff(v.A, { axis: 0 })),
  op('concat', 'np.concatenate([x, y])', (v) => np.concat([v.x, v.y])),
  op('concat axis 1', 'np.concatenate([A, B], axis=1)', (v) => np.concat([v.A, v.B], { axis: 1 })),
  op('stack', 'np.stack([x, y])', (v) => np.stack([v.x, v.y])),
  op('stack last', 'np.stack([x, y], axis=-1)', (v) => np.stack([v.x, v.y], { axis: -1 })),
  op('transpose copy', 'A.T.copy()', (v) => v.A.transpose().copy()),
  op('transpose add', 'A.T + B.T', (v) => v.A.transpose().add(v.B.transpose())),
  op('slice step', 'x[::2].copy()', (v) => v.x.slice('::2').copy()),
  op('flip', 'x[::-1].copy()', (v) => np.flip(v.x).copy()),
  op('roll', 'np.roll(x, 7)', (v) => np.roll(v.x, 7)),
  op('tile', 'np.tile(x, 2)', (v) => np.tile(v.x, 2)),
  op('repeat', 'np.repeat(x, 2)', (v) => np.repeat(v.x, 2)),
  op('broadcast add', 'A + A[0]', (v) => v.A.add(v.A.slice(0))),
  op('take', 'np.take(x, at)', (v) => np.take(v.x, v.at)),
  op('mask', 'x[m]', (v) => np.compress(v.m, v.x)),
  op('nonzero', 'np.nonzero(m)[0]', async (v) => (await np.nonzero(v.m))[0]),
];

const orders = [
  op('sort', 'np.sort(x)', (v) => np.sort(v.x)),
  op('argsort', "np.argsort(x, kind='stable')", (v) => np.argsort(v.x)),
  op('sort axis 0', 'np.sort(A, axis=0)', (v) => np.sort(v.A, { axis: 0 })),
  op('sort int64', 'np.sort(i)', (v) => np.sort(v.i)),
  op('searchsorted', 'np.searchsorted(ordered, y)', (v) => np.searchsorted(v.ordered, v.y)),
  op('searchsorted in order', 'np.searchsorted(ordered, ordered)', (v) => np.searchsorted(v.ordered, v.ordered)),
  op('unique', 'np.unique(x)', (v) => np.unique(v.x)),
  op('unique int64', 'np.unique(i)', (v) => np.unique(v.i)),
  op('bincount', 'np.bincount(i)', (v) => np.bincount(v.i)),
  op('bincount weights', 'np.bincount(i, weights=x)', (v) => np.bincount(v.i, { weights: v.x })),
  op('histogram', 'np.histogram(x, 100)[0]', (v) => np.histogram(v.x, { bins: 100 }).counts),
  op('addAt', '(np.add.at(h, i, x), h)[1]', (v) => v.h.addAt(v.i, v.x), { apart: true }),
  op('addAt everywhere', '(np.add.at(w, at, x), w)[1]', (v) => v.w.addAt(v.at, v.x), { apart: true }),
  op('maximumAt', '(np.maximum.at(h, i, x), h)[1]', (v) => v.h.maximumAt(v.i, v.x), { apart: true }),
];

const made = [
  op('zeros', 'np.zeros(n)', (v) => np.zeros([v.n])),
  op('full', 'np.full(n, 2.5)', (v) => np.full([v.n], 2.5)),
  op('arange', 'np.arange(n, dtype=np.float64)', (v) => np.arange(v.n)),
  op('linspace', 'np.linspace(0, 1, n)', (v) => np.linspace(0, 1, v.n)),
  op('random', 'rng.random(n)', (v) => v.rng.random({ shape: v.n }), { apart: true }),
  op('normal', 'rng.standard_normal(n)', (v) => v.rng.normal({ shape: v.n }), { apart: true }),
  op('integers', 'rng.integers(0, 1000, n)', (v) => v.rng.integers(0, 1000, { shape: v.n }), { apart: true }),
];

const products = [
  op('dot', 'np.dot(x, y)', (v) => np.dot(v.x, v.y)),
  op('matvec', 'A @ A[0]', (v) => np.matmul(v.A, v.A.slice(0))),
  op('vecmat', 'A[:, 0] @ A', (v) => np.matmul(v.A.slice(':', 0), v.A)),
  op('outer', 'np.outer(A[0], A[:, 0])', (v) => np.outer(v.A.slice(0), v.A.slice(':', 0))),
];

export const operations: readonly Operation[] = [
  ...arithmetic,
  ...transcendental,
  ...choices,
  ...reductions,
  ...moves,
  ...orders,
  ...made,
  ...products,
  ...composed,
];
