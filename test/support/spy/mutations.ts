/**
 * Mutations of logs, made from the records themselves: every kind of record is left out, written twice and exchanged with the next of
 * its kind, and every field of it, at any depth, is changed by one, exchanged, emptied, cut, doubled, reversed or left out.
 */
import type { LogEvent } from '../../../lib/spy/index.js';

export interface Mutation {
  /** The record and field, and what becomes of it: `graph.nodes[].from: one more`. */
  readonly row: string;
  /** The record's place in its log. */
  readonly at: number;
  readonly log: () => LogEvent[];
}

type Json = unknown;

/** Words that a field may have, for exchanging. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  body: ['kernel', 'js', 'c', 'function', 'native'],
  privilege: ['read', 'write', 'readwrite', 'reduce'],
  access: ['elementwise', 'whole', 'full', 'rows', 'columns', 'bins'],
  split: ['columns', 'rows'],
  dtype: ['float64', 'float32', 'uint8'],
  'nodes[].kind': ['point', 'copy', 'runs', 'fold'],
};
/** Fields that a record may have or not, with a value for each that has none. */
const OPTIONAL: Readonly<Record<string, Json>> = { 'launch.split': 'columns', 'upload.instance': 0, 'read.pieces': [] };

/** All mutations of one record. */
export function* mutationsOf(log: readonly LogEvent[], at: number): Generator<Mutation> {
  const record = log[at];
  const kind = record.event;
  const text = JSON.stringify(record);
  yield { row: `${kind}: left out`, at, log: () => log.filter((_, i) => i !== at) };
  yield { row: `${kind}: written twice`, at, log: () => [...log.slice(0, at + 1), record, ...log.slice(at + 1)] };
  const next = log.findIndex((e, i) => i > at && e.event === kind && JSON.stringify(e) !== text);
  if (next > 0) yield { row: `${kind}: exchanged with the next`, at, log: () => log.with(at, log[next]).with(next, record) };
  const other = next > 0 ? fieldsOf(log[next]) : {};
  const fields = fieldsOf(record);
  for (const [field, value] of Object.entries(OPTIONAL)) {
    const [event, name] = field.split('.');
    if (event === kind && fields[name] === undefined) fields[name] = ABSENT(value);
  }
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'event' || value === undefined) continue;
    for (const { path, how, value: changed } of changes(`${kind}.${name}`, value, other[name])) {
      const edited = { ...record, [name]: changed } as LogEvent;
      if (JSON.stringify(edited) !== text) yield { row: `${path}: ${how}`, at, log: () => log.with(at, edited) };
    }
  }
}

interface Change {
  readonly path: string;
  readonly how: string;
  readonly value: Json;
}

/** A field that a record does not have, with a value that it might. */
class Absent {
  readonly value: Json;

  constructor(value: Json) {
    this.value = value;
  }
}
const ABSENT = (value: Json): Json => new Absent(value);

function fieldsOf(value: object): Record<string, Json> {
  return { ...value } as Record<string, Json>;
}

/** Changed versions of a value; `theirs` is that of another record, or item, of the kind. */
function* changes(path: string, value: Json, theirs: Json): Generator<Change> {
  const as = (how: string, changed: Json): Change => ({ path, how, value: changed });
  if (value instanceof Absent) return yield as('put in', value.value);
  if (value === null || (path in OPTIONAL && value !== undefined)) yield as('left out', undefined);
  if (theirs !== undefined && typeof value !== 'object') yield as('that of another', theirs);
  if (typeof value === 'number') {
    yield as('one more', value + 1);
    if (value !== 0) yield as('one less', value - 1);
    if (value > 1) yield as('zero', 0);
  } else if (typeof value === 'boolean') yield as('turned', !value);
  else if (typeof value === 'string') {
    const words = Object.entries(WORDS).find(([name]) => path.endsWith(`.${name}`))?.[1] ?? ['another'];
    for (const word of words) if (word !== value) yield as('another word', word);
  } else if (Array.isArray(value)) yield* listChanges(path, value);
  else if (value !== null && typeof value === 'object') {
    const others = theirs !== null && typeof theirs === 'object' ? fieldsOf(theirs) : {};
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue;
      for (const c of changes(`${path}.${name}`, field, others[name])) yield { ...c, value: { ...value, [name]: c.value } };
    }
  }
}

function* listChanges(path: string, list: readonly Json[]): Generator<Change> {
  const as = (how: string, value: Json): Change => ({ path, how, value });
  yield as('left out', null);
  if (list.length === 0) return;
  yield as('emptied', []);
  if (list.length > 1) {
    for (const i of new Set([0, list.length >> 1, list.length - 1])) yield as('one left out', list.toSpliced(i, 1));
    yield as('reversed', list.toReversed());
    if (list.length > 2) yield as('two exchanged', [list[1], list[0], ...list.slice(2)]);
  }
  yield as('one doubled', [...list, list[list.length - 1]]);
  for (const i of new Set([0, list.length >> 1, list.length - 1])) {
    const theirs = list.length > 1 ? list[(i + 1) % list.length] : undefined;
    for (const c of changes(`${path}[]`, list[i], theirs)) yield { ...c, value: list.with(i, c.value) };
  }
}
