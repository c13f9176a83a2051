/** A profile as its page, its trace events and its advice read it: events in columns, and tables made of them. */
import type { Group, Recorder, Span } from '../../profile/index.js';
import { AWAITED, awaitedOf } from './awaited.js';
import { nameOf, placesOf, type Ran, ranOf, type Stretch } from './events.js';
import { type LineRow, linesOf } from './lines.js';

export interface ProfileData {
  readonly program: string;
  /** Version of the library and of Node, processors, device. */
  readonly facts: readonly string[];
  readonly milliseconds: number;
  readonly lanes: readonly string[];
  readonly texts: readonly string[];
  /** By event: tenths of microseconds from the beginning, and how long; its lane; its text; the line that issued it among `texts`. */
  readonly begin: readonly number[];
  readonly length: readonly number[];
  readonly lane: readonly number[];
  readonly text: readonly number[];
  readonly where: readonly number[];
  readonly memory: readonly (readonly [number, number])[];
  readonly lines: readonly LineRow[];
  readonly kernels: readonly KernelRow[];
  readonly apart: readonly ApartRow[];
  /** Windows whose tasks were launched one by one, so that no constraint that kept them apart is known. */
  readonly unplanned: number;
  /** The gaps, in sentences. */
  readonly missing: readonly string[];
}

interface KernelRow {
  readonly name: string;
  readonly milliseconds: number;
  readonly launches: number;
  readonly elements: number;
}

interface ApartRow {
  readonly reason: string;
  readonly before: string;
  readonly after: string;
  readonly count: number;
}

const TICKS = 10_000;
/** Lanes besides processors, from above. */
const LANES = {
  windows: 'issuing: windows',
  plans: 'issuing: plans',
  waits: 'issuing: waits',
  compiles: 'issuing: waits for compilers',
  reads: 'issuing: reads',
  others: 'issuing: uploads, bodies',
  compilers: 'compilers',
  ...Object.fromEntries(AWAITED.map((name) => [name, name])),
  collections: 'collections',
};

function laneOf({ lane, text }: Span): string {
  if (lane === 'compile') return LANES.compilers;
  if (lane === 'collect') return LANES.collections;
  if (text.startsWith('launch ')) return LANES.windows;
  if (text.startsWith('plan ')) return LANES.plans;
  if (text.startsWith('compile ')) return LANES.compiles;
  if (text === 'wait') return LANES.waits;
  return text === 'read' ? LANES.reads : LANES.others;
}

/** Columns of events, with numbers for texts. */
class Columns {
  readonly lanes: string[] = [];
  readonly texts: string[] = [];
  readonly begin: number[] = [];
  readonly length: number[] = [];
  readonly lane: number[] = [];
  readonly text: number[] = [];
  readonly where: number[] = [];
  readonly #ids = new Map<string, number>();
  readonly #from: number;

  constructor(from: number) {
    this.#from = from;
  }

  idOf(text: string): number {
    let id = this.#ids.get(text);
    if (id === undefined) this.#ids.set(text, (id = this.texts.push(text) - 1));
    return id;
  }

  add(lane: string, text: string, begin: number, end: number, where: string): void {
    let at = this.lanes.indexOf(lane);
    if (at < 0) at = this.lanes.push(lane) - 1;
    this.lane.push(at);
    this.begin.push(Math.round((begin - this.#from) * TICKS));
    this.length.push(Math.max(1, Math.round((end - begin) * TICKS)));
    this.text.push(this.idOf(text));
    this.where.push(this.idOf(where));
  }
}

/** Spans with their lanes. */
const placed = (spans: readonly Span[]): (readonly [lane: string, span: Span])[] => [
  ...spans.filter(({ lane }) => lane !== 'awaited').map((span) => [laneOf(span), span] as const),
  ...awaitedOf(spans),
];

/** The profile of a program. */
export function profileOf(
  recorder: Recorder,
  stretches: readonly Stretch[],
  about: Pick<ProfileData, 'program' | 'facts' | 'missing'> & { readonly end: number },
): ProfileData {
  const ran = ranOf(recorder, stretches);
  const columns = new Columns(recorder.begin);
  const named = new Map<Group | null, readonly [string, string]>();
  columns.lanes.push(...new Set(ran.map(({ lane }) => lane)));
  for (const { lane, group, text, begin, end } of ran) {
    let texts = named.get(group);
    if (texts === undefined) named.set(group, (texts = [nameOf(group), placesOf(group)]));
    columns.add(lane, text ?? texts[0], begin, end, texts[1]);
  }
  const spans = placed(recorder.spans);
  const used = new Set(spans.map(([lane]) => lane));
  columns.lanes.push(...Object.values(LANES).filter((lane) => used.has(lane)));
  for (const [lane, { text, begin, end, site }] of spans) columns.add(lane, text, begin, end, site?.where ?? '');
  const { lanes, texts, begin, length, lane, text, where } = columns;
  return {
    program: about.program,
    facts: about.facts,
    missing: about.missing,
    unplanned: recorder.unplanned,
    milliseconds: about.end - recorder.begin,
    ...{ lanes, texts, begin, length, lane, text, where },
    memory: recorder.memory.map(({ time, bytes }) => [Math.round((time - recorder.begin) * TICKS), bytes] as const),
    lines: linesOf(recorder, ran),
    kernels: kernelsOf(ran),
    apart: apartOf(recorder),
  };
}

function kernelsOf(ran: readonly Ran[]): KernelRow[] {
  const rows = new Map<Group | null, { milliseconds: number; launches: Set<number> }>();
  for (const { group, text, begin, end, launch } of ran) {
    if (text !== null) continue;
    let row = rows.get(group);
    if (row === undefined) rows.set(group, (row = { milliseconds: 0, launches: new Set() }));
    row.milliseconds += end - begin;
    row.launches.add(launch);
  }
  const all = [...rows].map(([group, row]) => ({
    name: nameOf(group),
    milliseconds: row.milliseconds,
    launches: row.launches.size,
    elements: group?.elements ?? 0,
  }));
  return merged(all);
}

/** Rows of one name together, the ones that take most time first. */
function merged(rows: readonly KernelRow[]): KernelRow[] {
  const all = new Map<string, KernelRow>();
  for (const row of rows) {
    const key = `${row.name} ${row.elements}`;
    const known = all.get(key);
    const [milliseconds, launches] = [row.milliseconds + (known?.milliseconds ?? 0), row.launches + (known?.launches ?? 0)];
    all.set(key, { ...row, milliseconds, launches });
  }
  return [...all.values()].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, 100);
}

function apartOf({ apart }: Recorder): ApartRow[] {
  const at = ({ name, site }: { readonly name: string; readonly site: { readonly where: string } | null }): string =>
    site === null ? name : `${name} at ${site.where}`;
  const rows = [...apart.values()].map(({ reason, before, after, count }) => ({
    reason,
    before: at(before),
    after: at(after),
    count,
  }));
  return rows.sort((a, b) => b.count - a.count).slice(0, 200);
}
