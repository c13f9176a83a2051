/** Errors of indices that their window computes: they name the index and its number, as the errors of tasks run one by one do. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { type Config, createRuntime } from '../../../lib/runtime/index.js';
import { onRuntime } from '../../support/on-runtime.js';

const N = 3000;

const given = (): np.NDArray => np.asarray(BigInt64Array.from({ length: N }, (_, i) => BigInt(i)));

/** Each selects by indices that it computes, of which number 2990 is the first that is outside. */
const programs: Readonly<Record<string, (x: np.NDArray, i: np.NDArray) => np.NDArray>> = {
  arithmetic: (x, i) => np.take(x, i.add(10)).add(1),
  'a scalar and a choice': (x, i) => np.take(x.add(0.5), np.where(i.less(2990), i, i.multiply(2).subtract(2980))),
  'a conversion': (x, i) => np.take(x, i.astype('float64').add(10.25).astype('int32')),
  'an operand that is repeated, and one seen backwards': (x, i) =>
    np.take(
      x,
      i
        .slice('::-1')
        .add(i.slice([10, 11]))
        .subtract(i.slice('::-1'))
        .add(i),
    ),
  'running numbers': (x) => np.take(x, np.arange(N).astype('int64').add(10)),
  'indices that are taken themselves': (x, i) => np.take(x, np.take(i, i.remainder(N)).add(10)),
  'a view of what is computed': (x, i) =>
    np
      .take(x, i.add(110).slice([-400, -99]))
      .slice(0)
      .add(np.take(x, i.add(10))),
};

async function textOf(config: Partial<Config>, program: (typeof programs)[string]): Promise<string[]> {
  const rt = createRuntime({ plans: 'kept', tier: 'block', tracing: 'off', small: 0, ...config });
  return onRuntime(rt, async () => {
    const texts: string[] = [];
    const [x, i] = [np.linspace(0, 1, N), given()];
    await rt.fence();
    for (let run = 0; run < 3; run++) {
      const error: unknown = await program(x, i)
        .data()
        .then(() => null, (caught: unknown) => caught); // biome-ignore format: one line
      t.ok(error instanceof np.IndexError, JSON.stringify(config));
      // The position of a task is told in other words the first time.
      texts.push(String(error).replace(/ \(in a kernel of \d+ fused tasks\)|; (first )?issued at.*/g, ''));
    }
    return texts;
  });
}

for (const [name, program] of Object.entries(programs)) {
  t.test(name, async (t) => {
    const plain = await textOf({ fusion: false }, program);
    t.match(plain[0], /index 30(00|10), number \d+ of the indices, is outside the 3000 elements/);
    for (const config of [{}, { device: 'js' }, { clusters: 'prefix' }, { graphs: 'on', procs: 2, inline: false }] as const)
      t.same(await textOf(config, program), plain, JSON.stringify(config));
  });
}

t.test('an array whose indices are inside stays well beside one whose are not', async (t) => {
  const rt = createRuntime({ plans: 'kept', tier: 'block', tracing: 'off', small: 0 });
  await onRuntime(rt, async () => {
    const [x, i] = [np.linspace(0, 1, N), given()];
    await rt.fence();
    for (let run = 0; run < 3; run++) {
      const [well, bad] = [np.take(x, i.remainder(N)), np.take(x, i.add(1))];
      await t.rejects(bad.data(), { message: /index 3000, number 2999 of the indices/ });
      t.equal(await well.slice(-1).item(), 1, 'its indices are computed once more, and found inside');
    }
  });
});

t.test('operands that were written since name no index', async (t) => {
  const rt = createRuntime({ plans: 'kept', tier: 'block', tracing: 'off', small: 0 });
  await onRuntime(rt, async () => {
    const [x, i] = [np.linspace(0, 1, N), given()];
    await rt.fence();
    for (let run = 0; run < 4; run++) {
      const at = i.add(1);
      const bad = np.take(x, at);
      i.addAssign(1);
      at.dispose();
      // By then the number before is the first whose index would be outside.
      await t.rejects(bad.data(), { message: /an index is outside the array/ });
      i.subtractAssign(1);
      await rt.fence();
    }
  });
});
