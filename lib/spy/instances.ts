/**
 * With several memories: does every point find the data of its last writer where it looks? Contents have *versions*: a number
 * for each write of the program. Element by element, a root has the version that the program gave it last, and an instance
 * the version that it holds, which launches wrote it and which read it:
 *
 *     program           root x       instance 0 [0,6)   instance 1 [4,8)
 *     x[0:4] = …  (1)   1111----     1111--             ----
 *     x[4:8] = …  (2)   11112222     1111--             2222
 *     copy [4,6)        11112222     111122             2222            a point may read x[0:6] in instance 0 now
 *
 * A launch that folds leaves rows of partial results, with a column for each element of its view, in order; a fold makes elements of
 * columns of them when all rows are of one version.
 */
import { sizeOf } from './elements.js';
import { type Among, Holding, piecesFault } from './holding.js';
import { queueOf } from './launches.js';
import type { LogEvent, LogPoint, LogTask, LogUse } from './log.js';
import { elementsOf, PartialResults, versionOf } from './partial-results.js';
import type { Tell } from './problem.js';
import { partOf } from './reach.js';
import { nameOf, reachKey, stale, touches, useOf } from './uses.js';

type Of<E extends LogEvent['event']> = Extract<LogEvent, { event: E }>;

/** The shapes and elements of roots, and the queues of memories. */
interface RootFacts {
  readonly shapeOf: (root: number) => readonly number[];
  /** Bytes of an element. */
  readonly eachOf: (root: number) => number;
  /** The queue of launches in a memory. */
  readonly queueIn: (memory: number) => number;
}

export class Instances {
  readonly #tell: Tell;
  readonly #among: Among;
  readonly #queueIn: (memory: number) => number;
  readonly #shapeOf: (root: number) => readonly number[];
  /** Bytes of a root's element. */
  readonly #eachOf: (root: number) => number;
  readonly #held = new Map<number, Holding>();
  /** By root: versions of its elements, 0 where nothing was written. */
  readonly #current = new Map<number, Int32Array>();
  /** Roots with unknown contents, since tasks that should have written them failed. */
  readonly #unknown = new Set<number>();
  /** Roots that have been in instances and did not leave them. */
  readonly #roots = new Set<number>();
  /** Roots that left their instances, and were not written since. */
  readonly #left = new Set<number>();
  readonly #partials = new PartialResults();
  #uploads = 0;
  copies = 0;
  folds = 0;

  constructor(roots: RootFacts, tell: Tell, among: Among) {
    this.#among = among;
    this.#shapeOf = roots.shapeOf;
    this.#eachOf = roots.eachOf;
    this.#queueIn = roots.queueIn;
    this.#tell = tell;
  }

  instance(event: Of<'instance'>): void {
    this.#held.set(event.instance, new Holding(event, this.#among));
  }

