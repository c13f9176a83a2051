/** Logs of several memories: good ones verify, and one whose copies, folds or waits are missing does not. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { type LogEvent, verify } from '../../../lib/spy/index.js';
import { programs, spied } from '../../support/spied.js';

// Windows are planned one by one: what is replayed waits for more than each of its launches has to.
const config = { memories: 3, grain: 1, tracing: 'off', procs: 2, tier: 'block', graphs: 'off' } as const;
const kindsOf = (log: readonly LogEvent[]): string[] => verify(log).problems.map((p) => p.kind);

/** The log with event `i` changed. */
function changed<E extends LogEvent['event']>(
  log: readonly LogEvent[],
  i: number,
  kind: E,
  how: (event: Extract<LogEvent, { event: E }>) => Extract<LogEvent, { event: E }>,
): LogEvent[] {
  return log.map((event, k) => (k === i && event.event === kind ? how(event as Extract<LogEvent, { event: E }>) : event));
}

const placesOf = (log: readonly LogEvent[], kind: LogEvent['event']): number[] =>
  log.flatMap((event, i) => (event.event === kind ? [i] : []));

for (const [name, program] of Object.entries(programs)) {
  t.test(`${name}: what is logged is right`, async (t) => {
    for (const each of [
      config,
      { ...config, device: 'js' as const, procs: 1 },
      { ...config, fusion: false, window: 5, memories: 2 },
    ]) {
      const { problems, summary } = verify(await spied(program, each));
      t.same(problems, [], JSON.stringify(summary));
      t.ok(summary.launches > 0);
    }
  });
}

t.test('a copy that brings nothing is noticed by whoever reads', async (t) => {
  let copies = 0;
  for (const name of ['writes through aliases', 'reductions', 'gathers', 'memory in a loop'] as const) {
    const log = await spied(programs[name], config);
    for (const [k, i] of placesOf(log, 'copy').entries()) {
      if (k % 6 > 0) continue;
      copies++;
      const box = log[i] as Extract<LogEvent, { event: 'copy' }>;
      if (box.low.length > 0)
        t.ok(kindsOf(changed(log, i, 'copy', (e) => ({ ...e, high: e.low }))).includes('copy'), `${name}: event ${i}`);
      t.ok(
        kindsOf(changed(log, i, 'copy', (e) => ({ ...e, from: e.to }))).includes('copy'),
        `${name}: event ${i} from elsewhere`,
      );
    }
  }
  t.ok(copies > 20, `${copies} copies`);
});

t.test('a launch that does not wait for its data is noticed', async (t) => {
  let waits = 0;
  for (const program of Object.values(programs)) {
    // On one processor and one window nothing is complete before the end, so that every wait says something.
    const log = (await spied(program, { ...config, fusion: false, inline: false })).filter((e) => e.event !== 'complete');
    if (verify(log).problems.length > 0) continue;
    for (const i of [...placesOf(log, 'copy'), ...placesOf(log, 'fold')]) {
      const event = log[i];
      if (!('wait' in event) || event.wait === 0 || waits++ % 3 > 0) continue;
      const kind = event.event as 'copy' | 'fold';
      t.ok(kindsOf(changed(log, i, kind, (e) => ({ ...e, wait: 0 }))).length > 0, JSON.stringify(event));
    }
  }
  t.ok(waits > 40, `${waits} waits`);
});

t.test('folds: each partial result, once, of the task that wrote last', async (t) => {
  const log = await spied(programs.reductions, config);
  const folds = placesOf(log, 'fold');
  t.ok(folds.length >= 2);
  const from = new Set(folds.map((i) => (log[i] as Extract<LogEvent, { event: 'fold' }>).from));
  for (const i of folds) {
    const gone = log.map(
      (event, k): LogEvent =>
        k === i && event.event === 'fold' ? { ...event, event: 'copy', to: event.into, low: [0, 0], high: [0, 0] } : event,
    );
    t.ok(kindsOf(gone).includes('copy'), 'a fold that did not happen');
    t.ok(
      kindsOf(
        changed(log, i, 'fold', (e) => ({ ...e, from: Math.min(...from) === e.from ? Math.max(...from) : Math.min(...from) })),
      ).length > 0,
    );
  }
  for (const i of placesOf(log, 'copy')) {
    const event = log[i];
    if (event.event !== 'copy' || !from.has(event.to)) continue;
    const high = [event.high[0] - 1, event.high[1]];
    t.ok(kindsOf(changed(log, i, 'copy', (e) => ({ ...e, high }))).includes('copy'), 'a partial result too few');
  }
});

