/** Tasks that read what their window computes through shifted views: when producers are gone through, and that bits stay those of the plain program. */
import t, { type Test } from 'tap';
import * as np from '../../../lib/array/index.js';
import { type Config, createRuntime } from '../../../lib/runtime/index.js';
import { type LogEvent, verify } from '../../../lib/spy/index.js';
import { under as gathered, type Ran } from '../../support/gathering.js';
import { onRuntime } from '../../support/on-runtime.js';
import { Draw } from '../../support/random.js';
import { seeds } from '../../support/seeds.js';
import { spied } from '../../support/spied.js';

/** As `gathered`, with shifted reads gone through. */
const under = (config: Partial<Config>, program: () => np.NDArray[]): Promise<Ran> =>
  gathered({ shifts: true, ...config }, program);

/** Launches of a program; the results are those without fusion, on every device. */
async function launches(t: Test, program: () => np.NDArray[]): Promise<number> {
  const plain = await under({ fusion: false }, program);
  const configs = [
    {},
    { device: 'js' },
    { memories: 2, grain: 1 },
    { clusters: 'prefix' },
    { procs: 1 },
    { clusters: 'optimal' },
  ];
  for (const config of configs as Partial<Config>[])
    t.same((await under(config, program)).values, plain.values, JSON.stringify(config));
  return (await under({}, program)).launches;
}

const SIDE = 30;
const grid = (): np.NDArray =>
  np
    .linspace(0, 1, SIDE * SIDE)
    .reshape([SIDE, SIDE])
    .multiply(3);

/** The mean of two neighbours, of inner points alone. */
function sweep(x: np.NDArray): np.NDArray {
  return x.slice(':-2', '1:-1').add(x.slice('2:', '1:-1')).multiply(0.5);
}

/** The mean of four neighbours. */
function wide(x: np.NDArray): np.NDArray {
  const [west, east] = [x.slice('1:-1', ':-2'), x.slice('1:-1', '2:')];
  return x.slice(':-2', '1:-1').add(x.slice('2:', '1:-1')).add(west).add(east).multiply(0.25);
}

t.test('two sweeps are one kernel', async (t) => {
  const one = await launches(t, () => [sweep(grid())]);
  t.equal(await launches(t, () => [sweep(sweep(grid()))]), one);
  t.ok((await launches(t, () => [sweep(sweep(sweep(sweep(sweep(grid())))))])) < one + 4);
  t.equal(await launches(t, () => [wide(wide(grid()))]), one + 1, 'twelve operations more take longer than a pass over memory');
});

t.test('one element, or all in another order, beside the result as it is', async (t) => {
  const N = 3000;
  const x = (): np.NDArray => np.full([N], 0.5).multiply(np.full([N], 3));
  const alone = await launches(t, () => [x().multiply(2).add(1).add(np.arange(N))]);
  const first = await launches(t, () => {
    const y = x().multiply(2);
    return [y.add(1).add(np.arange(N).add(y.slice(5)))];
  });
  t.equal(first, alone);
  const reversed = await launches(t, () => {
    const y = x().multiply(2);
    return [y.add(y.slice('::-1'))];
  });
  t.ok(reversed <= alone + 1);
});

t.test('a result that is used after all is stored from then on, one that is only held is not', async (t) => {
  const used = (): np.NDArray[] => {
    const y = sweep(grid());
    return [sweep(y), y];
  };
  await launches(t, used);
  const held: np.NDArray[] = [];
  const program = (): np.NDArray[] => {
    held.push(sweep(grid()));
    return [sweep(held[held.length - 1])];
  };
  t.equal(await launches(t, program), await launches(t, () => [sweep(grid())]));
  await onRuntime(createRuntime({ plans: 'kept', tier: 'block', small: 0, shifts: true }), async () => {
    const [x, kept] = [grid(), [] as np.NDArray[]];
    await np.runtime.fence();
    for (let run = 0; run < 3; run++) {
      const y = sweep(x);
      const z = y.slice('1:').multiply(2).subtract(y.slice(':-1'));
      kept.push(y, z);
      await z.slice('::2').add(1).data();
    }
    const again = sweep(x);
    for (const [i, y] of kept.entries()) {
      const other = i % 2 === 0 ? again : again.slice('1:').multiply(2).subtract(again.slice(':-1'));
      t.same(await y.tolist(), await other.tolist(), 'computed later');
    }
  });
});

t.test('views of other kinds: steps, reversed, transposed, one row, broadcast, a mask in between', async (t) => {
  const views: ((y: np.NDArray) => np.NDArray)[] = [
    (y) => y.slice('::2', '1::3').add(y.slice('1::2', '::3')),
    (y) => y.slice('::-1').subtract(y.slice(':', '::-1')),
    (y) => y.T.multiply(y.slice('::-1', '::-1')),
    (y) => y.slice(3).add(y.slice(':', 4)),
    (y) => y.slice(3).add(np.ones([7, SIDE])),
    (y) => np.where(y.slice('1:').greater(1), y.slice(':-1'), 0),
    (y) => y.slice('1:').subtract(y.slice(':-1')).sum({ axis: 0 }),
    (y) => y.slice('1:').subtract(y.slice(':-1')).sum(),
  ];
  for (const view of views) {
    await launches(t, () => [view(grid().multiply(grid().sum()).add(0.5).sqrt()), view(np.full([SIDE, SIDE], 3).multiply(2))]);
  }
});

