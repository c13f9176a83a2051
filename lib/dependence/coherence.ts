/**
 * Dependence and coherence (thesis 3.2): turns a stream of index tasks over interned partitions into operations on several memories. For
 * each task it decides the instances that its points use, the copies and folds that make them current, the allocations needed, and for each
 * item of every operation the items of earlier operations to wait for. Pure decisions: nothing is allocated, moved or run here (see
 * `Backing`).
 *
 *     x = A @ x, two memories, x in halves, each needing one neighbour
 *       1st   x0: [0,5) [3,8)     x1 written: [0,4) [4,8)
 *       2nd   x1 read: grows to [0,5) [3,8), halves copied, one element exchanged     x2 takes over x0's instances
 *       3rd   x2 read: one element exchanged, nothing else, and so on
 *
 * A process that has some of the memories (`own`) decides for these alone: its slots, instances and waits, its sends and receives. The
 * places of other processes' elements are in layers of footprints (`layers.ts`), so that the cost of a task does not grow with the machine;
 * sender and receiver find the same from the same symbols. A process with all memories has no layers.
 *
 * The effect of an access depends on the root's state and the access alone, and both are interned: in a steady state a task costs a few
 * look-ups for any number of points.
 */
import { invariant } from '../base/index.js';
import { AnalysisContext } from './analysis-context.js';
import { CheckedMapper } from './checked-mapper.js';
import { Conditions } from './condition.js';
import { evict, type Residence, residenceOf } from './eviction.js';
import type { Bounds, Footprint, Visits } from './footprint.js';
import { usedBy, type Wait } from './history.js';
import { type Backing, type Instance, Instances } from './instance.js';
import { makeRoom } from './layout.js';
import type { Mapper } from './mapper.js';
import type { IndexTask, MappedArg, Mapping, Operation, TaskArg } from './operation.js';
import type { Placement } from './placement.js';
import type { Open, RootRecord } from './record.js';
import { Records } from './records.js';
import type { RectSet } from './rect-set.js';
import { discardReductions, foldAll, openPartials, openReduction } from './reduction.js';
import { SAME } from './relation.js';
import type { RootKey } from './root-key.js';

/** A task's access to one argument's elements, once its sub-partition is known. */
interface Access {
  readonly record: RootRecord;
  readonly footprint: Footprint;
  /** Current contents are needed: it reads, or writes less than the footprint's rectangles. */
  readonly reads: boolean;
  readonly writes: boolean;
  /** Set when points share elements that they reduce to. */
  open: Open | null;
  fresh: boolean;
  slotOf: readonly number[];
  /** Copies for it are dropped at the end of the task. */
  ends: boolean;
  /** Instances that were made for it. */
  made: readonly Instance[];
  /** The instances of the root's slots while the task runs. */
  instances: readonly Instance[];
}

/** Options of a coherence analysis. */
interface CoherenceOptions {
  readonly mapper: Mapper;
  readonly backing: Backing;
  /** Bounds of images with known values, so that not all of the store is copied to each point. */
  readonly bounds?: Bounds;
  /** The memories of this process: slots, instances and waits are in these alone. All of the machine's, unless given. */
  readonly own?: readonly number[];
}

export class Coherence {
  private readonly context: AnalysisContext;
  private readonly records: Records;
  readonly conditions: Conditions;
  /** Counts of enumerations since the beginning, where symbols did not suffice. */
  readonly enumerated: Visits = { points: 0, memories: 0, layers: 0 };

  constructor(options: CoherenceOptions) {
    const mapper = new CheckedMapper(options.mapper);
    const own = options.own === undefined ? null : [...options.own].sort((a, b) => a - b);
    const surroundings = { own, bounds: options.bounds ?? (() => null), visits: this.enumerated };
    this.context = new AnalysisContext(mapper, new Instances(mapper, options.backing), surroundings);
    this.records = new Records(this.context);
    this.conditions = new Conditions(this.context, this.records);
  }

