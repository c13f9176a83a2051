/** Sums of products over named axes beside loops over all names, one text with many shapes: what is remembered of a text fits. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

const SEED = 7;
const ROUNDS = 120;
const ORDERS = [undefined, true, false, 'auto', 'greedy', 'optimal'] as const;
const LETTERS = 'abcd';

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Operand {
  readonly labels: string;
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

const at = ({ labels, shape, values }: Operand, place: ReadonlyMap<string, number>): number =>
  values[[...labels].reduce((i, c, axis) => i * shape[axis] + (shape[axis] === 1 ? 0 : (place.get(c) ?? 0)), 0)];

/** Each element of the result, by loops over every name. */
function expected(operands: readonly Operand[], output: string, sizes: ReadonlyMap<string, number>): number[] {
  const names = [...new Set(operands.map(({ labels }) => labels).join(''))];
  const found = new Array<number>([...output].reduce((n, c) => n * (sizes.get(c) ?? 1), 1)).fill(0);
  const total = names.reduce((n, c) => n * (sizes.get(c) ?? 1), 1);
  for (let i = 0; i < total; i++) {
    const place = new Map<string, number>();
    names.reduce((rest, c) => {
      const size = sizes.get(c) ?? 1;
      place.set(c, rest % size);
      return Math.floor(rest / size);
    }, i);
    const to = [...output].reduce((n, c) => n * (sizes.get(c) ?? 1) + (place.get(c) ?? 0), 0);
    found[to] += operands.reduce((product, x) => product * at(x, place), 1);
  }
  return found;
}

t.test(`random subscripts, with several shapes each (seed ${SEED})`, async (t) => {
  const random = randomFrom(SEED);
  for (let round = 0; round < ROUNDS; round++) {
    const parts = Array.from({ length: 1 + random(5) }, () =>
      Array.from({ length: random(4) }, () => LETTERS[random(LETTERS.length)]).join(''),
    );
    const names = [...new Set(parts.join(''))];
    const output = names
      .filter(() => random(2) === 0)
      .reverse()
      .join('');
    const text = `${parts.join(',')}->${output}`;
    for (let variant = 0; variant < 3; variant++) {
      const sizes = new Map(names.map((c) => [c, 1 + random(4)]));
      const operands = parts.map((labels): Operand => {
        // An axis of size 1 gives way, but not one that a part names twice.
        const once = (c: string): boolean => labels.indexOf(c) === labels.lastIndexOf(c);
        const shape = [...labels].map((c) => (once(c) && random(6) === 0 ? 1 : (sizes.get(c) ?? 1)));
        return { labels, shape, values: Array.from({ length: shape.reduce((n, size) => n * size, 1) }, () => random(9) - 4) };
      });
      for (const c of names) {
        sizes.set(
          c,
          Math.max(...operands.flatMap(({ labels, shape }) => [...labels].flatMap((l, i) => (l === c ? [shape[i]] : [])))),
        );
      }
      const arrays = operands.map(({ values, shape }) => np.asarray(Float64Array.from(values)).reshape(shape));
      for (let again = 0; again < 2; again++) {
        const optimize = ORDERS[random(ORDERS.length)];
        const found = np.einsum(text, ...arrays, { optimize });
        t.same(
          found.shape,
          [...output].map((c) => sizes.get(c)),
          text,
        );
        t.same(Array.from(await found.ravel().data(), Number), expected(operands, output, sizes), text);
      }
    }
  }
});

t.test('dtypes are those of products', async (t) => {
  const ints = np.asarray(
    [
      [1, 2],
      [3, 4],
    ],
    { dtype: 'int32' },
  );
  t.equal(np.einsum('ij,jk->ik', ints, ints).dtype.name, 'int32');
  t.equal(np.einsum('ij,ij->i', ints, ints).dtype.name, 'int32');
  t.equal(np.einsum('ij,j->i', ints, ints.astype('float32').slice(0)).dtype.name, 'float64');
  t.equal(await np.einsum('i,i->', np.asarray([true, false]), np.asarray([true, true])).item(), true);
});

t.test('an array that was disposed of is refused, also where nothing is computed with it', (t) => {
  const x = np.zeros([2, 2]);
  np.einsum('ij->ji', x);
  x.dispose();
  t.throws(() => np.einsum('ij->ji', x), { name: 'DisposedError' });
  t.end();
});
