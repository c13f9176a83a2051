/**
 * Does each record make sense beside the records before it? Numbers are given once and in order, views lie within their roots, words and
 * times are possible. A record that does not is reported and left out of all other checks, which may rely on it.
 */
import { sizeOf } from './elements.js';
import { queueOf } from './launches.js';
import type { LogArg, LogEvent, LogTask, LogView } from './log.js';
import type { Tell } from './problem.js';
import { Latest } from './queue-order.js';

type Of<E extends LogEvent['event']> = Extract<LogEvent, { event: E }>;

/** Addresses of memory are multiples of so many bytes. */
const LINE = 64;

export class Records {
  readonly #tell: Tell;
  readonly #shapes = new Map<number, readonly number[]>();
  readonly #numbers = new Map<string, Set<number>>();
  #begin: Of<'begin'> | null = null;
  #task = 0;
  #window = 0;
  /** First and last tasks of the window that was planned last, as long as it may fail. */
  #planned: readonly [number, number] = [-1, -1];
  readonly #launched = new Latest();
  readonly #completed = new Latest();
  #ended = false;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  get begin(): Of<'begin'> | null {
    return this.#begin;
  }

  /** Whether the record makes sense, so that further checks may use it. */
  take(event: LogEvent): boolean {
    const fault = this.#fault(event);
    if (fault !== null) this.#tell('record', `${event.event}: ${fault}`);
    return fault === null;
  }

  #fault(event: LogEvent): string | null {
    if (this.#ended) return 'it comes behind the end';
    if ((this.#begin === null) !== (event.event === 'begin')) return 'a log has one beginning, which comes first';
    switch (event.event) {
      case 'begin':
        this.#begin = event;
        return event.memories < 1 || event.hosts < 1 || event.hosts > event.memories || event.procs < 1
          ? 'there are no processors or memories'
          : null;
      case 'root':
        return this.#root(event);
      case 'task':
        return this.#taskFault(event);
      case 'window':
      case 'failed':
        return this.#windowFault(event);
      case 'launch':
      case 'point':
      case 'copy':
      case 'runs':
      case 'fold':
        return this.#launchFault(event);
      case 'graph':
      case 'link':
        return this.#once('program', event.event === 'graph' ? event.graph : event.link);
      case 'instance':
        return this.#instance(event);
      case 'upload':
      case 'read':
      case 'free':
        return this.#host(event);
      case 'complete':
        return this.#time(event.launch);
      case 'allocate':
      case 'chunk':
        return this.#unaligned(event) ?? this.#ready(event);
      case 'release':
      case 'chunkRelease':
      case 'instanceFree':
        return this.#early('lastUse', event.lastUse) ?? this.#known(event);
      case 'leave':
      case 'replay':
        return null;
      case 'end':
        this.#ended = true;
        return null;
      default:
        return event satisfies never;
    }
  }

  #ready(event: Of<'allocate' | 'chunk'>): string | null {
    return this.#early('ready', event.ready) ?? this.#known(event);
  }

  /** What is said of a launch comes behind it. */
  #early(what: string, launch: number): string | null {
    const last = this.#launched.of(launch);
    return launch > last ? later(what, launch, last) : null;
  }

  /** Memory comes in lines. */
  #unaligned({ address }: { readonly address: number }): string | null {
    return address > 0 && address % LINE === 0 ? null : `no memory begins at ${address}`;
  }

  #known(event: LogEvent): string | null {
    return 'root' in event && !this.#shapes.has(event.root) ? `root ${event.root} is not known` : null;
  }

  /** Numbers are given once. */
  #once(what: string, number: number): string | null {
    let known = this.#numbers.get(what);
    if (known === undefined) this.#numbers.set(what, (known = new Set()));
    if (known.has(number)) return `${what} ${number} comes again`;
    known.add(number);
    return null;
  }

  #root({ root, shape }: Of<'root'>): string | null {
    const again = this.#once('root', root);
    if (again !== null) return again;
    if (!Number.isSafeInteger(shape.reduce((a, n) => a * n, 1))) return `root ${root} has too many elements`;
    this.#shapes.set(root, shape);
    return null;
  }

  #instance({ instance, memory, address, low, high, ready }: Of<'instance'>): string | null {
    const unaligned = this.#unaligned({ address });
    if (unaligned !== null) return unaligned;
    const early = this.#early('ready', ready);
    if (early !== null) return early;
    if (memory >= (this.#begin?.memories ?? 1)) return `memory ${memory} is not one of ${this.#begin?.memories}`;
    if (low.length !== high.length || low.some((n, i) => n > high[i])) return `(${low}) to (${high}) is no box`;
    return this.#once('instance', instance);
  }

  #taskFault(task: LogTask): string | null {
    if (task.task !== this.#task) return `task ${task.task} comes where task ${this.#task} is expected`;
    this.#task++;
    for (const [k, arg] of task.args.entries()) {
      const fault = this.#viewFault(arg) ?? accessFault(task, arg);
      if (fault !== null) return `task ${task.task} (${task.kind}), argument ${k}: ${fault}`;
    }
    return null;
  }

  #viewFault({ root, ...view }: LogView & { readonly root: number }): string | null {
    const shape = this.#shapes.get(root);
    if (shape === undefined) return `root ${root} is not known`;
    if (view.shape.length !== view.strides.length) return `${view.shape.length} axes have ${view.strides.length} strides`;
    if (sizeOf(view) === 0) return null;
    let [low, high] = [view.offset, view.offset];
    view.shape.forEach((n, k) => {
      const span = (n - 1) * view.strides[k];
      if (span < 0) low += span;
      else high += span;
    });
    const size = shape.reduce((a, n) => a * n, 1);
    return low >= 0 && high < size ? null : `elements ${low} to ${high} are not all in root ${root}, which has ${size}`;
  }

  #windowFault({ event, first, end }: Of<'window' | 'failed'>): string | null {
    // A window may fail after it was planned, or before.
    const [lastFirst, lastEnd] = this.#planned;
    if (event === 'failed' && first === lastFirst && end === lastEnd) {
      this.#planned = [-1, -1];
      return null;
    }
    if (end !== this.#task || first > end)
      return `tasks ${first} to ${end - 1} are not the tasks before it, which end with ${this.#task - 1}`;
    if (first !== this.#window) return `it begins with task ${first}, but the one before ends with ${this.#window - 1}`;
    this.#window = end;
    this.#planned = event === 'window' ? [first, end] : [-1, -1];
    return null;
  }

  #launchFault(event: Of<'launch' | 'point' | 'copy' | 'runs' | 'fold'>): string | null {
    if ((event.event === 'launch') === (this.#begin?.memories ?? 1) > 1)
      return 'launches are points exactly where there are several memories';
    this.#launched.note(event.launch);
    if (event.event === 'copy') return event.low.length === event.high.length ? null : 'its box has two ranks';
    if (event.event === 'fold') return this.#viewFault(event);
    if (event.event === 'runs')
      return this.#known(event) ?? (event.first < event.end ? null : `it goes from run ${event.first} to ${event.end}`);
    if (event.tasks.some((n, i) => i > 0 && event.tasks[i - 1] >= n)) return `its tasks ${event.tasks.join()} are not in order`;
    if (event.event === 'point') {
      for (const use of event.uses) {
        const fault = this.#viewFault(use);
        if (fault !== null) return fault;
      }
      return event.from > event.to ? `it goes from ${event.from} to ${event.to}` : null;
    }
    for (const roots of [event.reads, event.writes]) {
      if (new Set(roots).size < roots.length) return `roots ${roots.join()}: one comes twice`;
      const unknown = roots.find((root) => !this.#shapes.has(root));
      if (unknown !== undefined) return `root ${unknown} is not known`;
    }
    return null;
  }

  #host(event: Of<'upload' | 'read' | 'free'>): string | null {
    const placed = event.event === 'upload' ? event.instance : event.event === 'read' ? event.pieces : null;
    if (placed !== null && (placed === undefined) === (this.#begin?.memories ?? 1) > 1)
      return 'contents are in instances exactly where there are several memories';
    // Of a memory whose queue has completed nothing, 0 says no more than that.
    if (event.event === 'free' && event.completed === 0) return null;
    const late = this.#time(event.completed);
    if (late !== null || event.event === 'free') return late;
    if (event.event === 'read' && event.launch !== undefined) this.#launched.note(event.launch);
    return event.event === 'read' ? this.#viewFault(event) : this.#known(event);
  }

  /** Complete launches stay complete, and were launched. */
  #time(completed: number): string | null {
    const before = this.#completed.of(completed);
    if (completed < before) return `launch ${completed} is complete, but ${before} was before`;
    // Downloads are launches of their queue, and have no line.
    if (queueOf(completed) > 0) this.#launched.note(completed);
    const last = this.#launched.of(completed);
    if (completed > last) return later('completed', completed, last);
    this.#completed.note(completed);
    return null;
  }
}

function later(what: string, launch: number, last: number): string {
  return `"${what}" names launch ${launch}, but the latest is ${last}`;
}

/** The shape that a kernel's argument has by the way it is reached. */
function accessFault({ body, domain }: LogTask, { access, shape }: LogArg): string | null {
  if (body !== 'kernel') return null;
  const fits = (part: readonly number[]): boolean => part.join() === shape.join();
  if (access === 'elementwise' && !fits(domain)) return `its shape (${shape}) is not the domain's (${domain})`;
  if (access === 'rows' && !fits(domain.slice(0, shape.length)))
    return `its shape (${shape}) does not begin the domain (${domain})`;
  if (access === 'columns' && !fits(domain.slice(domain.length - shape.length)))
    return `its shape (${shape}) does not end the domain (${domain})`;
  return access === 'full' && shape.length > 0 ? `its shape (${shape}) is not that of one value` : null;
}
