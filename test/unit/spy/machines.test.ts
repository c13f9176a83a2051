/** Logs of machines with accelerators: right ones have no problems, and each kind of mistake is found. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { type LogEvent, verify } from '../../../lib/spy/index.js';
import { spied } from '../../support/spied.js';

const FIRST = 2 ** 44;

async function program(): Promise<void> {
  const x = np.asarray(Float32Array.from({ length: 600 }, (_, i) => i % 7)).reshape([20, 30]);
  const y = np.device('gpu0', () => x.multiply(x).add(x));
  const z = np.device('cpu', () => y.add(1));
  y.slice('2:9, 3:4').assign(np.device('gpu1', () => z.slice('2:9, 3:4').multiply(2)));
  const w = np.device('gpu0', () => y.add(z));
  y.assign(0);
  await w.slice('1:5').data();
  await np.device('cpu', () => y.add(w)).data();
  np.device('gpu0', () => w.add(1))
    .max()
    .itemSync();
  // An array with parts on the host and on a device: brought behind the launches, and, where the last one is over, as the thread waits.
  const parts = np.device('cpu', () => x.add(2));
  np.device('gpu0', () => void parts.slice('2:9').assign(w.slice('2:9')));
  parts.dataSync();
  np.device('cpu', () => void parts.slice('12:13').assign(0));
  np.runtime.flush();
  parts.dataSync();
}

const log = await spied(program, { device: 'js', procs: 1, played: 2 });
const problems = (events: readonly LogEvent[]): string[] => verify(events).problems.map(({ kind }) => kind);

t.test('a log of what happened has no problems', async (t) => {
  t.same(verify(log).problems, []);
  const queues = new Set(log.flatMap((event) => ('launch' in event ? [Math.floor((event.launch ?? 0) / FIRST)] : [])));
  t.same([...queues].sort(), [0, 1, 2], 'launches of three queues');
  t.ok(
    log.some((event) => event.event === 'copy' && (event.follows?.length ?? 0) > 0),
    'copies follow launches of other queues',
  );
  t.ok(
    log.some((event) => event.event === 'point' && event.launch < FIRST && (event.follows?.length ?? 0) > 0),
    'and are followed',
  );
});

t.test('a copy between devices that is not made', async (t) => {
  log.forEach((event, i) => {
    if (event.event === 'copy') t.ok(problems(log.filter((_, k) => k !== i)).includes('copy'), JSON.stringify(event));
  });
});

t.test('a launch that does not follow another queue', async (t) => {
  const patient = log.filter((event) => event.event !== 'complete' || event.launch < FIRST);
  let found = 0;
  patient.forEach((event, i) => {
    if (event.event !== 'point' && event.event !== 'copy') return;
    if (event.follows === undefined || event.follows.length === 0) return;
    const hasty = patient.map((other, k) => (k === i ? { ...event, follows: [] } : other));
    if (problems(hasty).includes('copy')) found++;
  });
  t.ok(found >= 3, `${found} are found by what they would use too early`);
});

t.test('the host reads what a transfer has not brought', async (t) => {
  const hasty = log.filter((event) => event.event !== 'complete');
  t.ok(problems(hasty).includes('copy'));
});

t.test('a launch that reads for the host finds the contents of the call', async (t) => {
  const at = log.findIndex((event) => event.event === 'read' && event.launch !== undefined);
  const read = log[at];
  t.ok(read?.event === 'read' && read.launch !== undefined && read.launch > FIRST, 'a read that nobody waits for');
  if (read?.event !== 'read') return;
  const [piece] = read.pieces ?? [];
  const other = log.find((event) => event.event === 'instance' && event.instance !== piece.instance && event.memory === 2);
  const astray = other?.event === 'instance' ? { ...read, pieces: [{ ...piece, instance: other.instance }] } : read;
  t.ok(problems(log.map((event, i) => (i === at ? astray : event))).includes('copy'), 'in the wrong instance');
  const writer = log.findLastIndex(
    (event, i) => i < at && event.event === 'point' && event.uses.some((use) => use.writes && use.instance === piece.instance),
  );
  const soon = log.filter((_, i) => i !== at);
  soon.splice(writer, 0, read);
  t.ok(problems(soon).length > 0, 'before its writer');
});

t.test('launches of a queue come in order, and once', async (t) => {
  const swapped = log.map((event) =>
    event.event === 'point' && event.launch > FIRST ? { ...event, launch: event.launch + 5 } : event,
  );
  t.ok(problems(swapped).includes('cycle'));
});

t.test('a point uses instances of its memory', async (t) => {
  const host = new Set(log.flatMap((event) => (event.event === 'instance' && event.memory === 0 ? [event.instance] : [])));
  const [other] = host;
  const astray = log.map((event) =>
    event.event === 'point' && event.launch > FIRST
      ? { ...event, uses: event.uses.map((use, k) => (k === 0 ? { ...use, instance: other } : use)) }
      : event,
  );
  t.ok(problems(astray).length > 0);
});

t.test('arrays that leave a full memory while another is brought home', async (t) => {
  const evicting = async (): Promise<void> => {
    const floats = (shape: number[]): np.NDArray =>
      np.asarray(Float32Array.from({ length: 4800 }, (_, i) => i % 13)).reshape(shape);
    const table = np.device('cpu', () => floats([80, 60]).add(0));
    np.runtime.flush();
    np.device('gpu0', () => table.addAssign(1));
    np.runtime.flush();
    const other = floats([4800]).to('gpu0');
    np.device('gpu0', () => other.addAssign(1));
    np.runtime.flush();
    // Packing the box takes memory, so that the other array has to leave, between the copy's place in the order and its launch.
    const box = np.device('cpu', () => table.slice(':', '3:40').multiply(2));
    const again = np.device('cpu', () => box.add(table.slice(':', '3:40')));
    t.equal((await again.data())[37], 3 * ((63 % 13) + 1));
    t.equal((await other.data())[20], 8);
    t.ok((np.runtime.stats().evicted?.arrays ?? 0) > 0);
  };
  t.same(verify(await spied(evicting, { device: 'js', procs: 1, played: 1, small: 64, deviceMemory: 42_000 })).problems, []);
});

t.test('memory of a queue that has completed nothing goes back to the system', async (t) => {
  const last = log.findIndex((event) => event.event === 'end');
  const unused = { event: 'free', address: 2 ** 40, bytes: 64, completed: 0 } as const;
  t.same(problems(log.toSpliced(last, 0, unused)), []);
  const found = log.filter((event) => {
    if (event.event !== 'chunk') return false;
    const early = { event: 'free', address: event.address, bytes: event.bytes, completed: 0 } as const;
    return problems(log.toSpliced(last, 0, early)).includes('memory');
  });
  t.ok(found.length > 0, 'but not memory that launches use');
});
