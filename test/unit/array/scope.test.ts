/** Giving memory back by hand. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime, runtime, useRuntime } from '../../../lib/runtime/public.js';
import '../../support/arrays.js';

t.test('dispose', async (t) => {
  const x = np.arange(4);
  const view = x.slice('1:');
  const made = x.add(1);
  x.dispose();
  x.dispose();
  t.throws(() => x.add(1), { name: 'DisposedError', message: /disposed/ });
  t.throws(() => np.add(1, x), { name: 'DisposedError' });
  t.throws(() => view.sum(), { name: 'DisposedError' }, 'and its views');
  t.throws(() => x.slice(0), { name: 'DisposedError' });
  t.throws(() => view.assign(1), { name: 'DisposedError' });
  t.throws(() => x.dataSync(), { name: 'DisposedError' });
  t.throws(() => x.reshape([2, 2]), { name: 'DisposedError' });
  t.throws(() => np.ones(4).addAssign(x), { name: 'DisposedError' });
  t.throws(() => x.take([0]), { name: 'DisposedError' });
  t.same(await made.tolist(), [1, 2, 3, 4], 'what was computed before stays');
});

t.test('scope keeps its result', async (t) => {
  let inner: np.NDArray | null = null;
  const outer = np.ones(3);
  const kept = np.scope(() => {
    inner = outer.multiply(2);
    outer.slice(0).assign(5);
    return inner.add(1).slice('1:');
  });
  t.same(await kept.tolist(), [3, 3]);
  t.same(await outer.tolist(), [5, 1, 1], 'arrays from outside stay');
  t.throws(() => inner?.add(1), { name: 'DisposedError' });
});

t.test('results in Arrays and objects; nested scopes; throws', async (t) => {
  const { list, record } = np.scope(() => ({ list: [np.zeros(1), np.ones(1)], record: { a: np.full([1], 2) } }));
  t.same(await np.concat([...list, record.a]).tolist(), [0, 1, 2]);
  let escaped: np.NDArray | null = null;
  const result = np.scope(() => {
    escaped = np.scope(() => np.full([1], 7));
    return escaped.add(1);
  });
  t.equal(await result.item(), 8);
  t.throws(() => escaped?.add(1), { name: 'DisposedError' }, 'kept by the inner scope, gone after the outer');
  let made: np.NDArray | null = null;
  t.throws(
    () =>
      np.scope(() => {
        made = np.zeros(2);
        throw new Error('oops');
      }),
    { message: 'oops' },
  );
  t.throws(() => made?.add(1), { name: 'DisposedError' });
  t.throws(() => np.scope(async () => 1), { name: 'ArgumentError', message: /async/ });
  t.equal(
    np.scope(() => 5),
    5,
  );
});

t.test('a function that fails behind its refusal, and one that changes the runtime', async (t) => {
  const rejected: unknown[] = [];
  const note = (reason: unknown): void => void rejected.push(reason);
  process.prependListener('unhandledRejection', note);
  const fails = async (): Promise<void> => Promise.reject(new Error('behind the refusal'));
  t.throws(() => np.scope(fails), { name: 'ArgumentError' });
  t.throws(() => np.device('cpu', fails), { name: 'ArgumentError' });
  t.throws(() => np.runtime.trace('fails', fails), { name: 'TraceError' });
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off('unhandledRejection', note);
  t.same(rejected, []);
  const here = runtime();
  const other = createRuntime({});
  let inner: np.NDArray | null = null;
  np.scope(() => {
    inner = np.arange(3).add(1);
    useRuntime(other);
  });
  useRuntime(here);
  t.throws(() => inner?.add(1), { name: 'DisposedError' });
  t.same(await np.arange(2).add(1).tolist(), [1, 2]);
  await other.close();
});

t.test('Symbol.dispose', async (t) => {
  const x = np.zeros(2);
  x[Symbol.dispose]();
  t.throws(() => x.add(1), { name: 'DisposedError' });
});
