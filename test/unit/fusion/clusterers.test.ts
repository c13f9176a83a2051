/** How tasks are gathered into kernels: which come together, in which order the kernels run, and that results do not depend on it. */
import t, { type Test } from 'tap';
import * as np from '../../../lib/array/index.js';
import { Dependences } from '../../../lib/fusion/dependences.js';
import { type Config, createRuntime, type Stats, useRuntime } from '../../../lib/runtime/index.js';
import { verify } from '../../../lib/spy/index.js';
import { Draw } from '../../support/random.js';
import { seeds } from '../../support/seeds.js';
import { spied } from '../../support/spied.js';

const N = 3000;

interface Ran {
  readonly sums: readonly number[];
  readonly stats: Stats;
}

/** Runs a program whose windows are planned at first sight; the launches are those of the program alone. */
async function under(config: Partial<Config>, program: () => np.NDArray[]): Promise<Ran & { readonly launches: number }> {
  const rt = createRuntime({ tier: 'block', tracing: 'off', plans: 'kept', procs: 2, window: 1000, ...config });
  const before = useRuntime(rt);
  try {
    const results = program();
    await rt.fence();
    const { launches } = rt.stats();
    const values = await Promise.all(results.map((x) => x.data()));
    return { sums: values.flatMap((v) => Array.from(v as Float64Array)), stats: rt.stats(), launches };
  } finally {
    useRuntime(before);
    await rt.close();
  }
}

/** Launches with prefixes and with the greedy clusterer; the results are the same as without fusion. */
async function launches(t: Test, program: () => np.NDArray[]): Promise<{ prefix: number; greedy: number }> {
  const plain = await under({ fusion: false }, program);
  const prefix = await under({ clusters: 'prefix' }, program);
  const greedy = await under({ clusters: 'greedy' }, program);
  t.same(prefix.sums, plain.sums, 'prefixes: the same bits');
  t.same(greedy.sums, plain.sums, 'greedy: the same bits');
  return { prefix: prefix.launches, greedy: greedy.launches };
}

t.test('updates of a staggered grid: a kernel for each of its arrays', async (t) => {
  const found = await launches(t, () => {
    let [a, b] = [np.linspace(0, 1, N), np.linspace(0, 1, N + 1)];
    for (let i = 0; i < 10; i++) {
      a = a.multiply(0.9).add(0.1);
      b = b.multiply(0.8).add(0.2);
    }
    return [a, b];
  });
  t.same(found, { prefix: 22, greedy: 2 });
});

t.test('what uses the result of a kernel of another domain comes behind it', async (t) => {
  const found = await launches(t, () => {
    const a = np.linspace(0, 1, N);
    const b = a.multiply(2);
    const outer = np.linspace(0, 1, N + 1).add(1);
    const total = b.sum();
    return [outer.multiply(total), b.add(1)];
  });
  t.equal(found.greedy, 2, 'a, b and their sum; then the other domain, which waits for the sum');
});

t.test('a write waits for what was read before it, and is not passed by what reads it', async (t) => {
  await launches(t, () => {
    const a = np.arange(N).add(0.5);
    const other = np.arange(N + 1).add(0.25);
    const left = a.slice(':-1').add(a.slice('1:'));
    const moved = other.multiply(3);
    a.slice(':-1').assign(left);
    const right = a.slice('1:').multiply(2);
    other.assign(moved.add(1));
    return [a, right, other, moved, left];
  });
});

t.test('a result that a later kernel alone uses is computed there', async (t) => {
  const program = (): np.NDArray[] => {
    const [from, to] = [
      np
        .arange(80 * 80)
        .reshape([80, 80])
        .add(0),
      np.zeros([80, 80]),
    ];
    const center = to.slice('1:-1', '1:-1');
    for (let i = 0; i < 4; i++) {
      center.assign(center.add(from.slice('1:-1', '2:')).subtract(from.slice('1:-1', ':-2')));
      from.assign(from.add(1));
    }
    return [from, to];
  };
  const greedy = await under({ clusters: 'greedy', small: 0 }, program);
  const prefix = await under({ clusters: 'prefix', small: 0 }, program);
  t.same(greedy.sums, prefix.sums);
  t.equal(greedy.launches, prefix.launches);
  t.equal(greedy.stats.temporaries.count, prefix.stats.temporaries.count, 'from + 1 is left out as in prefixes');
});