  instanceFree({ instance }: Of<'instanceFree'>): void {
    if (!this.#held.delete(instance)) this.#tell('copy', `instance ${instance} is given back, but there is none`);
  }

  leave(root: number): void {
    this.#roots.delete(root);
    this.#current.delete(root);
    this.#left.add(root);
  }

  /** A root that failed tasks should have written may hold anything. */
  poison(root: number): void {
    this.#unknown.add(root);
  }

  copy(event: Of<'copy'>): void {
    this.copies++;
    const [from, to] = [this.#find(event.from), this.#find(event.to)];
    if (from === null || to === null) return;
    const who = `launch ${event.launch} (copy from instance ${from.id} to ${to.id})`;
    let fault = to.misfit(from.each, from.rank);
    from.common(to, event.low, event.high, (a, b) => {
      fault ??= from.fault(a, event, false) ?? to.fault(b, event, true);
      if (a >= 0 && b >= 0) to.take(b, from.holds[a], event.launch);
      if (a >= 0) from.use(a, event.launch);
    });
    if (fault !== null) this.#tell('copy', `${who} waits for ${event.wait}: ${fault}`);
  }

  /** Whether an instance is in the memory of another queue than a launch's. */
  isForeign(instance: number, launch: number): boolean {
    const held = this.#held.get(instance);
    return held !== undefined && this.#queueIn(held.memory) !== queueOf(launch);
  }

  /** A point runs tasks, in the order of the program. */
  point(event: LogPoint, tasks: readonly LogTask[]): void {
    this.#uses(event, tasks);
    for (const task of tasks) {
      for (const arg of task.args) {
        const use = useOf(event.uses, arg, 'reads');
        if (arg.privilege !== 'write' && use !== null) this.#read(event, task, arg, use);
      }
      task.args.forEach((arg, k) => {
        const use = useOf(event.uses, arg, 'writes');
        if (arg.privilege !== 'read' && use !== null) this.#write(event, task, k, use);
      });
    }
  }

  /** Each use is that of an argument; a point runs in one memory. */
  #uses({ launch, uses }: LogPoint, tasks: readonly LogTask[]): void {
    const args = tasks.flatMap((task) => task.args);
    const memories = new Set<number>();
    for (const use of uses) {
      const { root, instance } = use;
      this.#roots.add(root);
      const memory = this.#held.get(instance)?.memory;
      if (memory !== undefined) memories.add(memory);
      // A root of one value is bound as such, over no points, too, where views that repeat it have no elements.
      const isValue = this.#shapeOf(root).length === 0;
      if (!args.some((arg) => arg.root === root && (isValue || reachKey(arg) === reachKey(use))))
        this.#tell('task', `launch ${launch} uses root ${root} by a view that no task of it has`);
    }
    if (memories.size > 1) this.#tell('copy', `launch ${launch} uses instances of memories ${[...memories].join()}`);
  }

  #read(event: LogPoint, task: LogTask, arg: LogTask['args'][number], use: LogUse): void {
    const holding = this.#find(use.instance);
    if (holding === null || this.#unknown.has(use.root)) return;
    const current = this.#versions(use.root);
    const shape = this.#shapeOf(use.root);
    let fault = this.#gone(use.root) ?? holding.misfit(this.#eachOf(use.root), shape.length);
    if (use.low !== undefined && use.high !== undefined && !holding.contains(use.low, use.high))
      fault ??= `elements (${use.low}) to (${use.high}) are not all in it`;
    partOf(arg, task.domain, event, (element) => {
      if (!touches(use, element, shape)) return;
      const at = holding.placeOf(element, shape);
      if (at < 0) fault ??= `element ${element} is not in it`;
      else if (holding.wrote[at] !== event.launch || event.launch === 0) {
        if (holding.holds[at] !== current[element]) fault ??= stale(element, holding.holds[at], current[element]);
        fault ??= holding.fault(at, event, false);
      }
      if (at >= 0) holding.use(at, event.launch);
    });
    if (fault !== null) this.#tell('copy', `${nameOf(event, task)} reads root ${use.root} in instance ${holding.id}: ${fault}`);
  }

  #write(event: LogPoint, task: LogTask, k: number, use: LogUse): void {
    const holding = this.#find(use.instance);
    if (holding === null) return;
    const arg = task.args[k];
    const version = task.task * 16 + (k % 16) + 1;
    const current = this.#versions(use.root);
    const shape = this.#shapeOf(use.root);
    if (sizeOf(arg) === current.length) this.#unknown.delete(use.root);
    this.#left.delete(use.root);
    let fault =
      use.rows === null
        ? holding.misfit(this.#eachOf(use.root), shape.length)
        : (holding.misfit(this.#eachOf(use.root), 2) ?? holding.misplaced(use.rows, sizeOf(arg)));
    if (use.rows !== null) this.#partials.note(use.root, arg, version, use.rows);
    const put = (at: number): void => {
      fault ??= holding.fault(at, event, true);
      holding.take(at, version, event.launch);
    };
    if (use.rows !== null && fault === null) for (let at = 0; at < holding.holds.length; at++) put(at);
    const whole = { ...event, from: 0, to: sizeOf({ ...arg, shape: task.domain }) };
    partOf(arg, task.domain, use.rows === null ? event : whole, (element) => {
      if (!touches(use, element, shape)) return;
      const at = use.rows === null ? holding.placeOf(element, shape) : 0;
      if (at < 0) fault ??= `element ${element} is not in it`;
      else if (use.rows === null) put(at);
      current[element] = version;
    });
    if (fault !== null) this.#tell('copy', `${nameOf(event, task)} writes root ${use.root} in instance ${holding.id}: ${fault}`);
  }

  /** Folds runs of partial results into a result each. */
  runs(event: Of<'runs'>): void {
    const [from, into] = [this.#find(event.from), this.#find(event.into)];
    if (from === null || into === null) return;
    const fault = into.misfit(from.each, 2) ?? this.#partials.runs(event, from, into);
    if (fault !== null)
      this.#tell('copy', `launch ${event.launch} (runs of root ${event.root}) from instance ${from.id}: ${fault}`);
  }

  fold(event: Of<'fold'>): void {
    this.folds++;
    const [from, into] = [this.#find(event.from), this.#find(event.into)];
    if (from === null || into === null) return;
    const current = this.#versions(event.root);
    const shape = this.#shapeOf(event.root);
    const version = versionOf(from.holds[0]);
    let fault = into.misfit(this.#eachOf(event.root), shape.length);
    if (!from.holds.every((v) => v === from.holds[0])) fault ??= 'it has partial results of several tasks, or too few';
    if (from.memory !== into.memory) fault ??= `it is not in the memory of instance ${into.id}`;
    for (let at = 0; at < from.holds.length; at++) {
      fault ??= from.fault(at, event, false);
      from.use(at, event.launch);
    }
    fault ??= this.#partials.fault(event, from);
    for (const element of elementsOf(event)) {
      const at = into.placeOf(element, shape);
      if (at < 0) fault ??= `element ${element} is not in instance ${into.id}`;
      else {
        fault ??= into.fault(at, event, true);
        if (current[element] !== version && !this.#unknown.has(event.root)) fault ??= stale(element, version, current[element]);
        into.take(at, version, event.launch);
      }
    }
    if (fault !== null)
      this.#tell('copy', `launch ${event.launch} (fold of root ${event.root}) from instance ${from.id}: ${fault}`);
  }

  /** The host fills a root. */
  upload({ root, instance, completed }: Of<'upload'>): void {
    if (instance === undefined) return;
    const holding = this.#find(instance);
    if (holding === null) return;
    this.#roots.add(root);
    this.#left.delete(root);
    this.#unknown.delete(root);
    const version = -++this.#uploads;
    const current = this.#versions(root).fill(version);
    let fault = holding.misfit(this.#eachOf(root), this.#shapeOf(root).length);
    current.forEach((_, element) => {
      const at = holding.placeOf(element, this.#shapeOf(root));
      if (at < 0) fault ??= `element ${element} is not in it`;
      else {
        fault ??= holding.fault(at, { launch: 0, wait: completed }, true);
        holding.take(at, version, 0);
      }
    });
    if (fault !== null) this.#tell('copy', `root ${root} is filled in instance ${instance}: ${fault}`);
  }

  /** The host reads a view, from pieces of instances. */
  hostRead({ root, completed, pieces = [], launch, ...view }: Of<'read'>): void {
    if (this.#unknown.has(root)) return;
    const current = this.#versions(root);
    const shape = this.#shapeOf(root);
    let fault = this.#gone(root) ?? piecesFault(this.#held, pieces, this.#eachOf(root), shape.length);
    partOf({ ...view, access: 'elementwise' }, view.shape, { from: 0, to: sizeOf(view) }, (element) => {
      if (current[element] === 0 || fault !== null) return;
      const found = pieces.flatMap(({ instance, low, high }) => {
        const holding = this.#held.get(instance);
        const at = holding?.placeWithin(element, shape, low, high) ?? -1;
        if (holding === undefined || at < 0) return [];
        if (launch !== undefined) holding.use(at, launch);
        const isWritten =
          launch === undefined
            ? holding.wrote[at] <= completed || this.#among.leads(holding.wrote[at], 0)
            : holding.fault(at, { launch, wait: 0 }, false) === null;
        return [holding.holds[at] === current[element] && isWritten];
      });
      if (found.length === 0 || found.includes(false))
        fault = `element ${element} is not in its instance as its last writer left it, complete by launch ${completed}`;
    });
    if (fault !== null) this.#tell('copy', `the host reads root ${root}: ${fault}`);
  }

  #gone(root: number): string | null {
    return this.#left.has(root) ? 'it was let go of' : null;
  }

  /** Checks that unreachable roots have left their instances. */
  end(reachable: readonly number[] | null): void {
    const held = new Set(reachable ?? []);
    for (const root of this.#roots) {
      if (reachable !== null && !held.has(root))
        this.#tell('leak', `root ${root} has instances and no handle, and was not let go of`);
    }
  }

  #find(instance: number): Holding | null {
    const found = this.#held.get(instance);
    if (found === undefined) this.#tell('copy', `instance ${instance} is used, but there is none`);
    return found ?? null;
  }

  #versions(root: number): Int32Array {
    let current = this.#current.get(root);
    if (current === undefined) {
      const size = this.#shapeOf(root).reduce((a, n) => a * n, 1);
      this.#current.set(root, (current = new Int32Array(size)));
    }
    return current;
  }
}
