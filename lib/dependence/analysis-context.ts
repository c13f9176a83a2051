/** The state that the parts of one analysis share: the numbering and listing of operations, and the tables of all roots. */
import { Generations, invariant } from '../base/index.js';
import type { Rect, SubPartition } from '../partition/index.js';
import type { Shape } from '../shape/index.js';
import type { CheckedMapper } from './checked-mapper.js';
import { type Footprint, makeFootprint, type Surroundings } from './footprint.js';
import type { Mode, Past, Wait } from './history.js';
import type { Instance, Instances } from './instance.js';
import type { Gift, Operation, Partials, Reduced } from './operation.js';
import { around, type Copies } from './pieces.js';
import type { Placement } from './placement.js';
import { Placements } from './placements.js';
import type { Open, Owners, RootRecord } from './record.js';
import { allOf, Relations } from './relation.js';
import { nextSpan, type Own, type Part, type Span } from './span.js';
import { States } from './transition.js';

/** More placements than a program has; two small numbers make one key. */
const MANY = 2 ** 20;

/** Shapes of roots with remembered footprints. */
const FEW = 64;

/** Where partial results become elements: items, the part of the argument's view that they are tiles of, and their instances. */
interface Folded {
  readonly span: Footprint;
  readonly tiles: SubPartition | null;
  intoAt(item: number): Instance | null;
}

export class AnalysisContext {
  readonly mapper: CheckedMapper;
  readonly instances: Instances;
  readonly own: Own;
  private readonly surroundings: Surroundings;
  readonly states: States;
  readonly placements: Placements;
  readonly relations: Relations;
  /** Footprints of single rectangles, and of all of a root, in the first memory, by its shape. */
  readonly boxes = new Map<string, Footprint>();
  readonly wholes = new WeakMap<Shape, Footprint>();
  private readonly footprints = new Generations<string, Map<number, Footprint>>(FEW);
  /** The extents that instances for parts had last, and the extents around them. */
  readonly extents = new WeakMap<Part, { readonly around: readonly Rect[]; readonly rect: Rect }>();
  private readonly acquired = new Map<string, Span>();
  private readonly acquiredAlone = new WeakMap<Rect, Span>();
  private operations: Operation[] = [];
  private inherited = new Set<Past>();
  private last = 0;

  constructor(mapper: CheckedMapper, instances: Instances, surroundings: Surroundings) {
    const { own, visits } = surroundings;
    this.mapper = mapper;
    this.instances = instances;
    this.surroundings = surroundings;
    this.own = own;
    this.relations = new Relations(own !== null, visits);
    this.states = new States(mapper, own, visits);
    this.placements = new Placements(mapper);
  }

  /** The footprints on roots of a shape, by sub-partition and placement. */
  footprintsOf(shape: string): Map<number, Footprint> {
    let table = this.footprints.get(shape);
    if (table === undefined) this.footprints.set(shape, (table = new Map()));
    return table;
  }

  /** The footprint of a placed sub-partition of a root. */
  footprint(record: RootRecord, sub: SubPartition, placement: Placement): Footprint {
    const table = record.footprints;
    const key = sub.id * MANY + placement.id;
    let found = table.get(key);
    if (found === undefined) {
      if (table.size > 10_000) table.clear();
      table.set(key, (found = makeFootprint(sub, placement, record.key.shape, this.surroundings)));
    }
    return found;
  }

  /** The next number in program order. */
  number(): number {
    return ++this.last;
  }

  /** The operations since this was last asked. */
  taken(): Operation[] {
    const operations = this.operations;
    this.operations = [];
    return operations;
  }

  /** Appends the waits of a use of a root. */
  waits(record: RootRecord, span: Span, mode: Mode, out: Wait[]): void {
    record.history.waits(span, mode, this.relations, this.instances.completed, out);
  }

  /** An instance came with the history of a dead root, which the next `acquire` waits for. */
  inherit(history: Past): void {
    this.inherited.add(history);
  }

  acquire(record: RootRecord, slots: readonly number[], all: readonly Part[]): void {
    const span = this.spanOf(slots.map((i) => all[i]));
    const waits: Wait[] = [];
    for (const history of this.inherited) history.waits(span, 'acquire', this.relations, this.instances.completed, waits);
    this.inherited.clear();
    const instances = slots.map((i) => record.instances[i]);
    this.append(record, 'acquire', span, waits, (number) => ({ kind: 'acquire', number, waits, span, instances }));
  }

  /** The span of some instances, the same for equal extents. */
  private spanOf(parts: readonly Part[]): Span {
    const known = parts.length === 1 ? this.acquiredAlone.get(parts[0].rect) : undefined;
    return known?.memoryAt(0) === parts[0].memory ? known : this.internSpan(parts);
  }

