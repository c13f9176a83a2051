/** Scopes through the runtime's own calls: whatever is passed, and whatever ends without its end. */
import vm from 'node:vm';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { runtime } from '../../../lib/runtime/index.js';

const settled = (): boolean => {
  const outer = runtime().beginScope();
  runtime().endScope(outer);
  return outer === null;
};

t.test('scopes nest, and end once', async (t) => {
  const rt = runtime();
  const outer = rt.beginScope();
  const a = np.ones([3]);
  const middle = rt.beginScope();
  const b = np.ones([3]);
  rt.beginScope();
  const c = np.ones([3]);
  t.same(
    rt.endScope(middle).map(({ root }) => root),
    [b.root, c.root],
    'with those within that were never ended',
  );
  t.same(
    rt.endScope(outer).map(({ root }) => root),
    [a.root],
  );
  t.throws(() => rt.endScope(outer), { code: 'ERR_ARGUMENT' });
  for (const nonsense of [[], 3, 'scope', {}, undefined]) {
    rt.beginScope();
    t.throws(() => rt.endScope(nonsense as never), { code: 'ERR_ARGUMENT' });
    rt.endScope(null);
  }
  t.equal(np.ones([3]).sum().itemSync(), 3);
});

t.test('a scope and a trace that were interrupted are forgotten with their job', async (t) => {
  const context = vm.createContext({ np });
  const forever = '(() => { np.ones([3]).add(1); for (;;); })';
  t.throws(() => vm.runInContext(`np.scope(${forever})`, context, { timeout: 10 }), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });
  t.throws(() => runtime().trace('t', () => vm.runInContext(`(${forever})()`, context, { timeout: 10 })));
  t.throws(() =>
    vm.runInContext('trace(() => { for (;;); })', vm.createContext({ trace: (f: () => void) => runtime().trace('a', f) }), {
      timeout: 10,
    }),
  );
  np.ones([3]).add(1);
  await new Promise((resolve) => setImmediate(resolve));
  t.ok(settled());
  t.equal(
    runtime()
      .trace('b', () => np.ones([3]).add(1))
      .sum()
      .itemSync(),
    6,
  );
});