t.test('bodies in JavaScript run in the order of the program', async (t) => {
  const order: number[] = [];
  const { defineKind } = await import('../../../lib/task/index.js');
  const body = (n: number) =>
    defineKind({
      name: `body ${n}`,
      args: [{ privilege: 'write', access: 'elementwise' }],
      body: { kind: 'js', run: () => void order.push(n) },
    });
  await under({ clusters: 'greedy' }, () => {
    const rt = useRuntime(null);
    useRuntime(rt);
    const results = [1, 2, 3].map((n) => {
      const x = np.zeros([N + n]);
      rt?.launch(body(n), [N + n], [x]);
      return x;
    });
    return results;
  });
  t.same(order, [1, 2, 3]);
});

/** Interleaved tasks over three domains, some in place, some on parts of arrays. */
function interleaved(seed: number): () => np.NDArray[] {
  return () => {
    const draw = new Draw(seed);
    const arrays = [64, 65, 66].flatMap((n) => [np.arange(n).add(0), np.arange(n).multiply(2)]);
    for (let i = 0; i < 40; i++) {
      const at = draw.int(arrays.length);
      const x = arrays[at];
      const pair = arrays[at ^ 1];
      const deed = draw.int(5);
      if (deed === 0) arrays[at] = x.add(pair).remainder(97);
      else if (deed === 1) x.slice('1:').assign(pair.slice(':-1'));
      else if (deed === 2) x.addAssign(pair.sum().remainder(7));
      else if (deed === 3) arrays[at] = x.multiply(3).remainder(89);
      else x.slice('::2').assign(arrays[draw.int(arrays.length)].slice(':8').sum().remainder(11));
    }
    return arrays;
  };
}

t.test('interleaved programs have the same bits however they are gathered', async (t) => {
  for (const seed of seeds(25)) {
    const [plain, prefix, greedy, separate] = await Promise.all([
      await under({ fusion: false }, interleaved(seed)),
      await under({ clusters: 'prefix' }, interleaved(seed)),
      await under({ clusters: 'greedy' }, interleaved(seed)),
      await under({ clusters: 'greedy', memories: 3, grain: 1 }, interleaved(seed)),
    ]);
    t.same(prefix.sums, plain.sums, `seed ${seed}, prefix`);
    t.same(greedy.sums, plain.sums, `seed ${seed}, greedy`);
    t.same(separate.sums, plain.sums, `seed ${seed}, greedy on three memories`);
    t.ok(greedy.launches <= prefix.launches, `seed ${seed}: ${greedy.launches} launches, ${prefix.launches} with prefixes`);
  }
});

t.test('a dependence that is overlooked is told by the verifier', async (t) => {
  const program = async (): Promise<void> => {
    const [a, other] = [np.arange(3000).add(0.5), np.arange(3001).add(0.5)];
    await np.runtime.fence();
    const kept = a.multiply(2);
    other.addAssign(1);
    const moved = other.slice(':-1').add(kept);
    a.slice('1:').assign(moved.slice(':-1'));
    await np.add(a, moved).data();
  };
  const config = { clusters: 'greedy', small: 0 } as const;
  t.same(verify(await spied(program, config)).problems, []);
  const { firstFor } = Dependences.prototype;
  t.teardown(() => Object.assign(Dependences.prototype, { firstFor }));
  Dependences.prototype.firstFor = () => 0;
  const told = verify(await spied(program, config)).problems.map(({ kind }) => kind);
  t.ok(told.includes('order'), told.join());
});
