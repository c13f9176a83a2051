/** Gathers from results that are gathered by indices which the window computes, too. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime } from '../../../lib/runtime/index.js';
import { given, indices, launches, M, N } from '../../support/gathering.js';
import { onRuntime } from '../../support/on-runtime.js';

t.test('indices that the window computes are computed where they are gathered and looked at', async (t) => {
  const few = indices(20, (k) => (k * 7) % M);
  const many = indices(M, (k) => (k * 11) % N);
  const next = await launches(t, () => [np.take(np.take(given(0).multiply(2), many().add(1).remainder(N)).add(1), few())]);
  t.equal(next, 1, 'f(x[(i[j] + 1) % n])');
  const of = (at: (i: np.NDArray) => np.NDArray) => (): np.NDArray[] => [np.take(np.take(given(0).add(1), at(many())), few())];
  t.equal(
    await launches(
      t,
      of((i) => i.subtract(i.slice(3))),
    ),
    1,
    'with an element for all',
  );
  t.equal(
    await launches(
      t,
      of((i) => i.subtract(np.arange(M, { dtype: 'int64' }))),
    ),
    1,
    'with running numbers',
  );
  t.equal(
    await launches(
      t,
      of((i) => np.where(i.less(7), i, i.subtract(1))),
    ),
    1,
    'with a choice',
  );
  const narrow = await launches(t, () => [
    np.take(np.take(given(0).sqrt(), many().astype('float64').multiply(0.5).astype('int32')), few()),
  ]);
  t.equal(narrow, 1, 'by way of other dtypes');
  await launches(t, () => {
    const at = many().add(1).remainder(N);
    return [np.take(np.take(given(0).add(1), at), few()), at];
  });
  await launches(t, () => [np.take(np.take(given(0).add(1), np.take(many(), many().remainder(M))), few())]);
  const texts = new Set<string>();
  for (const config of [{ fusion: false }, {}, { clusters: 'prefix' }, { device: 'js' }] as const) {
    await onRuntime(createRuntime({ plans: 'kept', tier: 'block', small: 0, ...config }), async () => {
      const [a, wrong, at] = [given(0), indices(M, (k) => (k === 250 ? N : k))(), few()];
      await np.runtime.fence();
      for (let run = 0; run < 3; run++) {
        const y = np.take(a.add(1), wrong.add(1));
        const error: unknown = await np.take(y, at).data().then(() => null, (caught: unknown) => caught); // biome-ignore format: one line
        t.ok(error instanceof np.IndexError, `an index that no element of the result needs: ${JSON.stringify(config)}`);
        texts.add(String(error).replace(/ \(in a kernel of \d+ fused tasks\)|;.*/g, ''));
        const beyond = np.take(np.take(a.add(1), wrong.remainder(N)), at.add(M));
        await t.rejects(beyond.data(), { message: new RegExp(`index ${M}, number 0 of the indices, is outside the ${M} `) });
      }
    });
  }
  t.same(
    [...texts],
    [`IndexError: take: index ${N + 1}, number 250 of the indices, is outside the ${N} elements that it selects from`],
  );
});
