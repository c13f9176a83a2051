/**
 * Does every launch wait for the earlier launches that it conflicts with? A launch begins when the one it waits for, and all below, are
 * complete; so launch a is over before b exactly when a ≤ wait(b), and of all launches that used a view in one way only the last matters.
 * The host's own accesses are over when they return. Launches of one graph, and of the graph that it follows, are ordered by its edges:
 * see `replays.ts`.
 */
import { keyOf, meet } from './elements.js';
import type { LogLaunch, LogTask, LogView } from './log.js';
import type { Tell } from './problem.js';

/** The last launches that used one view. */
interface History {
  readonly view: LogView;
  read: number;
  write: number;
  /** The latest before the launches of the last graph. */
  outside: { read: number; write: number };
}

const NEVER = Object.freeze({ read: 0, write: 0 });

interface Access {
  readonly root: number;
  readonly view: LogView;
  readonly task: LogTask;
  readonly writes: boolean;
}

export class Order {
  readonly #tell: Tell;
  readonly #roots = new Map<number, Map<string, History>>();
  /** Pairs of conflicting accesses that were checked. */
  pairs = 0;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  /** Checks a launch against the launches before it; launches from `since` on are ordered by a graph. */
  launch(launch: LogLaunch, tasks: readonly LogTask[], since: number): void {
    const accesses = accessesOf(launch, tasks);
    for (const access of accesses) this.#check(launch, access, since);
    for (const access of accesses) this.#note(launch, access, since);
  }

  #check(launch: LogLaunch, access: Access, since: number): void {
    for (const h of this.#roots.get(access.root)?.values() ?? []) {
      const [read, write] = [h.read < since ? h.read : h.outside.read, h.write < since ? h.write : h.outside.write];
      const last = access.writes ? Math.max(read, write) : write;
      if (last === 0) continue;
      this.pairs++;
      if (last <= launch.wait || !meet(h.view, access.view)) continue;
      const dependence = access.writes ? (write >= read ? 'WAW' : 'WAR') : 'RAW';
      const who = launch.launch === 0 ? 'a JavaScript body' : `launch ${launch.launch}`;
      const what = `${who} (${access.task.kind}, task ${access.task.task}) waits for ${launch.wait}`;
      this.#tell('order', `${dependence} on root ${access.root}: ${what}, but launch ${last} uses the same elements`);
    }
  }

  #note(launch: LogLaunch, { root, view, writes }: Access, since: number): void {
    let views = this.#roots.get(root);
    if (views === undefined) this.#roots.set(root, (views = new Map()));
    const key = keyOf(view);
    let h = views.get(key);
    if (h === undefined) views.set(key, (h = { view, ...NEVER, outside: NEVER }));
    h.outside = { read: h.read < since ? h.read : h.outside.read, write: h.write < since ? h.write : h.outside.write };
    if (writes) h.write = Math.max(h.write, launch.launch);
    else h.read = Math.max(h.read, launch.launch);
  }

  /** The host reads a view when launches up to `completed` are complete. */
  hostRead(root: number, view: LogView, completed: number): void {
    for (const h of this.#roots.get(root)?.values() ?? []) {
      if (h.write > completed && meet(h.view, view)) {
        this.#tell(
          'order',
          `RAW on root ${root}: the host reads it when launch ${completed} is complete, but launch ${h.write} writes it`,
        );
      }
    }
  }
}

/** The accesses of a launch to memory: its tasks' accesses, less roots that it keeps out of memory. */
function accessesOf(launch: LogLaunch, tasks: readonly LogTask[]): Access[] {
  const reads = new Set(launch.reads);
  const writes = new Set(launch.writes);
  const found: Access[] = [];
  for (const task of tasks) {
    for (const arg of task.args) {
      const { root, privilege } = arg;
      if (privilege !== 'write' && reads.has(root)) found.push({ root, view: arg, task, writes: false });
      if (privilege !== 'read' && writes.has(root)) found.push({ root, view: arg, task, writes: true });
    }
  }
  return found;
}
