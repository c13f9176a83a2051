/** Arguments that launches may turn out not to need, and views without elements: logs of both are clean, and spoilt ones are told of. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { type LogEvent, type LogLaunch, type LogTask, verify } from '../../../lib/spy/index.js';
import { unmetReads } from '../../../lib/spy/needed.js';
import { spied } from '../../support/spied.js';

const N = 3000;

/** A task over a vector; an argument is a root, `?` for one that is optional, and `=` for the result. */
const task = (number: number, ...args: string[]): LogTask => ({
  event: 'task',
  task: number,
  kind: 'k',
  body: 'kernel',
  domain: [N],
  args: args.map((arg) => ({
    root: Number.parseInt(arg, 10),
    privilege: arg.endsWith('=') ? 'write' : 'read',
    access: 'elementwise',
    shape: [N],
    strides: [1],
    offset: 0,
    ...(arg.endsWith('?') && { optional: true }),
  })),
});

const unmet = (tasks: LogTask[], reads: number[], writes: number[]): number[] =>
  unmetReads(tasks, { reads: new Set(reads), writes: new Set(writes) }, () => N).map(({ root }) => root);

t.test('reads of a launch', async (t) => {
  const chosen = [task(0, '0', '1='), task(1, '1?', '2', '3=')];
  t.same(unmet(chosen, [2], [3]), [], 'what an optional argument is made of is as optional');
  t.same(unmet(chosen, [0], [3]), [2], 'the other argument is needed');
  t.same(unmet([task(0, '0', '1='), task(1, '1', '2', '3=')], [2], [3]), [0], 'an argument that is not optional');
  t.same(unmet(chosen, [2], [1, 3]), [0], 'contents that reach memory as well are needed');
  t.same(unmet([task(0, '0?', '1='), task(1, '1', '2=')], [], [2]), [], 'optional behind another task');
  t.same(unmet([task(0, '0', '1='), task(1, '1?', '2='), task(2, '1', '3=')], [], [2, 3]), [0], 'needed by another reader');
});

/** The only launch that runs a task of a kind. */
const launchOf = (log: readonly LogEvent[], kind: string): LogLaunch => {
  const task = log.find((e): e is LogTask => e.event === 'task' && e.kind === kind);
  const found = log.find((e): e is LogLaunch => e.event === 'launch' && task !== undefined && e.tasks.includes(task.task));
  if (found === undefined) throw new Error(`no launch of ${kind}`);
  return found;
};

t.test('a selection between equal values does not need its condition', async (t) => {
  const log = await spied(async () => {
    const [x, y] = [np.arange(N), np.arange(N).multiply(2)];
    const mask = x.greater(4);
    await mask.data();
    await y.data();
    const next = y.add(1);
    await np.where(mask, next, next).data();
  });
  const launch = launchOf(log, 'where');
  t.equal(launch.reads.length, 1, 'the kernel reads y alone');
  t.same(verify(log).problems, []);
  const idle = log.map((e) => (e === launch ? { ...launch, reads: [] } : e));
  const { problems } = verify(idle);
  t.ok(
    problems.some(({ kind, message }) => kind === 'task' && message.includes('add')),
    'y is needed whichever way the selection goes',
  );
});

t.test('a read that a selection does not stand before is needed still', async (t) => {
  const log = await spied(async () => {
    const [x, y] = [np.arange(N), np.arange(N).multiply(2)];
    await x.data();
    await y.data();
    await np.where(x.greater(4), y, 1).add(x).data();
  });
  const launch = launchOf(log, 'where');
  t.equal(launch.reads.length, 2);
  t.same(verify(log).problems, []);
  for (const reads of [[launch.reads[0]], []]) {
    const { problems } = verify(log.map((e) => (e === launch ? { ...launch, reads } : e)));
    const isFound = problems.some(({ kind }) => kind === 'task');
    const missing = log.find((e): e is LogTask => e.event === 'task' && e.kind === 'add')?.args[1].root ?? -1;
    t.equal(isFound, !reads.includes(missing), `reads ${reads}`);
  }
});

t.test('gathers without elements through producers without elements', async (t) => {
  const log = await spied(
    async () => {
      const x = np.zeros([2, 0, 3]);
      await x.data();
      const y = np.take(x.add(1), np.zeros([7], 'int64'), { axis: 2 });
      await y.data();
    },
    { device: 'js', procs: 1 },
  );
  t.ok(
    log.some((e) => e.event === 'launch' && e.through !== undefined),
    'a launch gathers through its producer',
  );
  t.same(verify(log).problems, []);
});

t.test('one value over no points, in several memories', async (t) => {
  const log = await spied(
    async () => {
      const value = np.arange(N).sum();
      await value.data();
      const none = np.broadcastTo(value, [0, 0, 3]);
      await none.multiply(2).add(none).data();
    },
    { device: 'js', procs: 1, memories: 3 },
  );
  t.ok(
    log.some((e) => e.event === 'point' && e.uses.some(({ shape, reads }) => reads && shape.length === 0)),
    'a point reads it',
  );
  t.same(verify(log).problems, []);
});
