/** Shared arrays: sent to threads without a copy, read there, kept alive, read-only. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime, useRuntime } from '../../../lib/runtime/index.js';

const hasSeparateMemories = /--(memories|played|device)/.test(process.env.MANIPLE_CONFIG ?? '');
const library = new URL('../../../pack/array/index.js', import.meta.url).href;

t.test('what was shared is what was computed', async (t) => {
  const x = np.arange(10).add(1);
  const shared = await np.share(x);
  t.same([shared.dtype, shared.shape, shared.buffer.byteLength], ['float64', [10], 80]);
  x.fill(0);
  t.same([...new Float64Array(shared.buffer)], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  t.equal(await np.attach(shared).sum().item(), 55);
  t.same(await np.attach(structuredClone(shared)).slice('::3').multiply(2).tolist(), [2, 8, 14, 20]);
});

t.test('every dtype, views, numbers, nothing, and large ones', async (t) => {
  for (const dtype of ['bool', 'int8', 'uint16', 'int64', 'float32'] as const) {
    const x = np.asarray([1, 0, 1], { dtype });
    t.same(await np.attach(await np.share(x)).tolist(), await x.tolist(), dtype);
  }
  const square = np.arange(9).reshape([3, 3]);
  t.same(await np.attach(await np.share(square.T)).tolist(), await square.T.tolist());
  t.same(await np.attach(await np.share([[1], [2]])).tolist(), [[1], [2]]);
  t.equal(await np.attach(await np.share(np.asarray(7))).item(), 7);
  t.same(await np.attach(await np.share(np.zeros([0, 3]))).shape, [0, 3]);
  const large = np.arange(300_000);
  t.equal(
    await np
      .attach(await np.share(large))
      .sum()
      .item(),
    (300_000 * 299_999) / 2,
  );
});

t.test('launches read shared memory where it is', async (t) => {
  const shared = await np.share(np.ones([1000]));
  const x = np.attach(shared);
  t.equal(await x.sum().item(), 1000);
  t.throws(() => x.fill(2), { name: 'ArgumentError', message: /read-only/ });
  new Float64Array(shared.buffer)[3] = 11;
  t.equal(await np.attach(shared).sum().item(), 1010, 'an array that is attached later');
  // Separate memories have copies, which are as old as `x`.
  if (!hasSeparateMemories) t.equal(await x.slice(3).item(), 11, 'no copy was made');
});

t.test('errors of the computation reject', async (t) => {
  await t.rejects(np.share(np.take(np.ones([2]), [2])), { name: 'IndexError' });
});

t.test('workers', async (t) => {
  const program = `
    const { parentPort } = require('node:worker_threads');
    parentPort.once('message', async (shared) => {
      const np = await import('${library}');
      const x = np.attach(shared);
      parentPort.postMessage(await np.share(x.multiply(2)));
    });`;
  const shared = await np.share(np.arange(1000));
  const workers = [1, 2].map(() => new Worker(program, { eval: true }));
  const answers = workers.map((worker) => once(worker, 'message') as Promise<[np.SharedArray]>);
  for (const worker of workers) worker.postMessage(shared);
  for (const [answer] of await Promise.all(answers)) t.equal(await np.attach(answer).sum().item(), 999_000);
  for (const worker of workers) await worker.terminate();
  t.equal(await np.attach(shared).sum().item(), 499_500);
});

t.test("buffers outlive their arrays' launches, and no longer", async (t) => {
  for (let i = 0; i < 200; i++) {
    const x = np.attach(await np.share(np.full([20_000], i)));
    const sum = x.add(1).sum();
    if (i % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
    t.equal(sum.itemSync(), 20_000 * (i + 1));
  }
});

for (const config of [{ device: 'js' }, { memories: 3 }] as const) {
  t.test(`with ${JSON.stringify(config)}`, async (t) => {
    const made = createRuntime(config);
    const before = useRuntime(made);
    const shared = await np.share(np.arange(100).add(1));
    t.equal(await np.attach(shared).sum().item(), 5050);
    t.throws(() => np.attach(shared).fill(1), { message: /read-only/ });
    useRuntime(before);
    await made.close();
  });
}
