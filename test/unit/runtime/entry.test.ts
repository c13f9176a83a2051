/** Runtimes whose calls were interrupted: results that were being computed say so, and what comes later is right. */
import vm from 'node:vm';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime, type Runtime, useRuntime } from '../../../lib/runtime/index.js';
import { defineKind, float64 } from '../../../lib/runtime/public.js';
import { atDepth, whileUnwinding } from '../../support/interrupt.js';

const right = (): number => np.arange(10).add(1).sum().itemSync() as number;

/** What a reader gets, by name if it is an error. */
function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error instanceof Error ? error.name : error;
  }
}

t.test('a timeout of the engine within a flush', async (t) => {
  const context = vm.createContext({ np });
  const loop = 'let x = np.ones([1000]); for (;;) { x = x.multiply(0.5).add(1); x.sum().itemSync() }';
  for (let k = 0; k < 5; k++) {
    t.throws(() => vm.runInContext(`{ ${loop} }`, context, { timeout: 20 }), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });
    t.equal(right(), 55);
  }
});

t.test('a stack that overflows within a flush', async (t) => {
  const y = np.ones([1000]).multiply(2).add(1);
  whileUnwinding(() => y.slice(0).itemSync());
  t.ok([3, 'InterruptedError'].includes(outcome(() => y.slice(0).itemSync()) as number));
  t.equal(right(), 55);
  for (let room = 0; room < 300; room += 3) {
    const z = np.ones([1000]).multiply(2).add(1);
    atDepth(() => z.sum().itemSync(), room);
    t.ok([3000, 'InterruptedError'].includes(outcome(() => z.sum().itemSync()) as number), `room for ${room}`);
    if (right() !== 55) t.fail(`after room for ${room}`);
  }
});

t.test('what is computed from lost contents is lost, and can be overwritten', async (t) => {
  for (let room = 0; room < 300; room += 10) {
    const z = np.ones([50]);
    z.dataSync();
    atDepth(() => z.addAssign(1).dataSync(), room);
    const found = outcome(() => z.sum().itemSync());
    t.ok([50, 100, 'InterruptedError'].includes(found as number));
    t.equal(
      outcome(() => z.add(1).sum().itemSync()),
      typeof found === 'number' ? found + 50 : found,
    );
    z.assign(np.full([50], 3));
    t.equal(z.sum().itemSync(), 150);
  }
});

t.test('calls from a body', async (t) => {
  const rt: Runtime = createRuntime({ device: 'js' });
  const before = useRuntime(rt);
  t.teardown(async () => {
    useRuntime(before);
    await rt.close();
  });
  const seen: unknown[] = [];
  const ready = np.ones([4]);
  ready.dataSync();
  const waits = np.ones([4]).add(1);
  const kind = defineKind({
    name: 'nosy',
    args: [{ privilege: 'write', access: 'whole' }],
    body: {
      kind: 'js',
      run: ([out]) => {
        seen.push(
          outcome(() => ready.dataSync()[0]),
          outcome(() => ready.sum().itemSync()),
        );
        (out.data as Float64Array).fill(7);
      },
    },
  });
  const out = rt.create(float64, [4]);
  rt.launch(kind, [4], [out]);
  t.same(rt.readSync(out), [7, 7, 7, 7]);
  t.same(seen, [1, 'TaskError'], 'what is computed can be read, and nothing can be computed');
  t.equal(waits.sum().itemSync(), 8);
  t.equal(right(), 55);
});
