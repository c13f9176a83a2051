/**
 * May these tasks be one launch? Its points run in any order, each doing all tasks in turn at its own index. So two
 * uses of an element, one of them a write, must be at the same index:
 *
 *     b = a + 1; c = b * 2           element i of b at index i, twice            yes
 *     b = a + 1; c = b[1:] - b[:-1]  element i+1 of b at index i, and at i+1     no
 *
 * Values of 0-d roots are the exception: every point loads them before it begins and computes the values that 0-d tasks of the launch
 * store, so a 0-d task may write a root that later tasks read; not the other way round.
 */
import { crosses, keyOf, meet, repeats, sizeOf } from './elements.js';
import type { LogArg, LogTask } from './log.js';

/** How a task reaches a view: at the index of the point, at any, all points alike (0-d), or once, when it is complete. */
type Reach = 'point' | 'any' | 'alike' | 'result';

interface Use {
  readonly task: LogTask;
  readonly view: LogArg;
  readonly key: string;
  readonly writes: boolean;
  readonly reach: Reach;
}

/** The shape of a root. */
type ShapeOf = (root: number) => readonly number[];

/** Remembers answers: programs repeat the same launches. */
export class FusedTasks {
  readonly #known = new Map<string, string | null>();
  readonly #shapeOf: ShapeOf;

  constructor(shapeOf: ShapeOf) {
    this.#shapeOf = shapeOf;
  }

  /** Why the tasks may not be one launch; null when they may. Opaque tasks decide alone about their own arguments. */
  conflict(tasks: readonly LogTask[]): string | null {
    if (tasks.some((t) => t.body !== 'kernel' || t.index === true)) {
      return tasks.length === 1
        ? null
        : `${tasks.map((t) => t.kind).join(', ')}: a task that is no kernel, or an index launch, is fused`;
    }
    const signature = this.#signature(tasks);
    let answer = this.#known.get(signature);
    if (answer === undefined) this.#known.set(signature, (answer = this.#find(tasks)));
    return answer;
  }

  #signature(tasks: readonly LogTask[]): string {
    const local = new Map<number, number>();
    const words: string[] = [];
    for (const { kind, domain, args } of tasks) {
      words.push(`${kind}(${domain.join()})`);
      for (const arg of args) {
        const known = local.get(arg.root) ?? local.size;
        local.set(arg.root, known);
        words.push(`${known}${this.#shapeOf(arg.root).length === 0 ? 's' : ''} ${arg.privilege} ${arg.access} ${keyOf(arg)}`);
      }
    }
    return words.join('|');
  }

  #find(tasks: readonly LogTask[]): string | null {
    const domain = tasks.find((t) => t.domain.length > 0)?.domain ?? [];
    const odd = tasks.find((t) => t.domain.length > 0 && t.domain.join() !== domain.join());
    if (odd !== undefined) return `${odd.kind} over (${odd.domain.join(', ')}) is fused with tasks over (${domain.join(', ')})`;
    const size = domain.reduce((a, n) => a * n, 1);
    const unstored = size === 0 ? tasks.find((t) => t.domain.length === 0) : undefined;
    if (unstored !== undefined)
      return `${unstored.kind} (task ${unstored.task}) is fused with tasks over no points: no point stores its result`;
    for (const uses of this.#usesByRoot(tasks, domain.length > 0).values()) {
      if (!uses.some((u) => u.writes)) continue;
      const answer = conflictOf(uses, size < 2);
      if (answer !== null) return answer;
    }
    return null;
  }

  #usesByRoot(tasks: readonly LogTask[], lifts: boolean): Map<number, Use[]> {
    const byRoot = new Map<number, Use[]>();
    for (const task of tasks) {
      for (const view of task.args) {
        const uses = byRoot.get(view.root) ?? [];
        byRoot.set(view.root, uses);
        const scalar = this.#shapeOf(view.root).length === 0;
        const writes = view.privilege !== 'read';
        uses.push({ task, view, key: keyOf(view), writes, reach: reachOf(task, view, scalar, lifts) });
      }
    }
    return byRoot;
  }
}

function reachOf(task: LogTask, arg: LogArg, scalar: boolean, lifts: boolean): Reach {
  if (arg.privilege !== 'read') {
    if (arg.access !== 'elementwise') return 'result';
    return lifts && task.domain.length === 0 ? 'alike' : 'point';
  }
  if (arg.access === 'full') return 'alike';
  if (arg.access !== 'elementwise') return 'any';
  return (lifts && task.domain.length === 0) || (scalar && task.domain.length > 0) ? 'alike' : 'point';
}

function conflictOf(uses: readonly Use[], single: boolean): string | null {
  const tried = new Set<string>();
  for (let j = 0; j < uses.length; j++) {
    const b = uses[j];
    if (b.writes && b.reach !== 'alike' && repeats(b.view)) return `${b.task.kind} writes an element at two indices`;
    if (!single && b.reach === 'alike' && b.view.privilege === 'readwrite')
      return `${b.task.kind} changes a value that all points load`;
    for (let i = 0; i < j; i++) {
      const a = uses[i];
      if (!a.writes && !b.writes) continue;
      const pair = `${word(a)}|${word(b)}|${a.task === b.task}`;
      if (tried.has(pair)) continue;
      tried.add(pair);
      if (!together(a, b, single)) return `root ${a.view.root}: ${describe(a)} and ${describe(b)} need different points`;
    }
  }
  return null;
}

/** Whether `a`, then `b`, may be in one launch; `single`: of one point. */
function together(a: Use, b: Use, single: boolean): boolean {
  if (!meet(a.view, b.view)) return true;
  if (a.reach === 'point' && b.reach === 'point') return !crosses(a.view, b.view);
  const regular = [a.reach, b.reach].every((reach) => reach === 'alike' || reach === 'point');
  // A task loads its operands before it stores, and a single point loads 0-d values before any task stores.
  if (a.task === b.task) return regular && single;
  if (single && regular && !a.writes) return true;
  return a.reach === 'alike' && b.reach === 'alike' && a.writes;
}

function word(use: Use): string {
  return `${use.key} ${use.writes} ${use.reach}`;
}

function describe(use: Use): string {
  const { view, task } = use;
  const what = use.writes ? 'writing' : 'reading';
  return `${task.kind} (task ${task.task}) ${what} ${sizeOf(view)} elements from ${view.offset}, strides (${view.strides.join(', ')})`;
}