  private internSpan(parts: readonly Part[]): Span {
    const key = parts.map((p) => `${p.memory}:${p.rect.low.join()}-${p.rect.high.join()}`).join(';');
    let span = this.acquired.get(key);
    if (span === undefined) {
      if (this.acquired.size > 10_000) this.acquired.clear();
      const memoryAt = (i: number): number => parts[i].memory;
      span = {
        id: nextSpan(),
        count: parts.length,
        rectAt: (i) => parts[i].rect,
        memoryAt,
        sourceAt: memoryAt,
        items: null,
        bounds: around(parts.map((p) => p.rect)),
        disjoint: false,
        sub: null,
        launch: [parts.length],
        rooted: null,
      };
      this.acquired.set(key, span);
    }
    if (parts.length === 1) this.acquiredAlone.set(parts[0].rect, span);
    return span;
  }

  copy(record: RootRecord, copies: Copies): void {
    const waits: Wait[] = [];
    this.waits(record, copies.span, 'copy', waits);
    const { pieces, span } = copies;
    const { instances } = record;
    const root = record.key.id;
    this.append(record, 'copy', span, waits, (number) => ({ kind: 'copy', root, number, waits, span, pieces, instances }));
  }

  /** Partial results are made elements of, or sent to the process that does that. */
  fold(record: RootRecord, how: Partials, open: Open, { span, tiles, intoAt }: Folded): void {
    if (intoAt(0) === null) {
      this.give(record, [open], () => span.memoryAt(0));
      return;
    }
    const own = open.footprint.items ?? Array.from({ length: open.footprint.count }, (_, p) => p);
    const waits: Wait[] = [{ on: open.lastTask, relation: allOf(own) }];
    this.waits(record, span, 'write', waits);
    const buffers = open.buffers.filter((b) => b !== null);
    const root = record.key.id;
    const of = reducedOf(open, () => Array.from({ length: open.footprint.count }, (_, p) => p));
    const into = (item: number): Instance => {
      const found = intoAt(item);
      invariant(found !== null, 'each tile has elements');
      return found;
    };
    const number = this.append(record, 'write', span, waits, (n) => {
      return { kind: 'fold', number: n, waits, span, root, how, of, buffers, tiles, intoAt: into };
    });
    for (const buffer of buffers) buffer.lastOp = number;
  }

  /** Own tiles are combined with the buffers of points; buffers for other processes' tiles are sent there. */
  combine(record: RootRecord, open: readonly Open[], owners: Owners, slotOf: readonly number[]): void {
    const { footprint } = owners;
    const { own } = this;
    if (own !== null) this.give(record, open, (p) => footprint.memoryAt(owners.tileOf(p)));
    if (footprint.items?.length === 0) return;
    const waits = open.map(({ lastTask, footprint: of }): Wait => {
      const mine = (item: number) => owners.pointsOf(item, of).filter((p) => own === null || own.includes(of.memoryAt(p)));
      return { on: lastTask, relation: { kind: 'some', waits: mine } };
    });
    this.waits(record, footprint, 'write', waits);
    const { instances } = record;
    const of = open.map((o) => reducedOf(o, (item) => owners.pointsOf(item, o.footprint)));
    const [{ how: op }] = open;
    invariant(typeof op === 'string', 'partial results are not combined');
    const intoAt = (item: number): Instance | null => instances[slotOf[footprint.extentOf(item)]] ?? null;
    const root = record.key.id;
    const number = this.append(record, 'write', footprint, waits, (n) => {
      return { kind: 'combine', number: n, waits, span: footprint, root, op, of, intoAt };
    });
    for (const { buffers } of open) for (const buffer of buffers) if (buffer !== null) buffer.lastOp = number;
  }

  /** Sends the buffers that other processes fold. */
  private give(record: RootRecord, open: readonly Open[], memoryFor: (point: number) => number): void {
    const gifts = open.flatMap(({ footprint, buffers, ordinal }) =>
      (footprint.items ?? []).flatMap((point, k): Gift[] => {
        const buffer = buffers[k];
        const to = memoryFor(point);
        return buffer === null || this.own?.includes(to) === true ? [] : [{ ordinal, point, buffer, to }];
      }),
    );
    if (gifts.length === 0) return;
    const waits = open.map(({ lastTask, footprint }): Wait => ({ on: lastTask, relation: allOf(footprint.items ?? []) }));
    const [{ footprint: span }] = open;
    const number = this.number();
    this.operations.push({ kind: 'give', number, waits, span, root: record.key.id, gifts });
    for (const { buffer } of gifts) buffer.lastOp = number;
  }

  private append(record: RootRecord, mode: Mode, span: Span, waits: Wait[], make: (number: number) => Operation): number {
    const number = this.number();
    this.operations.push(make(number));
    record.history.push({ op: number, span, mode }, this.instances.completed);
    record.touch(number);
    waits.sort((a, b) => a.on - b.on);
    return number;
  }
}

function reducedOf({ ordinal, footprint, buffers }: Open, pointsOf: (item: number) => readonly number[]): Reduced {
  const { items } = footprint;
  return { ordinal, footprint, pointsOf, bufferAt: (p) => buffers[items === null ? p : items.indexOf(p)] ?? null };
}
