/** Slices against Python's rules: all bounds and steps of a short axis, and the other indices. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { arrayOf, same } from '../../support/arrays.js';
import { at, build, pythonSlice, ref } from '../../support/numpy.js';

t.test('every start, stop and step of an axis of four', async (t) => {
  const x = np.arange(4);
  const bounds = [null, -6, -5, -4, -1, 0, 1, 3, 4, 6];
  for (const start of bounds) {
    for (const stop of bounds) {
      for (const step of [1, 2, 3, -1, -2, 7, -7]) {
        const text = `${start ?? ''}:${stop ?? ''}:${step}`;
        const want = pythonSlice(4, start, stop, step);
        t.same(x.slice(text).tolistSync(), want, text);
        t.same(x.slice([start, stop, step]).shape, [want.length], `[${text}]`);
      }
    }
  }
});

t.test('indices of several axes', async (t) => {
  const shape = [3, 4, 5];
  const a = build('float64', shape, ([i, j, k]) => i * 100 + j * 10 + k);
  const x = arrayOf(a);
  const cases: [np.SliceIndex[], number[], (index: readonly number[]) => number[]][] = [
    [[1], [4, 5], ([j, k]) => [1, j, k]],
    [[-1, -2], [5], ([k]) => [2, 2, k]],
    [[0, 1, 2], [], () => [0, 1, 2]],
    [['1:', '::2'], [2, 2, 5], ([i, j, k]) => [i + 1, j * 2, k]],
    [['...', 1], [3, 4], ([i, j]) => [i, j, 1]],
    [['...', '::-1'], [3, 4, 5], ([i, j, k]) => [i, j, 4 - k]],
    [[0, '...', '1:3'], [4, 2], ([j, k]) => [0, j, k + 1]],
    [[null, 1], [1, 4, 5], ([, j, k]) => [1, j, k]],
    [['...', null], [3, 4, 5, 1], ([i, j, k]) => [i, j, k]],
    [[':', null, [1, 3]], [3, 1, 2, 5], ([i, , j, k]) => [i, j + 1, k]],
    [['1, ::2, -1'], [2], ([j]) => [1, j * 2, 4]],
    [[' 1 : , ... , newaxis '], [2, 4, 5, 1], ([i, j, k]) => [i + 1, j, k]],
    [['2:2'], [0, 4, 5], (index) => [...index]],
    [[], [3, 4, 5], (index) => [...index]],
  ];
  for (const [indices, want, source] of cases) {
    await same(
      t,
      x.slice(...indices),
      build('float64', want, (index) => at(a, source(index))),
      JSON.stringify(indices),
    );
  }
});

t.test('slices of slices', async (t) => {
  const x = np.arange(20);
  t.same(await x.slice('2:18:3').slice('::-1').slice('1:4').tolist(), [14, 11, 8]);
  t.same(await x.reshape([4, 5]).slice('::2', '1:').slice(1, '::-2').tolist(), [14, 12]);
  t.same(await x.slice('5:5').slice('::-1').tolist(), []);
});

t.test('asking again gives the same view', async (t) => {
  const x = np.arange(6).reshape([2, 3]);
  t.equal(x.slice('1:', ':2').view, x.slice('1:', ':2').view);
  t.equal(x.slice(1).view, x.slice(1).view);
  t.not(x.slice(1).view, x.slice('1').slice(null).view);
  t.same(await x.slice('1').tolist(), await x.slice(1).tolist());
});

t.test('mistakes', async (t) => {
  const x = np.zeros([2, 3]);
  const cases: [np.SliceIndex[], string, RegExp][] = [
    [[2], 'IndexError', /index 2 is outside axis 0 of size 2/],
    [[-3], 'IndexError', /index -3/],
    [[0, 3], 'IndexError', /axis 1 of size 3/],
    [[0, 0, 0], 'IndexError', /3 indices for an array of 2 axes/],
    [['...', '...'], 'IndexError', /only once/],
    [['::0'], 'ArgumentError', /step must not be 0/],
    [['a:b'], 'ArgumentError', /slice: expected an index such as/],
    [[[0, 1.5]], 'ArgumentError', /integers/],
    [[0.5], 'IndexError', /index 0.5/],
    [[{} as never], 'ArgumentError', /take or gather/],
    [[np.zeros(2) as never], 'ArgumentError', /take or gather/],
  ];
  for (const [indices, name, message] of cases) t.throws(() => x.slice(...indices), { name, message }, `${name} ${message}`);
});

t.test('a slice of a 0-d array', async (t) => {
  const x = arrayOf(ref('float64', [], [7]));
  t.same(await x.slice(null).tolist(), [7]);
  t.same(await x.slice('...').item(), 7);
  t.throws(() => x.slice(0), { name: 'IndexError' });
});

t.test('slices by more texts than are remembered, again and again', (t) => {
  const x = np.arange(100);
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 90; i++) {
      const { view } = x.slice(`${i}:`);
      if (view.offset !== i || view.shape[0] !== 100 - i) t.fail(`${i}: is not the rest from there`);
    }
  }
  t.equal(x.slice('3:').view, x.slice('3:').view);
  t.end();
});