t.test('folds of columns: of all rows, and of the elements that these columns are for', async (t) => {
  const log = await spied(async () => {
    const x = np
      .arange(70 * 300)
      .reshape([70, 300])
      .multiply(0.5);
    np.runtime.flush();
    await x.sum({ axis: 0 }).data();
  }, config);
  t.same(kindsOf(log), []);
  const folds = placesOf(log, 'fold');
  t.equal(folds.length, 3, 'one in each memory');
  for (const [k, i] of folds.entries()) {
    const other = log[folds[(k + 1) % folds.length]] as Extract<LogEvent, { event: 'fold' }>;
    for (const change of [{ offset: 1 }, { offset: other.offset }, { shape: [99] }, { shape: [101] }, { strides: [2] }])
      t.ok(
        kindsOf(changed(log, i, 'fold', (e) => ({ ...e, ...change }))).includes('copy'),
        `fold ${k}: ${JSON.stringify(change)}`,
      );
    t.ok(kindsOf(changed(log, i, 'fold', (e) => ({ ...e, from: other.from }))).includes('copy'), `fold ${k} of other columns`);
    t.ok(kindsOf(log.filter((_, at) => at !== i)).length > 0, `fold ${k} left out`);
  }
  const columns = placesOf(log, 'copy').filter((i) => folds.some((f) => toOf(log[i]) === fromOf(log[f])));
  t.ok(columns.length >= 9 && columns.length % 3 === 0, `${columns.length}: from each point to each memory`);
  for (const i of columns) {
    const short = (axis: number) =>
      changed(log, i, 'copy', (e) => ({ ...e, high: e.high.map((n, at) => (at === axis ? n - 1 : n)) }));
    for (const axis of [0, 1]) t.ok(kindsOf(short(axis)).includes('copy'), `copy ${i}: one less along axis ${axis}`);
  }
});

t.test('folds of runs: each run once, of all of its rows, in the memory where they are', { timeout: 300_000 }, async (t) => {
  const log = await spied(async () => {
    await np.broadcastTo(np.arange(513).multiply(0.5), [1100, 513]).sum().data();
  }, config);
  t.same(kindsOf(log), []);
  const runs = placesOf(log, 'runs');
  t.same(
    runs.map((i) => log[i]).map((e) => (e.event === 'runs' ? [e.first, e.end] : [])),
    [
      [0, 1],
      [1, 2],
    ],
  );
  const [fold] = placesOf(log, 'fold');
  const other = log[runs[1]] as Extract<LogEvent, { event: 'runs' }>;
  const isNoticed = (what: string, changes: LogEvent[]): boolean => t.ok(kindsOf(changes).length > 0, what);
  for (const change of [{ first: 1, end: 2 }, { end: 2 }, { from: other.from }, { into: other.into }, { wait: 0 }, { root: 0 }])
    isNoticed(
      `runs: ${JSON.stringify(change)}`,
      changed(log, runs[0], 'runs', (e) => ({ ...e, ...change })),
    );
  for (const i of runs) isNoticed('a run left out', log.toSpliced(i, 1));
  isNoticed(
    'the partial results of a run in place of its result',
    changed(log, fold, 'fold', (e) => ({ ...e, from: other.from })),
  );
  const copies = placesOf(log, 'copy').filter((i) => i > Math.max(...placesOf(log, 'point')));
  t.equal(copies.length, 5, 'rows of run 0 from four points, and the result of run 1');
  for (const i of copies) {
    const short = changed(log, i, 'copy', (e) => ({ ...e, high: [e.high[0] - 1, e.high[1]] }));
    isNoticed(`copy ${i}: one less`, short);
  }
});

const toOf = (event: LogEvent): number => (event.event === 'copy' ? event.to : -1);
const fromOf = (event: LogEvent): number => (event.event === 'fold' ? event.from : -2);

t.test('a point in another instance, or with other elements', async (t) => {
  const log = await spied(programs['memory in a loop'], config);
  const points = placesOf(log, 'point').filter((i) => (log[i] as Extract<LogEvent, { event: 'point' }>).uses.length > 1);
  t.ok(points.length > 20);
  for (const i of points.slice(4).filter((_, k) => k % 3 === 0)) {
    const swapped = changed(log, i, 'point', (e) => {
      const [first, second, ...rest] = e.uses;
      return { ...e, uses: [{ ...first, instance: second.instance }, { ...second, instance: first.instance }, ...rest] };
    });
    t.ok(kindsOf(swapped).length > 0, `event ${i}`);
  }
});

t.test('instances that nobody let go of, or took twice', async (t) => {
  const log = await spied(programs['memory in a loop'], config);
  const left = placesOf(log, 'leave');
  t.ok(left.length > 5);
  const last = left[left.length - 1];
  t.ok(kindsOf(log.filter((_, i) => i !== last)).includes('leak'), 'a root that died and kept its instances');
  const [made] = placesOf(log, 'instance');
  t.ok(kindsOf(log.filter((_, i) => i !== made)).includes('copy'), 'an instance that was never made');
  t.ok(kindsOf([...log.slice(0, made + 1), log[made], ...log.slice(made + 1)]).includes('record'), 'one made twice');
  const end = log.length - 1;
  t.ok(kindsOf(changed(log, end, 'end', (e) => ({ ...e, live: e.live + 64 }))).includes('leak'), 'bytes that nobody has');
});
