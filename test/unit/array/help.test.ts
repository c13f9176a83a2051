/** `np.help`: what it prints of functions by name and by themselves. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';

/** What a call prints. */
function printed(t: Test, call: () => void): string {
  const texts: string[] = [];
  const restore = t.intercept(process.stdout, 'write', { value: (text: string) => texts.push(text) > 0 });
  call();
  restore.restore();
  return texts.join('');
}
type Test = typeof t;

t.test('a function by its name', async (t) => {
  const text = printed(t as Test, () => np.help('stack'));
  t.equal(
    text,
    `stack(xs: readonly ArrayLike[], how?: Positional<StackOptions, 'axis'>): NDArray

Arrays of one shape along a new axis of the result (default 0). Throws \`ShapeError\`.

    await np.stack([np.asarray([1, 2]), np.asarray([3, 4])]).tolist(); // [[1, 2], [3, 4]]
`,
  );
});

t.test('the calls of functions that infer dtypes', async (t) => {
  const of = (what: string): string => printed(t as Test, () => np.help(what)).split('\n')[0];
  t.equal(of('sin'), 'sin(x: Any, how?: Out): NDArray');
  t.equal(of('add'), 'add(a: Any, b: Any, how?: Out): NDArray');
  t.equal(of('sum'), "sum(x: ArrayLike, how?: Positional<SumOptions, 'axis'>, more?: Omit<SumOptions, 'axis'>): NDArray");
});

t.test('names with their namespace, functions, and calls', async (t) => {
  const of = (what: Parameters<typeof np.help>[0]): string => printed(t as Test, () => np.help(what)).split('\n')[0];
  t.match(of(np.linalg.qr), /^qr\(/);
  t.match(of('linalg.qr'), /^qr\(/);
  t.match(of('np.linspace()'), /^linspace[<(]/);
  t.match(of('sparse.cg'), /^cg/);
  t.match(of('np.fft.fft'), /^fft/);
});

t.test('every public function has documentation', async (t) => {
  const missing = Object.entries(np).flatMap(([name, value]) => {
    if (typeof value !== 'function' || /^[A-Z]/.test(name)) return [];
    try {
      return printed(t as Test, () => np.help(name)).includes('\n\n') ? [] : [name];
    } catch {
      return [name];
    }
  });
  t.same(missing, []);
});

t.test('names that no function has', async (t) => {
  t.throws(() => np.help('lnspace'), {
    name: 'ArgumentError',
    message: 'help: there is no documentation of "lnspace"; is it "linspace"?',
  });
  t.throws(() => np.help(1 as never), { name: 'ArgumentError' });
});
