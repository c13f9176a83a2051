/** Policies of a library's own, halos of one element, and copies beside independent work. */
import t from 'tap';
import * as np from '../../../../lib/array/index.js';
import { addonProblem, loadAddon } from '../../../../lib/native/index.js';
import { type Rect, rectSize } from '../../../../lib/partition/index.js';
import { type Config, createRuntime, Mapper, type Runtime } from '../../../../lib/runtime/public.js';
import { verify } from '../../../../lib/spy/index.js';
import { onRuntime } from '../../../support/on-runtime.js';
import { spied } from '../../../support/spied.js';

const CONFIG: Partial<Config> = { device: 'js', procs: 1, memories: 4, grain: 1, tracing: 'off' };
const N = 16 * 1024;
const values = (): Float64Array => Float64Array.from({ length: N }, (_, i) => (i * 37) % 101);

const on = <T>(mapper: ((memories: number) => Mapper) | undefined, body: (rt: Runtime) => T): Promise<T> =>
  onRuntime(createRuntime(CONFIG, { mapper }), body);

/** Iterates a three-point stencil; elements copied in each iteration, and the result. */
function stencil(rt: Runtime, iterations: number): { copied: number[]; result: Float64Array } {
  let x = np.asarray(values());
  let y = np.asarray(values());
  const copied: number[] = [];
  let seen = 0;
  for (let i = 0; i < iterations; i++) {
    y.slice('1:-1').assign(x.slice(':-2').add(x.slice('2:')).multiply(0.5));
    rt.flush();
    [x, y] = [y, x];
    const bytes = rt.stats().copiedBytes ?? 0;
    copied.push((bytes - seen) / 8);
    seen = bytes;
  }
  return { copied, result: x.dataSync() as Float64Array };
}

t.test('neighbours together: halos of one element on each side, from the third iteration on (thesis 3.2.4)', async (t) => {
  const { copied } = await on(
    (memories) => new Mapper(memories),
    (rt) => stencil(rt, 8),
  );
  t.ok(copied[0] > 1000, `at first the array is spread: ${copied.join(' ')}`);
  t.same([...new Set(copied.slice(2))], [6], 'three borders, one element each way');
});

t.test("a library's own policy decides, and results do not depend on it", async (t) => {
  const asked: number[] = [];
  class Turned extends Mapper {
    override place(launch: readonly number[]): Int32Array {
      asked.push(launch[0]);
      return super.place(launch).reverse();
    }
    override home(): number {
      return this.memories - 1;
    }
    override extent(want: Rect, existing: readonly Rect[]): Rect {
      const usual = super.extent(want, existing);
      return rectSize(usual) > rectSize(want) ? usual : want;
    }
    override reuse(): number {
      return -1;
    }
  }
  const want = await on(undefined, (rt) => stencil(rt, 3).result);
  t.same(
    await on(
      (memories) => new Turned(memories),
      (rt) => stencil(rt, 3).result,
    ),
    want,
  );
  t.ok(asked.length > 0, 'it was asked where points run');
});

t.test(
  'copies do not wait for work that has nothing to do with them',
  { skip: loadAddon() === null ? (addonProblem() ?? true) : false },
  async (t) => {
    const log = await spied(
      async () => {
        const x = np.asarray(values());
        const y = np.asarray(values());
        np.runtime.flush();
        x.assign(x.multiply(3));
        np.runtime.flush();
        y.assign(y.sin());
        np.runtime.flush();
        await x.slice('::-1').add(x).data();
      },
      { ...CONFIG, device: 'cpu', procs: 2, inline: false },
    );
    t.same(verify(log).problems, []);
    const sines = log.filter(
      (e) => e.event === 'point' && e.tasks.some((k) => log.some((o) => o.event === 'task' && o.task === k && o.kind === 'sin')),
    );
    const last = Math.max(...sines.map((e) => (e.event === 'point' ? e.launch : 0)));
    const later = log.flatMap((e) => (e.event === 'copy' && e.launch > last ? [e] : []));
    t.ok(sines.length > 1 && later.length > 0, `${later.length} copies behind them`);
    for (const copy of later)
      t.ok(copy.wait < Math.min(...sines.map((e) => (e.event === 'point' ? e.launch : 0))), 'the sines need not be over');
  },
);
