/**
 * The history of a root: the operations that a later one may have to wait for. It stays short: a write replaces earlier uses of the
 * elements that it overwrites, complete operations are dropped, and when it grows all the same its older half becomes one "everything up to
 * here".
 *
 *     earlier \ later   read        write     copy        acquire
 *     read              -           any       -           any
 *     write             any         any       any         any
 *     copy              deliver     any       deliver     any
 *     acquire           -           touch     touch       any
 *
 * Reads, writes and copies conflict by the elements of the root that they use, wherever the instances are; a copy matters to readers in the
 * memory that it delivers to. An *acquire* stands for an instance that was taken over from a dead root: its first writer comes after all of
 * the dead root's uses of it. It waits for the last use of an element in any memory, because a forgotten reader is known only to the writer
 * that waited for it.
 */
import type { Footprint } from './footprint.js';
import type { Filter, Relation, Relations } from './relation.js';
import type { Span } from './span.js';

export type Mode = 'read' | 'write' | 'copy' | 'acquire';

/** A use of the root by an operation. */
interface Use {
  readonly op: number;
  readonly span: Span;
  readonly mode: Mode;
}

/** Items of operation `on` to wait for, by item of the waiting one; all items of all operations up to `on` when null. */
export interface Wait {
  readonly on: number;
  readonly relation: Relation | null;
}

const CONFLICTS: Readonly<Record<Mode, Readonly<Record<Mode, Filter | null>>>> = {
  read: { read: null, write: 'any', copy: null, acquire: 'any' },
  write: { read: 'any', write: 'any', copy: 'any', acquire: 'any' },
  copy: { read: 'deliver', write: 'any', copy: 'deliver', acquire: 'any' },
  acquire: { read: null, write: 'touch', copy: 'touch', acquire: 'any' },
};

/**
 * A process with some of the memories does not know the writers elsewhere, which readers and copies would be waited for by: a receive comes
 * after all uses of the same elements in the same memory.
 */
const PARTIAL: typeof CONFLICTS = {
  ...CONFLICTS,
  read: { ...CONFLICTS.read, copy: 'touch' },
  copy: { ...CONFLICTS.copy, copy: 'either' },
};

/** Uses known one by one, at most. */
const LONG = 48;

/** The operations to wait for before an instance is written. */
export type Past = Pick<History, 'waits'>;

/** The past of an instance that points of one task used in their own memory. */
export function usedBy(op: number, { placement }: Footprint): Past {
  return {
    waits: (span, _mode, _relations, completed, out) => {
      const waits = (item: number): readonly number[] => placement.pointsIn(span.memoryAt(item));
      if (op > completed) out.push({ on: op, relation: { kind: 'some', waits } });
    },
  };
}

/** Of a root without uses that are known one by one. */
const NO_USES: Use[] = [];

export class History {
  private uses = NO_USES;
  /** All operations up to this one count as uses. */
  private before = 0;
  private patience = 8;

  /** Appends the waits of an access to `out`. */
  waits(span: Span, mode: Mode, relations: Relations, completed: number, out: Wait[]): void {
    if (this.before > completed) out.push({ on: this.before, relation: null });
    const conflicts = relations.partial ? PARTIAL : CONFLICTS;
    for (const use of this.uses) {
      const filter = conflicts[use.mode][mode];
      if (filter === null || use.op <= completed) continue;
      const relation = relations.between(use.span, span, filter);
      if (relation !== null) out.push({ on: use.op, relation });
    }
  }

  /** Remembers an operation. */
  push(use: Use, completed: number): void {
    if (this.uses === NO_USES) this.uses = [use];
    else this.uses.push(use);
    if (this.uses.length <= this.patience) return;
    this.uses = this.uses.filter((u) => u.op > completed);
    if (this.uses.length > LONG) {
      const old = this.uses.splice(0, this.uses.length >> 1);
      for (const u of old) this.before = Math.max(this.before, u.op);
    }
    this.patience = Math.min(LONG, Math.max(8, 2 * this.uses.length));
  }

  /** Remembers no more than that all operations up to this one may have used the root. */
  forget(op: number): void {
    this.uses = NO_USES;
    this.before = op;
  }

  /**
   * Remembers a task that writes, which comes after all uses of the same elements: they are forgotten. The points of other
   * processes come after nothing here.
   */
  overwrite(op: number, footprint: Footprint, completed: number): void {
    const all = footprint.items === null && footprint.covers;
    this.uses = this.uses.filter((u) => u.mode === 'acquire' || !(all || u.span === footprint));
    this.push({ op, span: footprint, mode: 'write' }, completed);
  }
}
