/** The numbering and listing of operations, and the tables that all roots share. */
import { Generations } from '../base/index.js';
import type { FoldOp } from '../ir/index.js';
import type { Rect } from '../partition/index.js';
import type { CheckedMapper } from './checked-mapper.js';
import type { Footprint, Visits } from './footprint.js';
import type { Mode, Past, Wait } from './history.js';
import type { Instance, Instances } from './instance.js';
import type { Operation, Partials } from './operation.js';
import { around, type Copies } from './pieces.js';
import { Placements } from './placements.js';
import type { Open, RootRecord } from './record.js';
import { allOf, Relations } from './relation.js';
import { nextSpan, type Own, type Part, type Span } from './span.js';
import { States } from './transition.js';

/** Shapes of roots whose footprints are remembered. */
const FEW = 64;

export class Ledger {
  readonly mapper: CheckedMapper;
  readonly instances: Instances;
  readonly own: Own;
  readonly states: States;
  readonly placements: Placements;
  readonly relations = new Relations();
  /** Footprints of single rectangles. */
  readonly boxes = new Map<string, Footprint>();
  private readonly footprints = new Generations<string, Map<number, Footprint>>(FEW);
  /** The extents that instances for parts had last, with those around them. */
  readonly extents = new WeakMap<Part, { readonly around: readonly Rect[]; readonly rect: Rect }>();
  private readonly acquired = new Map<string, Span>();
  private readonly acquiredAlone = new WeakMap<Rect, Span>();
  private operations: Operation[] = [];
  private inherited = new Set<Past>();
  private last = 0;

  constructor(mapper: CheckedMapper, instances: Instances, own: Own, visits: Visits) {
    this.mapper = mapper;
    this.instances = instances;
    this.own = own;
    this.states = new States(mapper, own, visits);
    this.placements = new Placements(mapper);
  }

  /** The footprints on roots of a shape, by sub-partition and placement. */
  footprintsOf(shape: string): Map<number, Footprint> {
    let table = this.footprints.get(shape);
    if (table === undefined) this.footprints.set(shape, (table = new Map()));
    return table;
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

  /** What a use of a root waits for. */
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

  fold(record: RootRecord, how: FoldOp | Partials, open: readonly Open[], span: Footprint, into: Instance | null): void {
    const waits: Wait[] = open.map(({ lastTask, footprint }) => ({
      on: lastTask,
      relation: allOf(footprint.items ?? Array.from({ length: footprint.count }, (_, p) => p)),
    }));
    this.waits(record, span, 'write', waits);
    const buffers = open.flatMap((o) => o.buffers).filter((b) => b !== null);
    const of = open.map((o) => o.footprint);
    const root = record.key.id;
    const number = this.append(record, 'write', span, waits, (n) =>
      into === null
        ? { kind: 'give', number: n, waits, span, root, buffers }
        : { kind: 'fold', number: n, waits, span, root, how, of, buffers, into },
    );
    for (const buffer of buffers) buffer.lastOp = number;
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
