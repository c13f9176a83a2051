/** Separate memories: what is copied between them, and that errors, bodies and memory behave as with one. */
import t from 'tap';
import * as np from '../../../../lib/array/index.js';
import { ConfigError, IndexError, OutOfMemoryError, TaskError } from '../../../../lib/base/index.js';
import { loadAddon } from '../../../../lib/native/index.js';
import { type Config, createRuntime, parseConfig, type Runtime } from '../../../../lib/runtime/index.js';
import { defineKind } from '../../../../lib/task/index.js';
import { FROM_X_TO_Y } from '../../../support/kinds.js';
import { onRuntime } from '../../../support/on-runtime.js';

/** Those that there are. */
const devices = loadAddon() === null ? (['js'] as const) : (['js', 'cpu'] as const);
const THREE: Partial<Config> = { device: 'js', procs: 1, memories: 3, grain: 1, tracing: 'off' };

const on = <T>(config: Partial<Config>, body: (rt: Runtime) => T): Promise<T> => onRuntime(createRuntime(config), body);

const values = (n: number): Float64Array => Float64Array.from({ length: n }, (_, i) => ((i * 37) % 101) - 50);
const ROW = 1024;

/** Counts the copies of each iteration of a stencil over rows that alternates between two arrays. */
function stencil(rt: Runtime, iterations: number): { copies: number; rows: number }[] {
  let x = np.asarray(values(32 * ROW)).reshape([32, ROW]);
  let y = np.asarray(values(32 * ROW)).reshape([32, ROW]);
  const counts: { copies: number; rows: number }[] = [];
  let seen = { copies: 0, copiedBytes: 0 };
  for (let i = 0; i < iterations; i++) {
    y.slice('1:-1').assign(x.slice(':-2').add(x.slice('2:')).multiply(0.5));
    rt.flush();
    [x, y] = [y, x];
    const { copies = 0, copiedBytes = 0 } = rt.stats();
    counts.push({ copies: copies - seen.copies, rows: (copiedBytes - seen.copiedBytes) / (8 * ROW) });
    seen = { copies, copiedBytes };
  }
  return counts;
}

t.test('a stencil copies one row to each neighbour from the third iteration on (thesis 3.2.3)', async (t) => {
  const counts = await on(THREE, (rt) => stencil(rt, 8));
  t.ok(counts[0].rows > 4, 'at first rows are spread over the memories');
  for (const count of counts.slice(2)) t.same(count, { copies: 4, rows: 4 });
});

t.test('arrays that are cut alike stay where they are', async (t) => {
  const rows = await on(THREE, (rt) => {
    let x = np.asarray(values(30 * ROW)).reshape([30, ROW]);
    const copied: number[] = [];
    for (let i = 0; i < 4; i++) {
      x = x.add(1).max({ axis: 1, keepdims: true }).add(x);
      rt.flush();
      copied.push((rt.stats().copiedBytes ?? 0) / (8 * ROW));
    }
    return copied;
  });
  t.same(rows, [20, 20, 20, 20], 'two thirds of the rows left the first memory, once');
});

t.test('with one memory nothing is copied, and nothing said of it', async (t) => {
  const stats = await on({ ...THREE, memories: 1 }, (rt) => {
    np.asarray(values(5000)).add(1).dataSync();
    return rt.stats();
  });
  t.notOk('copies' in stats);
});

t.test('results have the same bits as with one memory', async (t) => {
  const program = (): (number | bigint)[][] => {
    const x = np.asarray(values(60 * 100)).reshape([60, 100]);
    const a = x.sin().add(x.T.reshape([60, 100]));
    a.slice('5:20').assign(a.slice('30:45').multiply(0.1));
    a.slice(':', '::2').assign(a.slice(':', '1::2'));
    const picked = np.take(a, np.asarray(BigInt64Array.of(3n, 59n, 0n, -1n)), { axis: 0 });
    const results = [a, picked, a.sum(), a.sum({ axis: 0 }), a.sum({ axis: 1 }), a.T.max({ axis: 0 }), a.argmax({ axis: 1 })];
    return results.map((r) => Array.from(r.dataSync() as Iterable<number | bigint>));
  };
  for (const device of devices) {
    const config: Partial<Config> = { device, tier: 'block', procs: 2, grain: 64, tracing: 'off' };
    const expected = await on(config, program);
    for (const memories of [2, 3, 5])
      t.same(await on({ ...config, memories }, program), expected, `${device}, ${memories} memories`);
  }
});

const SCAN = defineKind({
  name: 'scan',
  args: FROM_X_TO_Y,
  body: {
    kind: 'js',
    run: ([x, y]) => {
      let sum = 0;
      for (let i = 0; i < x.shape[0]; i++) {
        sum += Number(x.data[x.offset + i * x.strides[0]]);
        y.data[y.offset + i * y.strides[0]] = sum;
      }
    },
  },
});
const THROWS = defineKind({
  name: 'throws',
  args: [{ privilege: 'write', access: 'elementwise' }],
  body: {
    kind: 'js',
    run: () => {
      throw new Error('no');
    },
  },
});

t.test('a JavaScript body sees what other memories computed, and they see what it wrote', async (t) => {
  const n = 5000;
  const got = await on(THREE, (rt) => {
    const x = np.asarray(values(n)).add(1);
    const y = np.zeros([n]);
    rt.launch(SCAN, [n], [x, y]);
    return Array.from(y.multiply(2).dataSync() as Float64Array);
  });
  let sum = 0;
  t.same(
    got,
    Array.from(values(n), (v) => 2 * (sum += v + 1)),
  );
});

t.test('errors reach readers, and what was computed from failed results', async (t) => {
  await on(THREE, (rt) => {
    const x = np.asarray(values(5000));
    const bad = np.take(x, np.asarray(BigInt64Array.from({ length: 5000 }, (_, i) => BigInt(i === 10 ? 5000 : i))));
    t.throws(() => bad.add(1).dataSync(), IndexError, 'of the first point of three');
    const failed = np.zeros([5000]);
    rt.launch(THROWS, [5000], [failed]);
    t.throws(() => failed.add(x).dataSync(), TaskError);
    t.same(
      x.add(1).dataSync(),
      values(5000).map((v) => v + 1),
    );
  });
});

t.test('memory that is refused is a typed error, after which others work', async (t) => {
  for (const device of devices) {
    await on({ ...THREE, device, tier: 'block', grain: 16384 }, () => {
      const huge = np.ones([2 ** 44]);
      t.throws(() => huge.slice('0:4').dataSync(), OutOfMemoryError);
      t.same(np.ones([4]).add(1).dataSync(), [2, 2, 2, 2]);
    });
  }
});

t.test('instances of dead arrays are used again', async (t) => {
  const { live } = await on(THREE, (rt) => {
    let x = np.asarray(values(2000));
    for (let i = 0; i < 6000; i++) {
      x = x.add(1);
      if (i % 8 === 0) rt.flush();
    }
    return rt.stats().memory;
  });
  t.ok(live < 90e6, `${live} bytes live of ${6000 * 16000} that were made`);
});

t.test('the setting', async (t) => {
  t.same(parseConfig('--memories 3'), { memories: 3 });
  t.throws(() => parseConfig('--memories 0'), ConfigError);
});
