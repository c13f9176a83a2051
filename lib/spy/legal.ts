/** Which fields the records of a log have, and of which kinds. */
import { LOG_VERSION, type LogEvent } from './log.js';

type Check = (value: unknown) => boolean;

const count: Check = (x) => typeof x === 'number' && Number.isSafeInteger(x) && x >= 0;
const integer: Check = (x) => Number.isSafeInteger(x);
const text: Check = (x) => typeof x === 'string';
const flag: Check = (x) => typeof x === 'boolean';
const oneOf =
  (...names: string[]): Check =>
  (x) =>
    typeof x === 'string' && names.includes(x);
const listOf =
  (check: Check): Check =>
  (x) =>
    Array.isArray(x) && x.every(check);
export const isObject = (x: unknown): x is Record<string, unknown> => typeof x === 'object' && x !== null && !Array.isArray(x);
const object =
  (fields: Record<string, Check>): Check =>
  (x) =>
    isObject(x) && wrongField(fields, x) === null;

const view = { shape: listOf(count), strides: listOf(integer), offset: count };
const arg = object({
  root: count,
  privilege: oneOf('read', 'write', 'readwrite', 'reduce'),
  access: oneOf('elementwise', 'whole', 'full', 'rows', 'columns', 'bins'),
  optional: (x) => x === undefined || x === true,
  ...view,
});
const counts = listOf(count);
const pair: Check = (x) => counts(x) && (x as number[]).length === 2;

const integers = listOf(integer);
const piece = { instance: count, low: integers, high: integers };
const use = object({
  root: count,
  instance: count,
  reads: flag,
  writes: flag,
  rows: (x) => x === null || pair(x),
  low: (x) => x === undefined || integers(x),
  high: (x) => x === undefined || integers(x),
  ...view,
});

const box = object({ low: integers, high: integers });
const node = object({
  step: count,
  kind: (x) => x === undefined || oneOf('point', 'copy', 'runs', 'fold')(x),
  processor: count,
  from: count,
  to: count,
  finishes: flag,
  boxes: listOf((x) => x === null || box(x)),
});
const gate: Check = (x) => integers(x) && (x as number[]).length === 2 && (x as number[])[0] >= -1;

const follows: Check = (x) => x === undefined || counts(x);

/** Every event's fields. */
const events: { readonly [E in LogEvent['event']]: Record<string, Check> } = {
  begin: { version: (x) => x === LOG_VERSION, device: text, procs: count, fusion: flag, memories: count, hosts: count },
  root: { root: count, dtype: text, shape: counts },
  task: {
    task: count,
    kind: text,
    body: oneOf('kernel', 'js', 'c', 'function', 'native'),
    domain: counts,
    args: listOf(arg),
    index: (x) => x === undefined || flag(x),
  },
  window: { first: count, end: count, eliminated: counts },
  failed: { first: count, end: count },
  launch: {
    launch: count,
    wait: count,
    tasks: counts,
    through: (x) => x === undefined || listOf(counts)(x),
    reads: counts,
    writes: counts,
    scratch: listOf(pair),
  },
  graph: { graph: count, sizes: counts, nodes: (x) => x === null || listOf(node)(x), edges: listOf(pair) },
  link: { link: count, gates: listOf(gate) },
  replay: { graph: count, launch: count, wait: count, link: count },
  allocate: { root: count, address: count, bytes: count, ready: count, small: flag },
  release: { root: count, address: count, bytes: count, lastUse: count },
  chunk: { address: count, bytes: count, ready: count },
  chunkRelease: { address: count, bytes: count, lastUse: count },
  free: { address: count, bytes: count, completed: count },
  upload: { root: count, completed: count, instance: (x) => x === undefined || count(x) },
  read: {
    root: count,
    completed: count,
    pieces: (x) => x === undefined || listOf(object(piece))(x),
    launch: (x) => x === undefined || count(x),
    follows,
    ...view,
  },
  instance: { memory: count, address: count, bytes: count, ready: count, small: (x) => x === undefined || x === true, ...piece },
  instanceFree: { instance: count, address: count, bytes: count, lastUse: count },
  point: { launch: count, wait: count, follows, tasks: counts, from: count, to: count, uses: listOf(use), scratch: listOf(pair) },
  copy: { launch: count, wait: count, follows, from: count, to: count, low: integers, high: integers },
  runs: { launch: count, wait: count, follows, root: count, from: count, into: count, first: count, end: count },
  fold: { launch: count, wait: count, follows, root: count, from: count, into: count, ...view },
  complete: { launch: count },
  leave: { root: count },
  end: { live: count, reachable: (x) => x === null || counts(x) },
};

export const EVENTS: readonly string[] = Object.keys(events);

export function isEvent(name: string): name is LogEvent['event'] {
  return Object.hasOwn(events, name);
}

/** The first field of a record that is missing or of a wrong kind; null for none. */
export function illegalField(event: LogEvent): string | null {
  return wrongField(events[event.event], event as unknown as Record<string, unknown>);
}

function wrongField(fields: Record<string, Check>, value: Record<string, unknown>): string | null {
  for (const [name, check] of Object.entries(fields)) if (!check(value[name])) return name;
  return null;
}
