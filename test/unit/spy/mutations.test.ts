/**
 * Every kind of record and every field of a log, changed: the verifier tells it, or the log that comes of it is carried out by an
 * oracle that shares no code with the verifier, and is right. MANIPLE_TEST_RUNS asks for that many mutations of each kind in place of
 * `EACH`, MANIPLE_TEST_SEED for others.
 */
import t from 'tap';
import { loadAddon } from '../../../lib/native/index.js';
import { type LogEvent, verify } from '../../../lib/spy/index.js';
import { EVENTS, illegalField } from '../../../lib/spy/legal.js';
import { runsOf, seedOf } from '../../support/seeds.js';
import { type Mutation, mutationsOf } from '../../support/spy/mutations.js';
import { faultOf } from '../../support/spy/oracle/index.js';
import { variedLogs } from '../../support/spy/varied-logs.js';

const SEED = seedOf(4242);
const EACH = runsOf(1);
/** Of mutations that the verifier tells, every which one the oracle judges too: it must find faults of its own. */
const JUDGED = 24;

/** Kinds of records whose logs need the addon: without it nothing is compiled to graphs. */
const NATIVE: readonly string[] = ['graph', 'link', 'replay'];

/** A small generator, so that mutations are the same each time. */
function drawing(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Records of a kind that are changed in each log. */
const RECORDS = Math.max(3, EACH);

interface Found {
  readonly name: string;
  readonly mutation: Mutation;
}

/** Places of some records of each kind. */
function places(log: readonly LogEvent[], draw: (below: number) => number): number[] {
  return EVENTS.flatMap((kind) => {
    const all = [...log.keys()].filter((at) => log[at].event === kind);
    return [...drawn(all, RECORDS, draw)];
  });
}

/** Mutations of the logs, by what they change. */
function byRow(logs: ReadonlyMap<string, readonly LogEvent[]>, draw: (below: number) => number): Map<string, Found[]> {
  const rows = new Map<string, Found[]>();
  for (const [name, log] of logs) {
    for (const at of places(log, draw)) {
      for (const mutation of mutationsOf(log, at)) {
        const row = rows.get(mutation.row);
        if (row === undefined) rows.set(mutation.row, [{ name, mutation }]);
        else row.push({ name, mutation });
      }
    }
  }
  return new Map([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function* drawn<T>(all: readonly T[], count: number, draw: (below: number) => number): Generator<T> {
  const left = [...all];
  for (let i = 0; i < count && left.length > 0; i++) yield left.splice(draw(left.length), 1)[0];
}

t.test('each mutation is told, or proven redundant', { timeout: 3_600_000 }, async (t) => {
  const logs = await variedLogs();
  for (const [name, log] of logs) {
    t.same([verify(log).problems, faultOf(log)], [[], null], `${name}: the log itself is right`);
  }
  const draw = drawing(SEED);
  const rows = byRow(logs, draw);
  const redundant: string[] = [];
  const shares = new Map<string, [told: number, made: number]>();
  let [total, caught, faulty] = [0, 0, 0];
  for (const [row, all] of rows) {
    let [made, told] = [0, 0];
    for (const { name, mutation } of drawn(all, EACH, draw)) {
      const log = mutation.log();
      made++;
      const changed = log.at(mutation.at);
      const illegal = changed !== undefined && illegalField(changed) !== null;
      const found = illegal || verify(log).problems.length > 0;
      if (found) told++;
      if (illegal) continue;
      if (found && (total + made) % JUDGED > 0) continue;
      const fault = faultOf(log);
      if (found) faulty += fault === null ? 0 : 1;
      else if (fault !== null) t.fail(`seed ${SEED}: ${row}, ${name}, event ${mutation.at}: not told, but ${fault}`);
    }
    total += made;
    caught += told;
    if (told < made) redundant.push(`${row}: ${made - told} of ${made}`);
    const field = row.replace(/:.*/, '');
    const [toldBefore, madeBefore] = shares.get(field) ?? [0, 0];
    shares.set(field, [toldBefore + told, madeBefore + made]);
  }
  t.comment(`told, by record and field, of ${total} mutations ${caught}:`);
  for (const [field, [told, made]] of shares) t.comment(`${field}: ${told} of ${made}`);
  t.comment('proven redundant:');
  for (const row of redundant) t.comment(row);
  const kinds = new Set([...rows.keys()].map((row) => row.replace(/[.:].*/, '')));
  const missing = EVENTS.filter((kind) => !kinds.has(kind) && (loadAddon() !== null || !NATIVE.includes(kind)));
  t.same(missing, [], 'every kind of record is in the logs');
  t.ok(caught > 0.7 * total, `${caught} of ${total} are told`);
  t.ok(faulty > 2, `the oracle finds ${faulty} faults of its own among what is told`);
});
