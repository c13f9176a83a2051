/** What goes wrong in explicit tasks and task graphs ends in one typed error at whoever asks, and the runtime stays well. */
import t, { type Test } from 'tap';
import { OutOfMemoryError, TaskError } from '../../lib/base/index.js';
import { createTaskRuntime, type Event, type GraphNode, type TaskRuntime } from '../../lib/graph/index.js';
import { addonProblem, loadAddon } from '../../lib/native/index.js';

if (loadAddon() === null) {
  t.pass(`skipped: ${addonProblem()}`);
  process.exit(0);
}

const MODULE = new URL('../unit/graph/support/bodies.js', import.meta.url);
const PROCS = 3;

async function using(body: (rt: TaskRuntime) => Promise<void>): Promise<void> {
  const rt = createTaskRuntime({ procs: PROCS });
  try {
    await body(rt);
  } finally {
    await rt.close();
  }
}

/** Runs a graph over all processors, and waits for all workers to serve again. */
async function isWell(t: Test, rt: TaskRuntime): Promise<void> {
  const mark = await rt.registerModule('mark', MODULE, 'mark');
  const memory = rt.allocate(8 * PROCS);
  await memory.ready.done();
  const graph = rt.graph();
  let before: GraphNode[] = [];
  for (let step = 0; step < 4; step++)
    before = Array.from({ length: PROCS }, (_, p) => graph.task(p, mark, memory.address + 8 * p, before));
  const compiled = graph.compile();
  await compiled.launch().event.done();
  t.same([...new Float64Array(memory.view(), 0, PROCS)], [1, 1, 1]);
  while (rt.machine.hosts() < PROCS - 1) await new Promise((resolve) => setTimeout(resolve, 2));
  await rt.free(memory).done();
  t.equal(rt.live(), 0);
}

t.test('a body of this program that throws', (t) =>
  using(async (rt) => {
    const after: string[] = [];
    const cause = new RangeError('no such row');
    const throws = rt.register('throws', () => {
      throw cause;
    });
    const note = rt.register('note', (text: string) => after.push(text));
    const single = rt.launch(0, throws, undefined);
    await t.rejects(rt.launch(0, note, 'after a task', [single]).done(), { message: /no such row/, cause });
    t.type(single.error, TaskError);
    const graph = rt.graph();
    const bad = graph.task(0, throws, undefined);
    graph.postcondition([graph.task(0, note, 'after a node', [bad])]);
    graph.postcondition([graph.task(0, note, 'beside')]);
    const { event, postconditions } = graph.compile().launch();
    await t.rejects(event.done(), { message: /no such row/, cause });
    t.same(
      postconditions.map((p) => p.state),
      ['poisoned', 'done'],
    );
    t.same(after, ['beside']);
    await isWell(t, rt);
  }),
);

t.test('a body on a worker that throws', (t) =>
  using(async (rt) => {
    const fail = await rt.registerModule('fail', MODULE, 'fail');
    const graph = rt.graph();
    graph.task(0, fail, 8, [graph.task(2, fail, 7)]);
    const { event } = graph.compile().launch();
    await t.rejects(event.done(), TaskError);
    t.match(event.error?.message, /body 7/);
    await isWell(t, rt);
  }),
);

const KILLS = 5;

for (const how of ['launched by itself', 'in a compiled graph'] as const) {
  t.test(`a worker that is killed while it runs a body ${how}, again and again`, (t) =>
    using(async (rt) => {
      const stay = await rt.registerModule('stay', MODULE, 'stay');
      for (let round = 0; round < KILLS; round++) {
        const memory = rt.allocate(8);
        await memory.ready.done();
        const word = new Int32Array(memory.view(), 0, 1);
        word[0] = 0;
        // Not awaited yet: this thread would take the body itself.
        const compiled = (): { event: Event; after: Event } => {
          const graph = rt.graph();
          graph.postcondition([graph.task(1, stay, memory.address)]);
          const { event, postconditions } = graph.compile().launch();
          return { event, after: postconditions[0] };
        };
        const single = (): { event: Event; after: Event } => {
          const event = rt.launch(1, stay, memory.address);
          return { event, after: rt.merge([event]) };
        };
        const { event, after } = how === 'in a compiled graph' ? compiled() : single();
        while (word[0] === 0) await new Promise((resolve) => setTimeout(resolve, 1));
        await Promise.all(rt.threads.map((thread) => thread.terminate()));
        await t.rejects(event.done(), TaskError);
        t.match(event.error?.message, /the thread that ran it ended; launch it again/);
        t.equal(after.state, 'poisoned');
        await rt.free(memory).done();
        await isWell(t, rt);
      }
    }),
  );
}

t.test('memory that is refused', (t) =>
  using(async (rt) => {
    const [huge, small] = [rt.allocate(2 ** 52), rt.allocate(64)];
    const copy = rt.copy(huge, small, { bytes: 64 });
    const graph = rt.graph();
    const nothing = rt.register('nothing', () => t.fail('it ran'));
    graph.task(0, nothing, undefined);
    const { event } = graph.compile().launch({ after: [copy] });
    for (const e of [huge.ready, copy, event]) await t.rejects(e.done(), OutOfMemoryError);
    await rt
      .free(huge, [copy])
      .done()
      .catch((error: unknown) => t.type(error, OutOfMemoryError));
    await rt
      .free(small, [copy])
      .done()
      .catch((error: unknown) => t.type(error, OutOfMemoryError));
    await isWell(t, rt);
  }),
);
