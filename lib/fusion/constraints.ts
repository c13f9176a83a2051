/**
 * May this task join the fused prefix? (Diffuse section 4.2.) The answer is yes only if every dependence between it and a task of the
 * prefix is between equal points: definition 3, D(T1, T2)[p] ⊆ {p}. It is found from the symbols alone: an argument is a root, an interned
 * sub-partition and an access, all small integers, and costs the same for two points and for a million.
 *
 *     prefix   b = a + 1        a: R s1   b: W s2
 *     joins    c = b * 2        b: R s2               same sub-partition as the write
 *     barrier  d = b[1:] - 1    b: R s3   'true'      point p needs an element that point p+1 wrote
 *     joins    e = a[1:] - 1    a: R s4               reads never conflict with reads
 *
 * For each root the prefix keeps the distinct sub-partitions used so far. Same sub-partition: points meet only
 * themselves, unless the access says ALIASED (points share elements, or a point's elements are all reached by gathers).
 * Different ones: a barrier, unless the views provably never meet. The paper's version takes equal partitions as safe
 * even when they alias; ALIASED closes that gap.
 */
import type { Barrier } from './constraint-barrier.js';

/** A task's access to an argument: READ, WRITE or both, or REDUCE; and ALIASED when points may share its elements. */
export const ACCESS = { READ: 1, WRITE: 2, REDUCE: 4, ALIASED: 8 } as const;

/** The arguments of one task, as parallel arrays, so that one list can be filled again and again. */
interface AccessList {
  /** How many arguments. */
  count: number;
  /** Number of the launch domain: tasks with different ones never fuse. -1: a task that cannot be fused at all. */
  domain: number;
  /** Dense number of the root among the window's roots. */
  readonly roots: number[];
  /** Number of the sub-partition. */
  readonly subs: number[];
  /** Bits of ACCESS. */
  readonly flags: number[];
  /** With REDUCE: number of the operator. */
  readonly ops: number[];
}

/** An empty list, to be filled. */
export function accessList(): AccessList {
  return { count: 0, domain: 0, roots: [], subs: [], flags: [], ops: [] };
}

/** Appends an argument. */
export function pushAccess(list: AccessList, root: number, sub: number, flags: number, op = 0): void {
  const i = list.count++;
  list.roots[i] = root;
  list.subs[i] = sub;
  list.flags[i] = flags;
  list.ops[i] = op;
}

/** May two sub-partitions of one root, by number, have an element in common at any points? Never a false "no". */
type Overlap = (a: number, b: number) => boolean;

/** Distinct sub-partitions remembered for a root; later ones are merged into a last entry that meets everything. */
const REMEMBERED = 64;
const ANY = -1;

/** The prefix's accesses to one root through one sub-partition. */
interface Use {
  sub: number;
  flags: number;
  op: number;
}

/** The fused prefix so far. */
export class Prefix {
  /** Tasks in it. */
  length = 0;
  /** Barriers that were avoided because views never meet, since construction. */
  disjointViews = 0;
  private domain = 0;
  /** Uses by root; entries with an old `stamp` are empty. */
  private readonly uses: Use[][] = [];
  private readonly counts: number[] = [];
  private readonly stamps: number[] = [];
  private stamp = 1;
  private avoided = 0;
  private readonly overlap: Overlap;

  constructor(overlap: Overlap) {
    this.overlap = overlap;
  }

  /** Forgets all tasks. Constant cost. */
  reset(): void {
    this.length = 0;
    this.stamp++;
  }

  /** Adds the task, or leaves the prefix as it is and says which constraint forbids it. An empty prefix takes any task. */
  tryAdd(task: AccessList): Barrier | null {
    if (this.length > 0) {
      const barrier = this.barrierOf(task);
      if (barrier !== null) return barrier;
      this.disjointViews += this.avoided;
    }
    this.domain = task.domain;
    this.length++;
    for (let i = 0; i < task.count; i++) this.record(task.roots[i], task.subs[i], task.flags[i], task.ops[i]);
    return null;
  }

  private barrierOf(task: AccessList): Barrier | null {
    if (task.domain < 0 || this.domain < 0) return 'opaque';
    if (task.domain !== this.domain) return 'domain';
    this.avoided = 0;
    for (let i = 0; i < task.count; i++) {
      const root = task.roots[i];
      if (this.stamps[root] !== this.stamp) continue;
      const barrier = this.conflict(root, task.subs[i], task.flags[i], task.ops[i]);
      if (barrier !== null) return barrier;
    }
    return null;
  }

  /** The barrier between an access and the prefix's accesses to its root; null for none. */
  private conflict(root: number, sub: number, flags: number, op: number): Barrier | null {
    const uses = this.uses[root];
    const count = this.counts[root];
    for (let i = 0; i < count; i++) {
      const use = uses[i];
      const barrier = between(use, flags, op);
      if (barrier === null) continue;
      if (use.sub === sub) {
        if (barrier === 'reduction' || ((use.flags | flags) & ACCESS.ALIASED) !== 0) return barrier;
      } else if (use.sub === ANY || this.overlap(use.sub, sub)) return barrier;
      else this.avoided++;
    }
    return null;
  }

  private record(root: number, sub: number, flags: number, op: number): void {
    if (this.stamps[root] !== this.stamp) {
      this.stamps[root] = this.stamp;
      this.counts[root] = 0;
      this.uses[root] ??= [];
    }
    const uses = this.uses[root];
    const count = this.counts[root];
    for (let i = 0; i < count; i++) {
      if (uses[i].sub === sub && ((uses[i].flags ^ flags) & ACCESS.REDUCE) === 0 && uses[i].op === op) {
        uses[i].flags |= flags;
        return;
      }
    }
    this.append(uses, count, root, sub, flags, op);
  }

  private append(uses: Use[], count: number, root: number, sub: number, flags: number, op: number): void {
    if (count > REMEMBERED) {
      const last = uses[count - 1];
      last.flags |= flags | ACCESS.ALIASED;
      if (last.op !== op) last.op = ANY;
      return;
    }
    const kept = count < REMEMBERED ? sub : ANY;
    if (count < uses.length) {
      uses[count].sub = kept;
      uses[count].flags = flags;
      uses[count].op = op;
    } else uses.push({ sub: kept, flags, op });
    this.counts[root] = count + 1;
  }
}

/** Which dependence an earlier use and a later access of the same elements have; null for none. */
function between(use: Use, flags: number, op: number): Barrier | null {
  const both = use.flags | flags;
  if ((both & ACCESS.REDUCE) !== 0) {
    if ((use.flags & flags & ACCESS.REDUCE) !== 0 && use.op === op && (both & (ACCESS.READ | ACCESS.WRITE)) === 0) return null;
    return 'reduction';
  }
  if ((use.flags & ACCESS.WRITE) !== 0) return 'true';
  if ((flags & ACCESS.WRITE) !== 0) return 'anti';
  return null;
}
