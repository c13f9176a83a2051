/** The explicit model: order, poison, memory, batches, bodies of modules. */
import t from 'tap';
import { ArgumentError, DisposedError, OutOfMemoryError, TaskError } from '../../../lib/base/index.js';
import { createTaskRuntime, type Event } from '../../../lib/graph/index.js';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';
import { onTaskRuntime } from '../../support/task-runtime.js';

if (loadAddon() === null) {
  t.pass(`skipped: ${addonProblem()}`);
  process.exit(0);
}

const MODULE = new URL('./support/bodies.js', import.meta.url);

t.test('tasks run after what they wait for', () =>
  onTaskRuntime(async (rt) => {
    const seen: number[] = [];
    const note = rt.register('note', (n: number) => seen.push(n));
    const first = rt.userEvent();
    const third = rt.launch(0, note, 3, [rt.launch(0, note, 2, [first])]);
    t.equal(third.state, 'pending');
    first.trigger();
    await third.done();
    t.same(seen, [2, 3]);
    t.equal(third.state, 'done');
    t.equal(third.error, null);
    t.throws(() => first.trigger(), ArgumentError);
  }),
);

t.test('waiting blocks until it is done', () =>
  onTaskRuntime((rt) => {
    let sum = 0;
    const add = rt.register('add', (n: number) => {
      sum += n;
    });
    let last: Event = rt.merge([]);
    for (let i = 1; i <= 1000; i++) last = rt.launch(0, add, i, [last]);
    last.wait();
    t.equal(sum, 500500);
    t.equal(rt.live(), 0);
    t.equal(rt.bodies.pending, 0);
  }),
);

t.test('a failure reaches whoever depends on it, with its cause', () =>
  onTaskRuntime(async (rt) => {
    const cause = new RangeError('seven');
    let ran = false;
    const fail = rt.register('fail', () => {
      throw cause;
    });
    const after = rt.register('after', () => {
      ran = true;
    });
    const bad = rt.launch(0, fail, undefined);
    const dependent = rt.merge([rt.launch(0, after, undefined, [bad])]);
    await t.rejects(dependent.done(), TaskError);
    t.equal(dependent.state, 'poisoned');
    t.equal(dependent.error?.cause, cause);
    t.match(dependent.error?.message, /seven/);
    t.equal(ran, false);
    t.equal(rt.bodies.pending, 0, 'the call that was skipped is forgotten');
    for (let i = 0; i < 100; i++) rt.merge([]).wait();
    t.throws(() => rt.launch(0, after, undefined, [bad]).wait(), /seven/);
    rt.launch(0, after, undefined).wait();
    t.equal(ran, true, 'the runtime is well');
  }),
);

t.test('a poisoned user event', () =>
  onTaskRuntime(async (rt) => {
    const event = rt.userEvent();
    const both = rt.merge([rt.userEvent(), event]);
    event.poison(new Error('no input'));
    t.equal(both.state, 'pending', 'a merge waits for all its events');
    await t.rejects(rt.merge([event]).done(), /no input/);
  }),
);

t.test('memory and copies', () =>
  onTaskRuntime(async (rt) => {
    const from = rt.allocate(64);
    const to = rt.allocate(64);
    const fill = rt.register('fill', () => new Uint8Array(from.view()).fill(7));
    const filled = rt.launch(0, fill, undefined, [from.ready]);
    const copied = rt.copy(from, to, { fromOffset: 8, toOffset: 16, bytes: 4 }, [filled]);
    await copied.done();
    t.same([...new Uint8Array(to.view(), 15, 6)].slice(1, 5), [7, 7, 7, 7]);
    t.throws(() => rt.copy(from, to, { bytes: 65 }), ArgumentError);
    await rt.free(from, [copied]).done();
    t.throws(() => from.view(), DisposedError);
    t.throws(() => rt.free(from), DisposedError);
    rt.free(to).wait();
  }),
);

t.test('memory that cannot be had poisons what needs it', () =>
  onTaskRuntime(async (rt) => {
    const huge = rt.allocate(2 ** 52);
    await t.rejects(rt.copy(huge, huge).done(), OutOfMemoryError);
    t.throws(() => rt.allocate(-1), ArgumentError);
  }),
);

t.test('a batch is one call', () =>
  onTaskRuntime((rt) => {
    const seen: number[] = [];
    const note = rt.register('note', (n: number) => seen.push(n));
    const before = rt.userEvent();
    const last = rt.batch(() => {
      const a = rt.launch(0, note, 1, [before]);
      const b = rt.launch(0, note, 2, [a]);
      t.equal(a.state, 'pending');
      t.notOk(a.issued);
      return rt.merge([a, b]);
    });
    t.ok(last.issued);
    before.trigger();
    last.wait();
    t.same(seen, [1, 2]);
  }),
);

t.test('a batch larger than its buffer', () =>
  onTaskRuntime((rt) => {
    let count = 0;
    const step = rt.register('step', () => {
      count++;
    });
    const last = rt.batch(() => {
      let event = rt.merge([]);
      for (let i = 0; i < 20000; i++) event = rt.launch(0, step, undefined, [event]);
      return event;
    });
    last.wait();
    t.equal(count, 20000);
  }),
);

t.test('bodies of modules run on any processor', () =>
  onTaskRuntime(async (rt) => {
    const shared = rt.allocate(8 * 64);
    shared.ready.wait();
    const mark = await rt.registerModule('mark', MODULE, 'mark');
    const fail = await rt.registerModule('fail', MODULE, 'fail');
    const events = Array.from({ length: 32 }, (_, i) => rt.launch(i % 2, mark, shared.address + 8 * i));
    await rt.merge(events).done();
    t.same(
      [...new Float64Array(shared.view(), 0, 32)],
      Array.from({ length: 32 }, () => 1),
    );
    await t.rejects(rt.launch(1, fail, 5).done(), /body 5/);
    await t.rejects(rt.launch(0, fail, 6).done(), /body 6/);
    t.throws(() => rt.launch(0, mark, -1), ArgumentError);
    const missing = await rt.registerModule('missing', MODULE, 'missing');
    await t.rejects(rt.launch(1, missing, 0).done(), /exports no function 'missing'/);
  }),
);

t.test('mistakes', () =>
  onTaskRuntime(async (rt) => {
    const body = rt.register('body', () => undefined);
    t.throws(() => rt.launch(1, body, undefined), /runs on processor 0/);
    t.throws(() => rt.launch(2, body, undefined), /processors 0 … 1/);
    t.throws(() => createTaskRuntime({ procs: 0 }), ArgumentError);
    const waits = rt.register('waits', () => rt.merge([]).wait());
    await t.rejects(rt.launch(0, waits, undefined).done(), /cannot wait/);
    const promises = rt.register('promises', (async () => undefined) as () => void);
    await t.rejects(rt.launch(0, promises, undefined).done(), /returned a promise/);
    await onTaskRuntime((other) => {
      t.throws(() => rt.merge([other.merge([])]), /another runtime/);
    }, 1);
  }),
);

t.test('a closed runtime', async () => {
  const rt = createTaskRuntime({ procs: 2 });
  const never = rt.userEvent();
  const waiting = t.rejects(never.done(), DisposedError);
  await rt.close();
  await waiting;
  t.throws(() => rt.merge([]), DisposedError);
});
