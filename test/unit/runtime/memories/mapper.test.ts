/** Policies of a library's own, halos of one element, and copies beside independent work. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../../../lib/array/index.js';
import { addonProblem, loadAddon } from '../../../../lib/native/index.js';
import { type Rect, rectSize } from '../../../../lib/partition/index.js';
import { type Config, ConfigError, createRuntime, Mapper, type Runtime } from '../../../../lib/runtime/public.js';
import { readLog, verify } from '../../../../lib/spy/index.js';
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

t.test('a policy changes where points run: all of them beside the last memory, where nothing is copied', async (t) => {
  class Last extends Mapper {
    override place(launch: readonly number[]): Int32Array {
      return super.place(launch).fill(this.memories - 1);
    }
  }
  const config: Partial<Config> = { ...CONFIG, spy: join(mkdtempSync(join(tmpdir(), 'maniple-mapper-')), 'log') };
  const rt = createRuntime(config, { mapper: (memories) => new Last(memories) });
  const copies = await onRuntime(rt, () => {
    stencil(rt, 3);
    return rt.stats().copies;
  });
  t.equal(copies, 0);
  const log = await readLog(config.spy ?? '');
  const memoryOf = new Map(log.flatMap((e) => (e.event === 'instance' ? [[e.instance, e.memory] as const] : [])));
  const points = log.flatMap((e) => (e.event === 'point' ? [e] : []));
  t.ok(points.length >= 12, `${points.length} points`);
  t.same([...new Set(points.flatMap((p) => p.uses.map((u) => memoryOf.get(u.instance))))], [3]);
  t.same(verify(log).problems, []);
});

const bad: Readonly<Record<string, [Partial<Pick<Mapper, 'place' | 'home' | 'extent' | 'reuse' | 'source'>>, RegExp]>> = {
  'too few memories': [
    { place: () => Int32Array.of(0, 1) },
    /place: expected an Int32Array with a memory for each of the .*got \[0,1\]/,
  ],
  'a memory that is not there': [{ place: ([n]) => new Int32Array(n).fill(4) }, /place: expected memories from 0 to 3, got 4/],
  'a home that is no number': [{ home: () => Number.NaN }, /home: expected a memory from 0 to 3/],
  'an extent without what is wanted': [
    { extent: (want: Rect) => ({ low: want.high, high: want.high }) },
    /extent: expected a box that contains/,
  ],
  'an instance that is not there': [
    { reuse: (_want: Rect, free: readonly Rect[]) => free.length },
    /reuse: expected -1, or which of/,
  ],
  'a source that has nothing': [{ source: () => 17 }, /source: expected one of the memories that have the data, .*got 17/],
};

for (const [name, [policy, message]] of Object.entries(bad)) {
  t.test(`a mapper that answers with ${name} is told so, by a typed error`, async (t) => {
    const program = (rt: Runtime): void => {
      for (let i = 0; i < 3; i++) {
        np.scope(() => {
          const x = np.asarray(values());
          return stencil(rt, 2).result.length + Number(x.add(1).sum().itemSync());
        });
      }
    };
    await t.rejects(
      on((memories) => Object.assign(new Mapper(memories), policy), program),
      { name: 'ArgumentError', message },
    );
  });
}

t.test('what is no mapper of the machine is refused at once', async (t) => {
  const tell = { message: /makes a Mapper for 4 memories, got one for 2 memories/ };
  t.throws(() => createRuntime(CONFIG, { mapper: () => new Mapper(2) }), ConfigError);
  t.throws(() => createRuntime(CONFIG, { mapper: () => new Mapper(2) }), tell);
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
