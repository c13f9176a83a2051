/** Failures on several queues: of those that meet in a result, the first in the order of the program is its error, whichever is known first. */
import t from 'tap';
import * as np from '../../../../lib/array/index.js';
import { addonProblem, loadAddon } from '../../../../lib/native/index.js';
import { type Config, createRuntime, type Runtime } from '../../../../lib/runtime/index.js';
import { onRuntime } from '../../../support/on-runtime.js';

const skip = loadAddon() === null ? (addonProblem() ?? true) : false;
const on = <T>(config: Partial<Config>, body: (rt: Runtime) => Promise<T>): Promise<T> =>
  onRuntime(createRuntime({ tracing: 'off', plans: 'kept', ...config }), body) as Promise<T>;

type Fails = 'gather' | 'solve';
/** The error of each. */
const CODES: Readonly<Record<Fails, string>> = { gather: 'ERR_INDEX', solve: 'ERR_ARGUMENT' };
const ORDERS: readonly (readonly [Fails, Fails])[] = [
  ['gather', 'solve'],
  ['solve', 'gather'],
];

/** Data of two tasks that fail where they are told to: on an accelerator where there is one, and on the host. */
function tasks(): { readonly run: Readonly<Record<Fails, () => np.NDArray>>; readonly spoil: () => void } {
  const values = np.asarray(Float32Array.from({ length: 64 }, (_, i) => i));
  const at = np.asarray(Int32Array.from({ length: 64 }, (_, i) => i % 7));
  const matrix = np.eye(8).multiply(2);
  const right = np.ones([8]);
  const run = {
    gather: () => np.take(values, at).astype('float64').sum(),
    solve: () => np.device('cpu', () => np.linalg.solve(matrix, right).sum()),
  };
  const spoil = (): void => {
    at.assign(5000);
    matrix.assign(0);
  };
  return { run, spoil };
}

const MACHINES: Readonly<Record<string, Partial<Config>>> = {
  'one queue, of a device in JavaScript': { device: 'js', procs: 1 },
  'a played accelerator, and a host in JavaScript': { device: 'js', procs: 1, played: 1 },
  'a played accelerator, and threads': { device: 'cpu', tier: 'block', procs: 2, played: 1 },
};

for (const [name, config] of Object.entries(MACHINES)) {
  t.test(name, { skip: config.device === 'cpu' && skip }, async (t) => {
    for (const order of ORDERS) {
      for (const graphs of ['off', 'on'] as const) {
        for (const swapped of [false, true]) {
          await on({ ...config, graphs }, async (rt) => {
            const { run, spoil } = tasks();
            const both = (): np.NDArray => {
              const [a, b] = order.map((which) => run[which]());
              return swapped ? b.add(a) : a.add(b);
            };
            let result = both();
            for (let i = 0; i < 6; i++) {
              rt.flush();
              result = both();
            }
            const well = await result.item();
            t.ok(Number.isFinite(well));
            spoil();
            rt.flush();
            await t.rejects(async () => both().data(), { code: CODES[order[0]] }, `${order}, graphs ${graphs}, ${swapped}`);
            t.equal(await np.ones([4]).sum().item(), 4, 'nothing else fails');
          });
        }
      }
    }
  });

  t.test(`${name}: parts of one array`, { skip: config.device === 'cpu' && skip }, async (t) => {
    for (const order of ORDERS) {
      await on(config, async (rt) => {
        const { run, spoil } = tasks();
        spoil();
        const target = np.zeros([2]);
        rt.flush();
        order.forEach((which, i) => void target.slice(`${i}:${i + 1}`).assign(run[which]()));
        await t.rejects(async () => target.data(), { code: CODES[order[0]] }, `${order}`);
        target.assign(3);
        t.same([...(await target.data())], [3, 3], 'what overwrites all of it mends it');
      });
    }
  });

  t.test(`${name}: a failure that is known late`, { skip: config.device === 'cpu' && skip }, async (t) => {
    await on(config, async (rt) => {
      const { run, spoil } = tasks();
      spoil();
      const gathered = run.gather();
      rt.flush();
      const solved = run.solve();
      rt.flush();
      const sum = solved.add(gathered);
      rt.flush();
      await t.rejects(async () => solved.data(), { code: CODES.solve });
      await t.rejects(async () => sum.data(), { code: CODES.gather });
      await t.rejects(async () => gathered.data(), { code: CODES.gather });
    });
  });
}