  /**
   * Maps the next task of the program. Throws `OutOfMemoryError`; the operations that were decided until then come with
   * the next task.
   */
  map(task: IndexTask): Mapping {
    const placement = this.placementFor(task);
    const accesses = task.args.map((arg) => this.accessOf(arg, placement));
    for (const [i, a] of accesses.entries())
      this.prepare(
        a,
        task.args[i],
        accesses.every((b) => b === a || b.record !== a.record),
      );
    for (const a of accesses) {
      if (a.ends) this.borrow(a);
      else if (a.reads) this.makeCurrent(a);
    }
    const number = this.context.number();
    const waits = this.waitsOf(accesses);
    for (const a of accesses) this.commit(a, number);
    const args = accesses.map((a) => mappedArg(a));
    this.context.instances.issued = number;
    if (number % 256 === 0) this.context.instances.expire(number);
    return { number, before: this.context.taken(), waits, memoryAt: placement.memoryAt, args };
  }

  /** No task will use the root any more: its instances wait for the next root of its kind. */
  release(root: RootKey): void {
    const record = this.records.get(root);
    if (record === null) return;
    this.records.delete(root);
    discardReductions(this.context, record);
    for (const instance of record.instances) this.context.instances.leave(record.kind, record.leaving(instance), record.history);
  }

  /** All operations and tasks up to this number are complete. */
  retire(number: number): void {
    this.context.instances.retire(number);
  }

  /** These operations are complete, though some with lower numbers may not be. */
  finish(operations: readonly Operation[]): void {
    const numbers = new Set(operations.map(({ number }) => number));
    this.context.instances.finish((op) => numbers.has(op));
  }

  /** Gives back all instances of dead roots, as soon as their last use is complete. */
  collect(): void {
    this.context.instances.collect();
  }

  /** Bytes in instances that no root has, which wait for the next roots of their kinds. */
  get idleBytes(): number {
    return this.context.instances.idleBytes;
  }

  /** Gives back idle instances, as soon as their last use is complete, until at most so many of their bytes are left. */
  trim(idleBytes: number): void {
    this.context.instances.trim(idleBytes);
  }

  /** Bytes in instances, idle ones included. */
  get bytes(): number {
    return this.context.instances.bytes;
  }

  /** The operations that fold all open reductions of a root into its instances. Throws `OutOfMemoryError`. */
  fold(root: RootKey): Operation[] {
    const record = this.records.get(root);
    if (record !== null) foldAll(this.context, record);
    return this.context.taken();
  }

  /** The part of a root in a memory, and whether it is current there alone; null where it has none that can go. */
  residence(root: RootKey, memory: number): Residence | null {
    const record = this.records.get(root);
    return record === null ? null : residenceOf(record, memory);
  }

  /**
   * The operations after which a root has no instances in a memory any more: elements that are current there alone come home. May be called
   * while a task that does not use the root is mapped. Throws `OutOfMemoryError`.
   */
  evict(root: RootKey, memory: number): Operation[] {
    const record = this.records.get(root);
    const residence = record === null ? null : residenceOf(record, memory);
    if (record !== null && residence !== null) evict(this.context, record, memory, residence);
    return this.context.taken();
  }

  /** Where a root's elements are current, apart from open reductions: its instances, each with its current rectangles. */
  whereabouts(root: RootKey): { instance: Instance; current: RectSet }[] {
    const record = this.records.get(root);
    if (record === null) return [];
    return record.instances.map((instance, i) => ({ instance, current: record.state.valid[i] }));
  }

  /** The mapper's placement; one memory for all points where their writes may overlap. */
  private placementFor(task: IndexTask): Placement {
    const { placements, mapper } = this.context;
    if (task.at !== undefined) return placements.together(task.launch, task.at);
    const placement = task.grid === undefined ? placements.of(task.launch) : placements.onGrid(task.launch, task.grid);
    const apart = task.args.every(
      (arg) =>
        arg.privilege === 'read' ||
        arg.privilege === 'reduce' ||
        this.context.footprint(this.records.of(arg.root), arg.sub, placement).separable,
    );
    return apart ? placement : placements.together(task.launch, mapper.home());
  }

