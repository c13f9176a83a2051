/** The verifier: real logs are clean, and each log that is spoilt in one place is found out. */
import t, { type Test } from 'tap';
import * as np from '../../../lib/array/index.js';
import { type LogEvent, type LogLaunch, type ProblemKind, verify } from '../../../lib/spy/index.js';
import { neededWaits, programs, spied } from '../../support/spied.js';

type Of<E extends LogEvent['event']> = Extract<LogEvent, { event: E }>;

const kinds = (log: readonly LogEvent[]): Set<ProblemKind> => new Set(verify(log).problems.map((p) => p.kind));
const all = <E extends LogEvent['event']>(log: readonly LogEvent[], event: E): Of<E>[] =>
  log.filter((e): e is Of<E> => e.event === event);
/** The log with one event replaced by others. */
const replace = (log: readonly LogEvent[], old: LogEvent, ...next: LogEvent[]): LogEvent[] =>
  log.flatMap((e) => (e === old ? next : [e]));

for (const [name, program] of Object.entries(programs)) {
  for (const fusion of [true, false]) {
    t.test(`${name}, fusion ${fusion ? 'on' : 'off'}: clean, and every wait that matters is missed`, async (t) => {
      const log = await spied(program, { fusion });
      const { problems, summary } = verify(log);
      t.same(problems, []);
      t.ok(summary.launches > 1 && summary.tasks >= summary.launches, `${summary.tasks} tasks, ${summary.launches} launches`);
      const needed = neededWaits(log);
      let mattered = 0;
      for (const [launch, least] of needed) {
        t.ok(launch.wait >= least, `launch ${launch.launch} waits for ${launch.wait}, needs ${least}`);
        for (const wait of new Set([0, least - 1, least])) {
          if (wait < 0 || wait >= launch.wait) continue;
          const found = kinds(replace(log, launch, { ...launch, wait }));
          if (wait < least) mattered++;
          if (wait < least && found.size === 0) t.fail(`launch ${launch.launch} with wait ${wait}, needs ${least}: not found`);
          if (wait === least && found.has('order'))
            t.fail(`launch ${launch.launch} with wait ${wait}, all it needs: a false alarm`);
        }
      }
      t.ok(mattered > 0, `${mattered} waits mattered`);
    });
  }
}

/** Elements of arrays whose memory is given back by hand. */
const N = 600_000;

/** A log with temporaries that get no memory, memory that is handed on, and a disposed array. */
async function rich(t: Pick<Test, 'same'>): Promise<LogEvent[]> {
  const log = await spied(async () => {
    const x = np.asarray(Float64Array.from({ length: N }, (_, i) => i));
    const y = np.scope(() => x.multiply(2).add(1).multiply(x));
    np.runtime.flush();
    x.addAssign(y);
    const z = np.take(x, [5, N - 1]).add(1);
    np.runtime.flush();
    y.dispose();
    const w = np.arange(N).multiply(x);
    await w.data();
    await z.data();
  });
  t.same(verify(log).problems, [], 'the log itself is clean');
  return log;
}

t.test('waits and numbers', async (t) => {
  const log = await rich(t);
  const launch = all(log, 'launch')[1];
  t.ok(kinds(replace(log, launch, { ...launch, wait: launch.launch })).has('cycle'), 'waits for itself');
  t.ok(kinds(replace(log, launch, { ...launch, wait: launch.launch + 1 })).has('cycle'), 'waits for the next');
  t.ok(kinds(replace(log, launch, { ...launch, launch: launch.launch + 7 })).has('cycle'), 'numbers jump');
});

t.test('tasks', async (t) => {
  const log = await rich(t);
  const [first, second] = all(log, 'launch');
  t.ok(kinds(replace(log, first)).has('task'), 'a launch is gone');
  t.ok(
    kinds(replace(log, first, { ...first, tasks: first.tasks.slice(1) })).has('eliminated'),
    'a task is gone: another needs what it makes',
  );
  t.ok(kinds(replace(log, second, { ...second, tasks: [...second.tasks, ...second.tasks] })).has('task'), 'a task runs twice');
  t.ok(kinds(replace(log, second, { ...second, tasks: first.tasks })).has('task'), 'a task of another window');
  t.ok(kinds(replace(log, first, { ...first, writes: [] })).has('task'), 'a write is gone');
  const stranger =
    all(log, 'allocate')
      .map((e) => e.root)
      .find((r) => !second.writes.includes(r)) ?? -1;
  t.ok(kinds(replace(log, second, { ...second, writes: [...second.writes, stranger] })).has('task'), 'a write too many');
});

