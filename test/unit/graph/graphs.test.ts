/** Task graphs: order, conditions, poison, shards, launches that leave nothing. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { ArgumentError, DisposedError } from '../../../lib/base/index.js';
import { createTaskRuntime, type GraphNode, type TaskRuntime } from '../../../lib/graph/index.js';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';
import { onTaskRuntime } from '../../support/task-runtime.js';

if (loadAddon() === null) {
  t.pass(`skipped: ${addonProblem()}`);
  process.exit(0);
}

const MODULE = new URL('./support/bodies.js', import.meta.url);

t.test('every node runs once a launch, after those before it', () =>
  onTaskRuntime((rt) => {
    const order: string[] = [];
    const note = rt.register('note', (name: string) => order.push(name));
    const graph = rt.graph();
    const a = graph.task(0, note, 'a');
    const b = graph.task(0, note, 'b', [a]);
    const c = graph.task(0, note, 'c', [a]);
    graph.task(0, note, 'd', [b, c]);
    const compiled = graph.compile();
    t.equal(compiled.nodes, 4);
    t.equal(compiled.messages, 0);
    for (let launch = 0; launch < 3; launch++) {
      order.length = 0;
      compiled.launch().event.wait();
      t.equal(order.length, 4);
      t.equal(order[0], 'a');
      t.equal(order[3], 'd');
    }
  }),
);

t.test('an edge between processors is one message', () =>
  onTaskRuntime(async (rt) => {
    const memory = rt.allocate(800);
    await memory.ready.done();
    const mark = await rt.registerModule('mark', MODULE, 'mark');
    const graph = rt.graph();
    let last: GraphNode[] = [];
    for (let step = 0; step < 10; step++) {
      last = [0, 1].map((p) => graph.task(p, mark, memory.address + 8 * (2 * step + p), last));
    }
    const compiled = graph.compile();
    t.equal(compiled.messages, 18);
    await compiled.launch().event.done();
    t.same(
      [...new Float64Array(memory.view(), 0, 20)],
      Array.from({ length: 20 }, () => 1),
    );
    compiled.dispose();
  }),
);

t.test('conditions join a graph to the rest of the program', () =>
  onTaskRuntime(async (rt) => {
    const seen: string[] = [];
    const note = rt.register('note', (name: string) => seen.push(name));
    const graph = rt.graph();
    const gate = graph.precondition();
    const early = graph.postcondition([graph.task(0, note, 'early')]);
    graph.postcondition([graph.task(0, note, 'late', [gate, early])]);
    const compiled = graph.compile();
    const event = rt.userEvent();
    const { event: all, postconditions } = compiled.launch({ preconditions: [event] });
    await postconditions[0].done();
    t.same(seen, ['early']);
    t.equal(all.state, 'pending');
    event.trigger();
    await all.done();
    t.equal(postconditions[1].state, 'done');
    t.same(seen, ['early', 'late']);
    t.throws(() => compiled.launch(), /1 external preconditions \(got 0/);
  }),
);

t.test('a poisoned precondition poisons what depends on it, and nothing else', () =>
  onTaskRuntime(async (rt) => {
    let ran = 0;
    const count = rt.register('count', () => {
      ran++;
    });
    const graph = rt.graph();
    graph.postcondition([graph.task(0, count, undefined, [graph.precondition()])]);
    graph.postcondition([graph.task(0, count, undefined)]);
    const compiled = graph.compile();
    const bad = rt.userEvent();
    bad.poison(new Error('lost'));
    const { event, postconditions } = compiled.launch({ preconditions: [bad] });
    await t.rejects(event.done(), /lost/);
    t.equal(postconditions[0].state, 'poisoned');
    t.equal(postconditions[1].state, 'done');
    t.equal(ran, 1);
    await compiled.launch({ preconditions: [rt.merge([])] }).event.done();
    t.equal(ran, 3, 'the next launch is well');
  }),
);

t.test('launches are issued ahead, inside and outside of batches', () =>
  onTaskRuntime(async (rt) => {
    const seen: number[] = [];
    const note = rt.register('note', () => seen.push(seen.length));
    const graph = rt.graph();
    graph.postcondition([graph.task(0, note, undefined, [graph.precondition()])]);
    const compiled = graph.compile();
    const gate = rt.userEvent();
    const last = rt.batch(() => {
      let previous = compiled.launch({ preconditions: [gate] });
      for (let i = 1; i < 50; i++) previous = compiled.launch({ preconditions: [previous.postconditions[0]] });
      return previous.event;
    });
    gate.trigger();
    await last.done();
    t.equal(seen.length, 50);
  }),
);

t.test('copies in a graph', () =>
  onTaskRuntime(async (rt) => {
    const from = rt.allocate(32);
    const to = rt.allocate(32);
    rt.merge([from.ready, to.ready]).wait();
    let value = 0;
    const fill = rt.register('fill', () => new Uint8Array(from.view()).fill(++value));
    const read: number[] = [];
    const look = rt.register('look', () => read.push(new Uint8Array(to.view())[31]));
    const graph = rt.graph();
    graph.task(0, look, undefined, [graph.copy(from, to, {}, [graph.task(0, fill, undefined)])]);
    const compiled = graph.compile();
    for (let i = 0; i < 3; i++) await compiled.launch().event.done();
    t.same(read, [1, 2, 3]);
  }),
);

t.test('sharded graphs exchange values through conditions (Fig. 6.9)', () =>
  onTaskRuntime(async (rt) => {
    const order: string[] = [];
    const note = rt.register('note', (name: string) => order.push(name));
    const shard = (name: string) => {
      const graph = rt.graph();
      const first = graph.task(0, note, `${name}1`);
      graph.postcondition([first]);
      const second = graph.task(0, note, `${name}2`, [first, graph.precondition()]);
      graph.postcondition([second]);
      return graph.compile();
    };
    const [left, right] = [shard('l'), shard('r')];
    for (let launch = 0; launch < 20; launch++) {
      order.length = 0;
      const fromRight = rt.userEvent();
      const l = left.launch({ preconditions: [fromRight] });
      const r = right.launch({ preconditions: [l.postconditions[0]] });
      await r.postconditions[0].done();
      fromRight.trigger();
      await rt.merge([l.event, r.event]).done();
      t.ok(order.indexOf('l1') < order.indexOf('r2'));
      t.ok(order.indexOf('r1') < order.indexOf('l2'));
    }
  }),
);

t.test('a million launches leave nothing', () =>
  onTaskRuntime((rt) => {
    let ran = 0;
    const count = rt.register('count', () => {
      ran++;
    });
    const graph = rt.graph();
    graph.postcondition([graph.task(0, count, undefined, [graph.precondition()])]);
    const compiled = graph.compile();
    const empty = rt.merge([]);
    const launches = (n: number): void => {
      for (let i = 0; i < n; i += 1000) {
        const last = rt.batch(() => {
          let event = empty;
          for (let k = 0; k < 1000; k++) event = compiled.launch({ preconditions: [empty] }).event;
          return event;
        });
        last.wait();
      }
    };
    launches(20_000);
    const slots = rt.machine.slots();
    const before = process.memoryUsage().rss;
    launches(980_000);
    t.equal(ran, 1_000_000);
    t.equal(rt.machine.slots(), slots);
    t.equal(rt.live(), 0);
    t.equal(rt.bodies.pending, 1, "the graph's own body");
    t.ok(process.memoryUsage().rss - before < 64 << 20, 'resident memory grew by less than 64 bytes a launch');
    compiled.dispose();
    t.equal(rt.bodies.pending, 0);
  }, 1),
);

t.test('a runtime that was closed is collected, with what its bodies hold', async (t) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const closed = async (): Promise<WeakRef<TaskRuntime>> => {
    const rt = createTaskRuntime({ procs: 2 });
    let ran = 0;
    await rt
      .launch(
        0,
        rt.register('count', () => {
          ran++;
        }),
        undefined,
      )
      .done();
    await rt.close();
    t.equal(ran, 1);
    return new WeakRef(rt);
  };
  const runtime = await closed();
  for (let turn = 0; turn < 500 && runtime.deref() !== undefined; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
  }
  t.equal(runtime.deref(), undefined);
});

t.test('mistakes', () =>
  onTaskRuntime((rt) => {
    const body = rt.register('body', () => undefined);
    const graph = rt.graph();
    const a = graph.task(0, body, undefined);
    const b = graph.task(0, body, undefined, [a]);
    t.throws(() => rt.graph().task(0, body, undefined, [a]), /another graph/);
    graph.edge(b, a);
    t.throws(() => graph.compile(), ArgumentError);
    const good = rt.graph();
    const compiled = good.compile();
    compiled.launch().event.wait();
    t.throws(() => good.task(0, body, undefined), /was compiled/);
    compiled.dispose();
    compiled.dispose();
    t.throws(() => compiled.launch(), DisposedError);
  }),
);