  private accessOf(arg: TaskArg, placement: Placement): Access {
    const ends = arg.ends === true && arg.privilege === 'read';
    const record = this.records.of(arg.root);
    const footprint = this.context.footprint(record, arg.sub, placement);
    const writes = arg.privilege !== 'read';
    const reads = arg.privilege !== 'write' || !footprint.exact;
    return { record, footprint, reads, writes, open: null, fresh: false, slotOf: [], ends, made: [], instances: [] };
  }

  /** Settles open reductions, and makes room. `alone`: no other argument is on the same root. */
  private prepare(access: Access, arg: TaskArg, alone: boolean): void {
    const { record, footprint } = access;
    if (arg.partials !== undefined) {
      access.open = openPartials(this.context, record, footprint, arg.partials);
      return;
    }
    if (arg.privilege === 'reduce' && !(footprint.disjoint && footprint.separable)) {
      invariant(arg.op !== undefined, 'a reduction names its operator');
      const { open, fresh } = openReduction(this.context, record, footprint, arg.op);
      access.open = open;
      access.fresh = fresh;
      return;
    }
    const overwritten = alone && !access.reads;
    if (overwritten && footprint.covers) discardReductions(this.context, record);
    else foldAll(this.context, record);
    access.ends &&= alone;
    access.made = makeRoom(this.context, record, footprint, overwritten, access.ends);
  }

  private makeCurrent(access: Access): void {
    if (access.open !== null) return;
    const { record, footprint } = access;
    const { copies, slotOf, next } = this.context.states.read(record.state, footprint);
    if (copies !== null) this.context.copy(record, copies);
    record.state = next;
    access.slotOf = slotOf;
  }

  /** Makes the elements that one task reads current, in the task's instances; the root's state stays as it was. */
  private borrow(access: Access): void {
    const { record, footprint } = access;
    const { copies, slotOf } = this.context.states.borrow(record.state, footprint);
    if (copies !== null) this.context.copy(record, copies);
    access.slotOf = slotOf;
  }

  /** Gives back the instances that were made for copies of a task: no other operation has used them. */
  private end({ record, footprint, made }: Access, number: number): void {
    const { instances, state } = record;
    const copies = new Set(made);
    const ended: number[] = [];
    instances.forEach((instance, i) => {
      if (copies.has(instance) && state.valid[i].length === 0) ended.push(i);
    });
    if (ended.length === 0) return;
    const past = usedBy(number, footprint);
    const gone = new Set(ended);
    for (const slot of ended) this.context.instances.leaveSpare(record.leaving(instances[slot]), past);
    record.instances = instances.filter((_, i) => !gone.has(i));
    record.state = this.context.states.without(state, ended);
  }

  private waitsOf(accesses: readonly Access[]): Wait[] {
    const waits: Wait[] = [];
    for (const { record, footprint, open, writes } of accesses) {
      if (open === null) this.context.waits(record, footprint, writes ? 'write' : 'read', waits);
      else if (open.lastTask > 0) waits.push({ on: open.lastTask, relation: SAME });
    }
    return waits;
  }

  /** Records that the task has happened. */
  private commit(access: Access, number: number): void {
    const { record, footprint, open } = access;
    const { completed } = this.context.instances;
    if (open !== null) {
      open.lastTask = number;
      for (const buffer of open.buffers) if (buffer !== null) buffer.lastOp = number;
      return;
    }
    if (access.writes) {
      const { slotOf, next } = this.context.states.write(record.state, footprint);
      record.state = next;
      access.slotOf = slotOf;
      record.history.overwrite(number, footprint, completed);
    } else record.history.push({ op: number, span: footprint, mode: 'read' }, completed);
    record.touch(number);
    access.instances = record.instances;
    if (access.ends) this.end(access, number);
  }
}

function mappedArg({ instances, footprint, open, fresh, slotOf }: Access): MappedArg {
  if (open !== null) return { footprint, initialize: fresh, instanceAt: (p) => open.buffers[footprint.items?.indexOf(p) ?? p] };
  return {
    footprint,
    initialize: false,
    instanceAt: (p) => {
      const extent = footprint.extentOf(p);
      return extent < 0 ? null : instances[slotOf[extent]];
    },
  };
}