t.test('the order of conflicting tasks', async (t) => {
  const log = await spied(async () => {
    const x = np.arange(3000);
    np.runtime.flush();
    x.addAssign(np.take(x, [7]));
    x.slice('1:').assign(x.slice(':-1'));
    await x.data();
  });
  const launches = all(log, 'launch');
  const [a, b] = launches.slice(-2);
  const swapped = log.map(
    (e): LogEvent =>
      e === a ? { ...b, launch: a.launch, wait: a.wait } : e === b ? { ...a, launch: b.launch, wait: b.wait } : e,
  );
  t.ok(kinds(swapped).has('order'), 'two launches change places');
});

t.test('fusion that is not legal', async (t) => {
  const log = await spied(
    async () => {
      const x = np.ones([3000]).multiply(np.arange(3000));
      const y = x.slice('1:').subtract(x.slice(':-1'));
      await y.data();
      await x.data();
    },
    { fusion: false },
  );
  const launches = all(log, 'launch');
  const [a, b] = launches.slice(-2);
  const joined: LogLaunch = {
    ...b,
    launch: a.launch,
    wait: a.wait,
    tasks: [...a.tasks, ...b.tasks],
    reads: [...a.reads, ...b.reads],
    writes: [...a.writes, ...b.writes],
  };
  t.ok(kinds(replace(replace(log, a), b, joined)).has('fusion'));
});

t.test('eliminated roots', async (t) => {
  const log = await rich(t);
  const window = all(log, 'window').find((w) => w.eliminated.length > 0);
  if (window === undefined) throw new Error('expected: the program has temporaries');
  t.ok(kinds(replace(log, window, { ...window, eliminated: window.eliminated.slice(1) })).has('task'), 'one is not said to be');
  const launch = all(log, 'launch').find((l) => l.tasks.includes(window.end - 1));
  if (launch === undefined) throw new Error('expected: the window has launches');
  const victims = launch.writes;
  t.ok(
    kinds(replace(log, window, { ...window, eliminated: [...window.eliminated, ...victims] })).has('eliminated'),
    'one that is written',
  );
  const without = replace(log, window, { ...window, eliminated: [...window.eliminated, ...victims] });
  t.ok(kinds(replace(without, launch, { ...launch, writes: [] })).has('eliminated'), 'one that is read later');
});

t.test('contents', async (t) => {
  const log = await rich(t);
  t.ok(kinds(replace(log, all(log, 'upload')[0])).has('unwritten'), 'nobody filled it');
  const read = all(log, 'read')[0];
  const early = kinds(replace(log, read, { ...read, completed: 0 }));
  // The log may have said before that more was complete.
  t.ok(early.has('order') || early.has('record'), 'the host read too early');
});

t.test('memory', async (t) => {
  const log = await rich(t);
  const allocations = all(log, 'allocate').filter((e) => !e.small);
  const [a, b] = allocations;
  t.ok(kinds(replace(log, b, { ...b, address: a.address })).has('memory'), 'two roots at one place');
  t.ok(kinds(replace(log, b, { ...b, address: a.address + a.bytes - 8 })).has('memory'), 'two roots overlap');
  const release = all(log, 'release').find((e) => e.lastUse > 0 && e.bytes > 0);
  if (release === undefined) throw new Error('expected: the program gives memory back');
  t.ok(kinds(replace(log, release, { ...release, lastUse: 0 })).has('memory'), 'given back too early');
  t.ok(kinds(replace(log, release)).has('leak'), 'never given back');
  const again = allocations.find((e) => e.address === release.address && log.indexOf(e) > log.indexOf(release));
  if (again === undefined) throw new Error('expected: the memory is handed on');
  t.ok(kinds(replace(log, again, { ...again, ready: 0 })).has('memory'), 'handed on too early');
  t.ok(kinds(replace(log, again)).has('memory'), 'used without any');
  const chunk = all(log, 'chunk')[0];
  t.ok(kinds(replace(log, chunk)).has('memory'), 'small roots outside chunks');
});

t.test('the end', async (t) => {
  const log = await rich(t);
  const end = all(log, 'end')[0];
  t.same(kinds(replace(log, end)), new Set(['incomplete']));
  t.same(kinds(replace(log, end, { ...end, live: end.live + 64 })), new Set(['leak']));
  t.same(kinds(replace(log, end, { ...end, reachable: [] })), new Set(['leak']));
  t.same(kinds(replace(log, end, { ...end, reachable: null })), new Set(), 'nobody watched');
});
