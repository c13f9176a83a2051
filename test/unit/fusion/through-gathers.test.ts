/** Tasks that gather from what their window computes: when producers are gone through, and that results are those of the plain program. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime } from '../../../lib/runtime/index.js';
import { type LogEvent, verify } from '../../../lib/spy/index.js';
import { given, indices, launches, M, N, under } from '../../support/gathering.js';
import { onRuntime } from '../../support/on-runtime.js';
import { Draw } from '../../support/random.js';
import { seeds } from '../../support/seeds.js';
import { spied } from '../../support/spied.js';

const x = (): np.NDArray => np.linspace(0, 1, N);
const at = (): np.NDArray => np.arange(M).multiply(7).remainder(N).astype('int64');

t.test('a result that only gathers use is computed where they gather it', async (t) => {
  const found = await launches(t, () => [np.take(x().multiply(2).add(1).sqrt(), at()).add(1)]);
  t.equal(found, 2, 'linspace is computed for its own sake: it uses its index');
  const chain = await under({}, () => [np.take(np.ones([N]).add(x()).multiply(3), at())]);
  t.ok(chain.stats.temporaries.count > 0);
});

t.test('indices from the end, several axes, values of no axis, two gathers', async (t) => {
  await launches(t, () => [np.take(x().multiply(x().sum()).add(0.5), at().subtract(M))]);
  await launches(t, () => {
    const y = x()
      .reshape([60, 50])
      .multiply(np.linspace(0, 1, 50))
      .add(1);
    return [np.take(y, [3, -1, 0], 1), y.gather([1, 2, 59], [0, -1, 4])];
  });
});

t.test('an element of an array that has more is an operand', async (t) => {
  const found = await launches(t, () => {
    const a = x().add(0.25);
    const y = np.linspace(1, 2, 50);
    const b = a.reshape([60, 50]);
    return [
      np.take(a.add(a.slice(1)), at()),
      np.take(a.multiply(a.slice(-1)).subtract(y.slice(7)), at()),
      b.add(b.slice(3, 4)).gather([1, 2, 59], [0, -1, 4]),
    ];
  });
  t.ok(found > 0);
});

t.test('what is not gone through', async (t) => {
  await launches(t, () => {
    const a = x().add(0);
    const y = a.multiply(2);
    a.addAssign(1);
    return [np.take(y, at()), a];
  });
  await launches(t, () => [np.take(x().multiply(2).cumsum(), at())]);
  const larger = await under({}, () => [np.take(x().slice(':10').add(1), np.arange(N).remainder(10).astype('int64'))]);
  t.ok(larger.launches > 1, 'more elements are gathered than computed');
});

t.test('gathers that chain: the indices of each are looked at', async (t) => {
  const few = indices(20, (k) => (k * 7) % M);
  const many = indices(M, (k) => ((k * 11) % (2 * N)) - N);
  const found = await launches(t, () => [np.take(np.take(given(0).multiply(2).sqrt(), many()).add(1), few()).multiply(3)]);
  t.equal(found, 1, 'f(x[i[j]])');
  const three = await launches(t, () => [np.take(np.take(np.take(given(0).add(1), many()), few()), indices(3, (k) => 19 - k)())]);
  t.equal(three, 1);
  const square = (): np.NDArray => indices(12, (k) => k * 3)().reshape([3, 4]);
  t.equal(await launches(t, () => [np.take(np.take(given(0).add(1), many()), square())]), 1, 'over two axes');
  const computed = await launches(t, () => [np.take(np.take(given(0).add(1), at()), few())]);
  t.ok(computed > 1, 'running numbers load nothing that holds an index against their axis');
  for (const outside of [N, -N - 1]) {
    const wrong = indices(M, (k) => (k === 250 ? outside : k));
    const texts: string[] = [];
    for (const config of [{ fusion: false }, {}, { clusters: 'prefix' }, { device: 'js' }, { memories: 2, grain: 1 }] as const) {
      await onRuntime(createRuntime({ plans: 'kept', tier: 'block', small: 0, ...config }), async () => {
        const a = given(0);
        await a.data();
        for (let run = 0; run < 3; run++) {
          const y = np.take(a.add(1), wrong());
          const z = np.take(y, few());
          const well = a.add(1).sum();
          const error = await z.data().then(
            () => null,
            (caught: unknown) => caught,
          );
          t.ok(error instanceof np.IndexError, `${outside} that no element of the result needs: ${JSON.stringify(config)}`);
          if (!('memories' in config))
            texts.push(
              String(error)
                .replace(/ \(in a kernel of \d+ fused tasks\)/, '')
                .split(';')[0],
            );
          await t.rejects(y.data(), np.IndexError);
          t.equal(await well.item(), (N * (N - 1)) / 4 + N, 'what needs neither is well');
        }
      });
    }
    t.same(new Set(texts).size, 1, 'the error is the one of the unfused program');
    t.match(texts[0], `index ${outside}, number 250 of the indices, is outside the ${N} elements`);
  }
});

t.test('folds over rows are computed for the rows that are gathered', async (t) => {
  const table = (d: number): np.NDArray =>
    given(3)
      .slice(`:${2400 - (2400 % d)}`)
      .reshape([-1, d])
      .add(0);
  for (const d of [1, 5, 8, 24]) {
    const of = indices(7, (k) => (k % 2 === 0 ? k : -k));
    const found = await launches(t, () => {
      const rows = given(3)
        .slice(':2400')
        .reshape([2400 / d, d]);
      return [np.take(rows.multiply(rows).sum(1), of()).sqrt()];
    });
    t.equal(found, 1, `rows of ${d}`);
  }
  const rooted = await launches(t, () => [np.take(table(24).sum(1).sqrt(), indices(7, (k) => k)())]);
  t.ok(rooted > 1, 'where more is computed of a fold, it is stored');
  await launches(t, () => [
    np.take(table(24).max(1), indices(5, (k) => k * 9)()),
    np.take(table(5).astype('float32').sum(1), indices(4, (k) => k)()),
  ]);
  await launches(t, () => [
    np.take(table(24).sum(0), indices(5, (k) => k)()),
    np.take(table(24).astype('int32').sum(1), indices(90, (k) => k)()),
  ]);
  const most = await launches(t, () => {
    const rows = given(3).slice(':2400').reshape([300, 8]);
    return [np.take(rows.sum(1), indices(900, (k) => k % 300)())];
  });
  t.ok(most > 1, 'rows that are gathered three times are folded once');
});

t.test('a result that is used as it is as well, in the kernel that computes it', async (t) => {
  const nearest = indices(N, (k) => (k * 7) % N);
  const summed = (): np.NDArray[] => {
    const y = given(0).multiply(2).add(1);
    return [y.sum(), np.take(y, at())];
  };
  t.equal(await launches(t, summed), 2, 'the sum, and the gather with its indices');
  const [stored, kept] = [await under({ clusters: 'prefix' }, summed), await under({}, summed)].map(
    ({ stats }) => stats.temporaries.bytes,
  );
  t.ok(kept >= stored + 8 * N, 'nothing stores the result');
  const flux = await launches(t, () => {
    const y = given(0).multiply(2);
    return [y.subtract(np.take(y, nearest()))];
  });
  t.equal(flux, 1, 'computed twice, and stored nowhere');
  const costly = await launches(t, () => {
    const y = given(0).multiply(2).exp().log1p();
    return [y.subtract(np.take(y, nearest()))];
  });
  t.equal(costly, 2, 'long functions are not computed twice');
  const apart = await launches(t, () => {
    const y = given(0).multiply(2);
    return [y.divide(y.sum()), np.take(y, nearest())];
  });
  t.ok(apart <= 3, 'a user that comes behind another has the result stored');
});

t.test('a producer that uses its index', async (t) => {
  const found = await launches(t, () => [
    np.take(
      given(0)
        .multiply(np.arange(N))
        .add(np.linspace(1, 2, N)),
      at().subtract(50),
    ),
  ]);
  t.equal(found, 1, 'running numbers are computed where they are gathered, from either end');
  const alone = await launches(t, () => [np.take(np.arange(N).multiply(2), at())]);
  t.equal(alone, 2, 'alone nothing would hold the indices against the axis');
  for (const [row, column] of [
    [60, 0],
    [-61, 3],
  ]) {
    for (const config of [{}, { fusion: false }]) {
      await onRuntime(createRuntime({ plans: 'kept', tier: 'block', small: 0, ...config }), async () => {
        const a = np.ones([60, 50]);
        await a.data();
        for (let run = 0; run < 3; run++) {
          const y = a.add(np.arange(50)).multiply(np.arange(60).reshape([60, 1]));
          await t.rejects(y.gather([1, row], [0, column]).data(), np.IndexError, `${row}, ${column}`);
        }
      });
    }
  }
});

t.test('elements are computed twice where that takes less time', async (t) => {
  const often = (times: number): np.NDArray =>
    np
      .arange(times * N)
      .multiply(7)
      .remainder(N)
      .astype('int64');
  const cheap = await launches(t, () => [np.take(given(0).multiply(2), often(2)).add(1)]);
  t.equal(cheap, 1, 'one operation twice is less than a pass over memory');
  const costly = await launches(t, () => [np.take(given(0).multiply(2).exp(), often(2)).add(1)]);
  t.equal(costly, 2, 'an exponential is not');
  const rare = await launches(t, () => [np.take(given(0).add(given(1)).multiply(given(2)), at())]);
  t.equal(rare, 1);
  const many = await launches(t, () => [np.take(given(0).add(given(1)).multiply(given(2)), often(1))]);
  t.equal(many, 2, 'three gathers of an element move more than one and a pass over memory');
});

t.test('elements of arrays that caches hold are gathered twice', async (t) => {
  const of = (megabytes: number): Promise<number> => {
    const rt = createRuntime({ tier: 'block', tracing: 'off', plans: 'kept', procs: 1, window: 1000 });
    return onRuntime(rt, async () => {
      const n = megabytes << 17;
      const [a, b, at] = [np.ones([n]), np.arange(n), np.arange(n / 4).astype('int64')];
      await rt.fence();
      for (let run = 0; ; run++) {
        const before = rt.stats().launches;
        const found = np.take(a.add(b), at);
        await rt.fence();
        if (run < 2) continue;
        t.equal(await found.slice(-1).item(), n / 4);
        return rt.stats().launches - before;
      }
    });
  };
  t.same([await of(2), await of(4), await of(8), await of(16)], [1, 1, 2, 2], 'of two, 4 and 8 MB together, but not 16 and 32');
});

t.test('a result that is used after all is stored from then on', async (t) => {
  const program = (): np.NDArray[] => {
    const y = x().multiply(2).add(1);
    return [np.take(y, at()), y];
  };
  await launches(t, program);
});

t.test('an index outside is an IndexError of the gather alone', async (t) => {
  for (const config of [{}, { fusion: false }]) {
    await onRuntime(createRuntime({ plans: 'kept', tier: 'block', ...config }), async () => {
      for (let run = 0; run < 3; run++) {
        const y = np.arange(N).add(1).multiply(2);
        await t.rejects(np.take(y, [0, N]).data(), np.IndexError);
        t.equal(await y.sum().item(), N * (N + 1));
      }
    });
  }
});

/** Chains of element-wise operations with gathers from some of their arrays, some of which change in between. */
function random(seed: number): () => np.NDArray[] {
  return () => {
    const draw = new Draw(seed);
    const arrays = [x().add(0), x().multiply(3)];
    const results: np.NDArray[] = [];
    const [few, many] = [indices(40, (k) => (k * 13) % M)(), indices(M, (k) => ((k * 11) % (2 * N)) - N)()];
    for (let i = 0; i < 16; i++) {
      const y = arrays[draw.int(arrays.length)];
      const deed = draw.int(12);
      if (deed === 0) arrays.push(y.multiply(1.5).add(draw.int(4)));
      else if (deed === 1) arrays.push(y.add(arrays[draw.int(arrays.length)]));
      else if (deed === 2) y.addAssign(1);
      else if (deed === 3) y.slice(':100').assign(draw.int(5));
      else if (deed === 4) arrays.push(y.add(np.arange(N)).multiply(np.linspace(0, 1, N)));
      else if (deed === 5)
        results.push(
          np.take(
            y.multiply(0.5),
            at()
              .remainder(7)
              .subtract(draw.int(N - 7)),
          ),
        );
      else if (deed === 6) {
        const at = draw.chance(0.5) ? many : many.add(i).remainder(N);
        results.push(np.take(np.take(y.add(i), at).multiply(2), few));
      } else if (deed === 7)
        results.push(
          np
            .take(
              y
                .reshape([N / 6, 6])
                .multiply(y.reshape([N / 6, 6]))
                .sum(1),
              few,
            )
            .add(i),
        );
      else if (deed === 8) {
        const twice = y.multiply(3);
        results.push(twice.sum(), np.take(twice, many).add(i));
      } else if (deed === 9) {
        const twice = y.add(i);
        arrays.push(twice.subtract(np.take(twice, np.arange(N).multiply(7).remainder(N).astype('int64'))));
      } else results.push(np.take(y.multiply(2).add(i), at()).add(1));
    }
    return draw.chance(0.3) ? [...results, arrays[arrays.length - 1]] : [...results, x()];
  };
}

