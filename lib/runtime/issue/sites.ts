/**
 * The positions of tasks in the user's program. Finding one takes longer than launching a small task, so only tasks that may fail by their
 * contents have one, and of each kind the first tasks, then ever fewer: later ones have the position of the last that was looked at, which
 * is said. Tasks that match a predicted window have those of the window's first time. With `MANIPLE_DEBUG=1` every task has its own, and in a
 * profile every task that is made.
 */
import { isDebugging, type Site, siteHere } from '../../base/index.js';
import { recorder } from '../../profile/index.js';
import type { TaskKind } from '../../task/index.js';

/** The first tasks of a kind, which are all looked at; later tasks are where their number is a power of two. */
const FIRST = 16;

/** Whether each task's position is looked for: then no window is predicted from the one before. */
export function areSitesExact(): boolean {
  return isDebugging();
}

/** The position of the call that issues a task of this kind. */
export function siteOf(kind: TaskKind): Site | null {
  return kind.mayFail || isDebugging() || recorder() !== null ? noted(kind) : null;
}

function noted({ last }: TaskKind): Site | null {
  const n = ++last.asked;
  if (n <= FIRST || isDebugging() || recorder() !== null || (n & (n - 1)) === 0) {
    const site = siteHere();
    last.site = uncertain(site);
    return site;
  }
  return last.site;
}

/** A position as that of operations that are like the one issued there. */
export function uncertain(site: Site | null): Site | null {
  return site === null ? null : { ...site, isCertain: false };
}
