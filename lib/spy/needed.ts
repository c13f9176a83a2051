/**
 * The reads that a launch cannot do without: reads by tasks with results that reach memory, by themselves or through later tasks of the
 * launch. Goes through the tasks from the last to the first, with the contents that later tasks need:
 *
 *     a = x + 1; b = y * 2; c = b - 1        writes: c          needed: c, so b, so y; nothing needs a, nor x
 *
 * Contents that are needed through selections alone (`optional.ts`) may be needed or not, and so may the operands that make them.
 */
import { keyOf, repeats, sizeOf } from './elements.js';
import type { LogArg, LogTask } from './log.js';

/** A read of a task, which its launch does not do. */
interface Unmet {
  readonly task: LogTask;
  readonly root: number;
}

/** Whether contents are needed. */
type Need = 0 | 1 | 2;
const [NO, MAYBE, YES] = [0, 1, 2] as const;

interface Effects {
  readonly reads: ReadonlySet<number>;
  readonly writes: ReadonlySet<number>;
}

/** `elements`: how many a root has. */
export function unmetReads(
  tasks: readonly LogTask[],
  { reads, writes }: Effects,
  elements: (root: number) => number,
): readonly Unmet[] {
  const later = new Map<number, Contents>();
  const contentsOf = (root: number): Contents => {
    let contents = later.get(root);
    if (contents === undefined) later.set(root, (contents = new Contents(writes.has(root), elements(root))));
    return contents;
  };
  const unmet: Unmet[] = [];
  for (let i = tasks.length - 1; i >= 0; i--) {
    const task = tasks[i];
    const written = task.args.filter((arg) => arg.privilege !== 'read');
    const needs = task.body === 'kernel' ? most(written.map((arg) => contentsOf(arg.root).needs(arg))) : YES;
    for (const arg of written) if (arg.privilege === 'write') contentsOf(arg.root).cover(arg);
    if (needs === NO) continue;
    for (const arg of task.args) {
      if (arg.privilege === 'write' || sizeOf(arg) === 0) continue;
      const need = arg.optional === true ? MAYBE : needs;
      contentsOf(arg.root).read(need);
      if (need === MAYBE) continue;
      const made = tasks.some((t, at) => at < i && t.args.some((a) => a.root === arg.root && a.privilege !== 'read'));
      if (!reads.has(arg.root) && (!made || task.body !== 'kernel')) unmet.push({ task, root: arg.root });
    }
  }
  return unmet;
}

function most(needs: readonly Need[]): Need {
  return needs.includes(YES) ? YES : needs.includes(MAYBE) ? MAYBE : NO;
}

/** Whether a root's contents behind a task are needed, and which views of it are overwritten first. */
class Contents {
  #need: Need;
  #whole = false;
  readonly #elements: number;
  /** Views that are written again before anything needs them. */
  readonly #covered = new Set<string>();

  constructor(isNeeded: boolean, elements: number) {
    this.#need = isNeeded ? YES : NO;
    this.#elements = elements;
  }

  needs(arg: LogArg): Need {
    return this.#whole || this.#covered.has(keyOf(arg)) ? NO : this.#need;
  }

  cover(arg: LogArg): void {
    this.#covered.add(keyOf(arg));
    if (sizeOf(arg) === this.#elements && !repeats(arg)) this.#whole = true;
  }

  read(need: Need): void {
    const isOverwritten = this.#whole || this.#covered.size > 0;
    if (isOverwritten || need > this.#need) this.#need = need;
    this.#whole = false;
    this.#covered.clear();
  }
}
