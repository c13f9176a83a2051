/** Complex arrays of which the size is not known yet: element-wise functions, sums, reads, and calls that wait. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

const c = (re: number, im: number): np.Complex => ({ re, im });
const z = np.asarray([c(1, 2), c(-3, 4), c(5, -6), c(0, 1)]);
const mask = np.asarray([true, false, true, false]);
// biome-ignore lint/suspicious/noExplicitAny: complex numbers are typed as numbers
const any = (x: unknown): any => x;

t.test('folds and reads', async (t) => {
  t.strictSame(await z.get(mask).mean().tolist(), c(3, -2));
  t.strictSame(await z.get(mask).sum().tolist(), c(6, -4));
  t.strictSame(await z.get(mask).tolist(), [c(1, 2), c(5, -6)]);
  t.strictSame(z.get(mask).tolistSync(), [c(1, 2), c(5, -6)]);
  t.strictSame(Array.from(await z.get(mask).data()), [1, 2, 5, -6]);
  t.strictSame(await z.get(mask).shapeKnown(), [2]);
  const known = await z.compress(mask);
  t.strictSame([known.shape, known.dtype.name], [[2], 'complex128']);
  t.equal(z.get(mask).dtype.name, 'complex128', 'the dtype is known before');
  const both = np.stack([z, z], { axis: 1 });
  t.strictSame(await both.get(mask).sum({ axis: 1 }).tolist(), [c(2, 4), c(10, -12)], 'over other axes the result is lazy');
});

t.test('element-wise functions', async (t) => {
  const some = z.get(mask);
  t.strictSame(await some.multiply(any(c(0, 1))).tolist(), [c(-2, 1), c(6, 5)]);
  t.strictSame(await np.add(some, some).sum().tolist(), c(12, -8));
  t.ok(await np.allclose(await np.abs(some), [Math.sqrt(5), Math.sqrt(61)]).item());
  t.strictSame(await some.real.add(1).tolist(), [2, 6]);
  t.strictSame(await some.conj().tolist(), [c(1, -2), c(5, 6)]);
  const x = np.asarray([1, 2, 3, 4]);
  t.strictSame(
    await x
      .get(mask)
      .multiply(any(c(0, 1)))
      .tolist(),
    [c(0, 1), c(0, 3)],
    'real elements times a complex number',
  );
  t.strictSame(await np.add(x.get(mask), some).tolist(), [c(2, 2), c(8, -6)], 'real and complex elements of one mask');
  t.strictSame(await np.add(some, np.asarray([c(1, 0), c(2, 0)] as never)).tolist(), [c(2, 2), c(7, -6)], 'an array waits');
});

t.test('calls that wait, and errors', async (t) => {
  t.strictSame(await z.get(mask).var().item(), 20);
  t.strictSame(await np.cumsum(z.get(mask)).tolist(), [c(1, 2), c(6, -4)]);
  t.strictSame(await z.get(mask).reshape([2, 1]).sum({ axis: 0 }).tolist(), [c(6, -4)]);
  t.equal(await np.argmax(z.get(mask)).item(), 1);
  t.throws(() => z.get(mask).shape, { name: 'ShapeError', message: /await it first/ });
  t.throws(() => [...z.get(mask)], { name: 'ShapeError' });
  t.throws(() => np.add(z.get(mask), 1, { out: z }), { name: 'ShapeError' });
  await t.rejects(np.floor(z.get(mask)) as never, { name: 'DTypeError', message: /^floor: not defined for complex arrays/ });
  t.match(String(z.get(mask)), /LazyArray/);
  const w = np.asarray([c(1, 2), c(3, 4)]);
  const lazy = w.get([true, false]);
  w.assign(0);
  t.strictSame(await lazy.tolist(), [c(1, 2)], 'later writes do not show');
});

t.test('written where a mask holds', async (t) => {
  const w = np.asarray([c(1, 2), c(3, -1), c(0, 0.5), c(-2, 0)] as never);
  const small = np.abs(w).lessEqual(2);
  w.set(
    small,
    w
      .get(small)
      .pow(2)
      .add(any(c(0, 1))),
  );
  t.strictSame(await w.tolist(), [c(1, 2), c(3, -1), c(-0.25, 1), c(4, 1)], 'values that the mask itself selected');
  w.set([true, true, false, false], w.get(small).multiply(2));
  t.strictSame(await w.tolist(), [c(-0.5, 2), c(8, 2), c(-0.25, 1), c(4, 1)], 'as many that another one selected');
  w.set(small, w.real.get(small));
  t.strictSame(await w.tolist(), [c(-0.5, 2), c(8, 2), c(-0.25, 0), c(4, 0)], 'real ones');
  np.set(w, small, w.get(small).add(1));
  t.strictSame(await w.get('2:').tolist(), [c(0.75, 0), c(5, 0)], 'by the function');
});

t.test('writes that would have to wait are refused at once, and nothing is written', async (t) => {
  const w = np.asarray([c(1, 2), c(3, 4)]);
  const real = np.arange(2);
  const some = w.get([true, true]);
  for (const write of [
    () => np.put(w, [0, 1], any(some.multiply(2))),
    () => np.copyto(w, any(some.multiply(2))),
    () => np.addAt(w, [0, 1], any(some)),
    () => np.assignAt(w, [0, 1], any(some.multiply(2))),
    () => np.place(w, [true, true], any(some.multiply(2))),
    () => np.putmask(w, [true, true], any(some.multiply(2))),
  ])
    t.throws(write, { name: 'ShapeError', message: /await it first/ });
  for (const write of [() => real.set([true, true], any(some)), () => real.assign(any(some)), () => real.addAssign(any(some))])
    t.throws(write, { name: 'DTypeError', message: /complex values do not fit a real array/ });
  t.strictSame(await w.tolist(), [c(1, 2), c(3, 4)]);
  t.strictSame(await real.tolist(), [0, 1]);
});