t.test('random programs have the same bits', async (t) => {
  for (const [i, seed] of seeds(25).entries()) {
    const plain = await under({ fusion: false }, random(seed));
    // Each runtime that asks for better clusters has a solver of its own.
    const further = i % 8 === 0 ? ([{ clusters: 'optimal' }, { clusters: 'prefix' }] as const) : [];
    for (const config of [{}, { device: 'js' }, { memories: 2, grain: 1 }, ...further] as const)
      t.same((await under(config, random(seed))).values, plain.values, `seed ${seed} ${JSON.stringify(config)}`);
  }
});

t.test('the verifier takes them, and tells of one that reads what has changed', async (t) => {
  const program = async (): Promise<void> => {
    const [a, other] = [x().add(0), x().multiply(3)];
    await np.runtime.fence();
    const y = a.multiply(2);
    other.addAssign(1);
    await np.take(y, at()).data();
    await other.data();
  };
  const log = await spied(program);
  t.same(verify(log).problems, []);
  const through = log.find((event) => event.event === 'launch' && event.through !== undefined);
  const way = through?.event === 'launch' ? through.through?.[0] : undefined;
  const producer = log.find((event) => event.event === 'task' && event.task === way?.[1]);
  const root = producer?.event === 'task' ? producer.args.find(({ privilege }) => privilege === 'read')?.root : undefined;
  t.not(root, undefined, 'a task gathers through its producer');
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
    t.same(verify(await spied(results, { small: 0 })).problems, [], `seed ${seed}`);
  }
});
