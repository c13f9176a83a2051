/** Which dtypes there are, how they promote and convert, and their limits: NumPy's answers for every pair. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { names, promoted } from '../../support/numpy.js';

/** `np.can_cast(a, b)` of NumPy 2.4: rows from bool to float16, in the order of `names`. */
const castable = [
  '111111111111',
  '011110000111',
  '001110000110',
  '000110000010',
  '000010000010',
  '001111111111',
  '000110111110',
  '000010011010',
  '000000001010',
  '000000000110',
  '000000000010',
  '000000000111',
];

t.test('promotion and casts of every pair', (t) => {
  for (const [i, a] of names.entries()) {
    for (const [j, b] of names.entries()) {
      t.equal(np.promoteTypes(a, b).name, promoted(a, b), `${a} with ${b}`);
      t.equal(np.canCast(a, b), castable[i][j] === '1', `${a} to ${b}`);
    }
  }
  t.equal(np.canCast(np.zeros([2], 'int8'), 'int16'), true, 'an array');
  t.end();
});

t.test('numbers beside arrays', (t) => {
  for (const name of names.filter((d) => d !== 'bool')) {
    const x = np.ones([2], name);
    t.equal(np.add(x, 1).dtype.name, name, `${name} + 1`);
    t.equal(np.add(x, 0.5).dtype.name, name.startsWith('float') ? name : 'float64', `${name} + 0.5`);
    t.equal(np.add(x, true).dtype.name, name, `${name} + true`);
    if (!name.startsWith('uint')) continue;
    t.throws(() => np.add(x, -1), { name: 'DTypeError', message: new RegExp(`-1 does not fit ${name}`) });
    t.same(np.greater(x, -1).tolistSync(), [true, true], `${name} > -1`);
  }
  t.throws(() => np.add(np.ones([1], 'int8'), 128), { name: 'DTypeError' });
  t.throws(() => np.add(np.ones([1], 'uint64'), 2n ** 64n), { name: 'DTypeError' });
  t.same(np.add(np.ones([1], 'uint64'), 2n ** 63n).tolistSync(), [2n ** 63n + 1n]);
  t.equal(np.asarray([2n ** 63n]).dtype, np.uint64, 'a bigint that int64 does not hold');
  t.end();
});

t.test('kinds', (t) => {
  const kinds: Record<string, (name: string) => boolean> = {
    bool: (d) => d === 'bool',
    'signed integer': (d) => d.startsWith('int'),
    'unsigned integer': (d) => d.startsWith('uint'),
    integral: (d) => /^u?int/.test(d),
    'real floating': (d) => d.startsWith('float'),
    'complex floating': (d) => d.startsWith('complex'),
    numeric: (d) => d !== 'bool',
  };
  for (const name of names) {
    for (const [kind, is] of Object.entries(kinds)) t.equal(np.isdtype(name, kind as never), is(name), `${name}: ${kind}`);
    t.equal(np.isdtype(name, ['bool', name]), true);
  }
  t.equal(np.isdtype('int8', ['int16', 'real floating']), false);
  t.throws(() => np.isdtype('int8', 'integer' as never), { name: 'ArgumentError' });
  t.end();
});

const whole = (x: np.NDArray): bigint[] => Array.from(x.dataSync() as Iterable<number | bigint>, BigInt);

t.test('limits', (t) => {
  for (const name of names) {
    if (!/int/.test(name)) continue;
    const { bits, min, max } = np.iinfo(name);
    const [of] = /\d+/.exec(name) ?? [];
    t.equal(bits, Number(of));
    t.equal(max, name.startsWith('u') ? 2n ** BigInt(bits) - 1n : 2n ** BigInt(bits - 1) - 1n);
    t.equal(min, name.startsWith('u') ? 0n : -(2n ** BigInt(bits - 1)));
    const x = np.asarray([max, min], { dtype: name });
    t.same(whole(x), [max, min], `${name} holds its limits`);
    t.same(whole(np.add(x, np.asarray([1n, -1n], { dtype: 'int64' }).astype(name))), [min, max], `${name} wraps`);
    t.throws(() => np.asarray([max + 1n], { dtype: name }), { name: 'DTypeError' });
  }
  t.end();
});