t.test('what is not gone through', async (t) => {
  await launches(t, () => {
    const x = grid();
    const y = x.multiply(2).add(1);
    const z = y.slice('1:').add(y.slice(':-1'));
    x.addAssign(1);
    const after = y.slice('2:').add(y.slice(':-2'));
    return [z, after, x];
  });
  await launches(t, () => {
    const x = grid();
    const y = x.multiply(2).add(1);
    x.slice('1:').assign(y.slice(':-1'));
    return [x];
  });
  await launches(t, () => {
    const y = grid().multiply(2);
    y.slice(0).assign(7);
    return [y.slice('1:').add(y.slice(':-1'))];
  });
  const dear = await under({}, () => {
    const y = np.exp(np.sin(grid()));
    return [y.slice('1:', '1:').add(y.slice(':-1', ':-1')).add(y.slice('1:', ':-1'))];
  });
  const cheap = await under({}, () => {
    const y = grid().add(2).add(3);
    return [y.slice('1:', '1:').add(y.slice(':-1', ':-1')).add(y.slice('1:', ':-1'))];
  });
  t.equal(dear.launches, cheap.launches + 1, 'functions that take longer than a pass over memory are computed once');
});

/** Element-wise operations on shifted views of each other's results, some of which change in between. */
function random(seed: number): () => np.NDArray[] {
  return () => {
    const draw = new Draw(seed);
    const arrays = [
      grid(),
      np
        .linspace(-1, 1, SIDE * SIDE)
        .reshape([SIDE, SIDE])
        .add(0.25),
    ];
    const results: np.NDArray[] = [];
    for (let i = 0; i < 14; i++) {
      const y = arrays[draw.int(arrays.length)];
      const deed = draw.int(8);
      const [rows, columns] = y.shape;
      if (rows < 4 || columns < 4) arrays.push(grid());
      else if (deed === 0) arrays.push(y.multiply(1.5).add(draw.int(4)));
      else if (deed === 1) arrays.push(y.slice('1:', ':').subtract(y.slice(':-1', ':')).multiply(0.5));
      else if (deed === 2) arrays.push(sweep(y));
      else if (deed === 3) arrays.push(y.slice('::-1').add(y.slice(':', '::-1')));
      else if (deed === 4) y.slice(':2').assign(draw.int(5));
      else if (deed === 5) arrays.push(y.slice('::2', '1::2').add(1));
      else if (deed === 6) results.push(y.slice('1:').sum({ axis: draw.int(2) }));
      else arrays.push(sweep(y.add(i)));
    }
    return draw.chance(0.3) ? [...results, ...arrays] : [...results, arrays[arrays.length - 1]];
  };
}

t.test('random programs have the same bits', async (t) => {
  for (const seed of seeds(10)) {
    const plain = await under({ fusion: false }, random(seed));
    for (const config of [{}, { device: 'js' }, { memories: 2, grain: 1 }, { tracing: 'auto' }] as const)
      t.same((await under(config, random(seed))).values, plain.values, `seed ${seed} ${JSON.stringify(config)}`);
  }
});

t.test('the verifier takes them, and tells of one that reads what has changed', async (t) => {
  const program = async (): Promise<void> => {
    const [a, other] = [grid(), grid().add(1)];
    await np.runtime.fence();
    const y = a.multiply(2);
    other.addAssign(1);
    await y.slice('1:').add(y.slice(':-1')).data();
    await other.data();
  };
  const log = await spied(program, { shifts: true });
  t.same(verify(log).problems, []);
  const through = log.find((event) => event.event === 'launch' && event.through !== undefined);
  const way = through?.event === 'launch' ? through.through?.[0] : undefined;
  const producer = log.find((event) => event.event === 'task' && event.task === way?.[1]);
  const root = producer?.event === 'task' ? producer.args.find(({ privilege }) => privilege === 'read')?.root : undefined;
  t.not(root, undefined, 'a task reads through its producer');
  const wrong = log.map((event): LogEvent => {
    if (event.event !== 'task' || event.task !== (way?.[1] ?? 0) + 1) return event;
    return { ...event, args: event.args.map((arg) => ({ ...arg, root: root ?? 0 })) };
  });
  const told = verify(wrong).problems.map(({ message }) => message);
  t.ok(
    told.some((message) => /gathers through its producers: task \d+ changes root \d+/.test(message)),
    told.join('\n'),
  );
  for (const seed of seeds(6)) {
    const results = async (): Promise<void> => {
      for (const result of random(seed)()) await result.data();
    };
    t.same(verify(await spied(results, { small: 0, shifts: true })).problems, [], `seed ${seed}`);
  }
});

t.test('operands that are shared step after step are looked at once each', async (t) => {
  let z = np.linspace(0.1, 0.2, 300_000); // large enough to be planned at once
  for (let k = 0; k < 40; k++) z = z.multiply(z).add(z).subtract(z.multiply(0.5)); // more than 3 ** 40 ways from the last z to the first
  t.equal((await z.slice('1:').subtract(z.slice(':-1')).data()).length, 299_999);
});
