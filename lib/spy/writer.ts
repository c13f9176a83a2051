/**
 * Writes a log. Tasks are written when their window is launched, so that issuing one costs nothing; lines are gathered
 * and written some hundred KiB at a time. The end is written at `close`, or when the process exits.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../base/index.js';
import { onQueue } from '../device/index.js';
import type { View } from '../shape/index.js';
import type { ChunkOwner, Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import { LOG_VERSION, type LogEvent, type LogPiece, type LogPoint, type LogUse } from './log.js';
import { loggedArgs, loggedView } from './logged.js';

const FULL = 256 << 10;

/** Logs this process opened, by path: the second runtime of a process writes `FILE.2`. */
const opened = new Map<string, number>();

/** The facts of a launch, from the launcher. */
interface LaunchFacts {
  readonly launch: number;
  readonly wait: number;
  /** Positions in the window. */
  readonly tasks: readonly number[];
  /** Whether it goes over the first axes of their domains, or over all but the first of some. */
  readonly split: 'columns' | 'rows' | null;
  /** For each task that gathers through producers: its position, and theirs. */
  readonly through: readonly (readonly number[])[];
  readonly reads: readonly number[];
  readonly writes: readonly number[];
}

/** The facts at the end. */
export interface Ending {
  readonly live: number;
  readonly reachable: readonly number[] | null;
}

/** The facts of an instance. */
interface InstanceFacts {
  readonly id: number;
  readonly memory: number;
  readonly rect: { readonly low: readonly number[]; readonly high: readonly number[] };
  readonly address: number;
  readonly ready: number;
  readonly lastUse: number;
  readonly chunk: ChunkOwner | null;
}

type MemoriesEvent = Extract<LogEvent, { event: 'instance' | 'instanceFree' | 'copy' | 'runs' | 'fold' | 'complete' | 'leave' }>;

export class SpyWriter {
  readonly #fd: number;
  readonly #ending: () => Ending;
  /** Memories of the host. */
  readonly #hosts: number;
  /** Whether instances, rather than roots, have memory. */
  readonly #several: boolean;
  readonly #onExit = (): void => this.close();
  /** Roots that have a line. */
  readonly #known = new WeakSet<Root>();
  #text = '';
  #lines = 0;
  /** The digest of the bytes written so far. */
  readonly #digest = createHash('sha256');
  /** Bytes of roots, and by chunk's address the roots in it: the runtime does not count bytes of small roots. */
  readonly #bytes = new Map<number, number>();
  readonly #within = new Map<number, Map<number, number>>();
  /** Number of the next task, and of the window's first. */
  #next = 0;
  #first = 0;
  #open = true;

  /** Opens the log. Throws `ConfigError` when it cannot be written. */
  constructor(
    path: string,
    facts: { device: string; procs: number; fusion: boolean; memories: number; hosts: number },
    ending: () => Ending,
  ) {
    this.#ending = ending;
    this.#several = facts.memories > 1;
    this.#hosts = facts.hosts;
    const full = resolve(path);
    const count = (opened.get(full) ?? 0) + 1;
    opened.set(full, count);
    try {
      this.#fd = openSync(count === 1 ? full : `${full}.${count}`, 'w');
    } catch (cause) {
      throw new ConfigError(`--spy: ${path} cannot be written: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
    process.once('exit', this.#onExit);
    this.#write({ event: 'begin', version: LOG_VERSION, ...facts });
  }

  /** Writes a window's tasks; its launches follow. */
  window(tasks: readonly Task[]): void {
    this.#first = this.#next;
    for (const task of tasks) this.#task(task);
  }

  #task(task: Task): void {
    const { kind, domain, roots } = task;
    for (const root of roots) this.#root(root);
    this.#write({
      event: 'task',
      task: this.#next++,
      kind: kind.name,
      body: kind.body.kind,
      domain,
      args: loggedArgs(task),
      index: kind.index === null ? undefined : true,
    });
  }

  /** Writes the window's plan: slots that get no memory. */
  planned(slots: readonly Root[], eliminated: readonly number[]): void {
    this.#write({ event: 'window', first: this.#first, end: this.#next, eliminated: ids(slots, eliminated) });
  }

  /** Writes that the window's launching threw. */
  failed(): void {
    this.#write({ event: 'failed', first: this.#first, end: this.#next });
  }

  launch(slots: readonly Root[], facts: LaunchFacts, scratch: readonly { address: number; bytes: number }[]): void {
    this.#write({
      event: 'launch',
      launch: facts.launch,
      wait: facts.wait,
      tasks: facts.tasks.map((t) => this.#first + t),
      split: facts.split ?? undefined,
      through: facts.through.length === 0 ? undefined : facts.through.map((way) => way.map((t) => this.#first + t)),
      reads: ids(slots, facts.reads),
      writes: ids(slots, facts.writes),
      scratch: scratch.map((b): [number, number] => [b.address, b.bytes]),
    });
  }

  /** Writes a compiled program; its first launch follows. */
  graph(graph: Omit<Extract<LogEvent, { event: 'graph' }>, 'event'>): void {
    this.#write({ event: 'graph', ...graph });
  }

  link(link: number, gates: readonly (readonly [number, number])[]): void {
    this.#write({ event: 'link', link, gates });
  }

  /** Writes a launch of a compiled program; the launches of its steps follow. */
  replay(replay: Omit<Extract<LogEvent, { event: 'replay' }>, 'event'>): void {
    this.#write({ event: 'replay', ...replay });
  }

  /** Writes a root that was just given memory. `bytes`: a small root's part of its chunk. */
  allocate(root: Root, bytes: number): void {
    this.#root(root);
    const { id, address, lastUse, chunk } = root;
    this.#bytes.set(id, bytes);
    if (chunk !== null) this.#within.get(chunk.memory.address)?.set(id, address);
    this.#write({ event: 'allocate', root: id, address, bytes, ready: lastUse, small: chunk !== null });
  }

  /** Writes a root before its memory is taken back. */
  release(root: Root): void {
    const { id, address, lastUse, chunk } = root;
    if (chunk !== null) this.#within.get(chunk.memory.address)?.delete(id);
    this.#release(id, address, lastUse);
  }

  #release(root: number, address: number, lastUse: number): void {
    this.#write({ event: 'release', root, address, bytes: this.#bytes.get(root) ?? 0, lastUse });
    this.#bytes.delete(root);
  }

  /** Writes an instance that was just given memory. */
  instance({ id, memory, rect, address, ready, chunk }: InstanceFacts, bytes: number): void {
    this.#bytes.set(id, bytes);
    if (chunk !== null) this.#within.get(chunk.memory.address)?.set(id, address);
    const small = chunk === null ? undefined : true;
    this.#write({
      event: 'instance',
      instance: id,
      memory,
      ...rect,
      address,
      bytes,
      ready: this.#launchIn(memory, ready),
      small,
    });
  }

  /** Writes an instance before its memory is taken back. */
  instanceFree({ id, memory, address, lastUse, chunk }: InstanceFacts): void {
    if (chunk !== null) this.#within.get(chunk.memory.address)?.delete(id);
    this.#instanceFree(id, address, this.#launchIn(memory, lastUse));
  }

  /** A launch of the queue of a memory, among those of the machine. */
  #launchIn(memory: number, launch: number): number {
    return onQueue(Math.max(0, memory - this.#hosts + 1), launch);
  }

  #instanceFree(instance: number, address: number, lastUse: number): void {
    this.#write({ event: 'instanceFree', instance, address, bytes: this.#bytes.get(instance) ?? 0, lastUse });
    this.#bytes.delete(instance);
  }

  chunk(address: number, bytes: number, ready: number): void {
    this.#within.set(address, new Map());
    this.#write({ event: 'chunk', address, bytes, ready });
  }

  chunkRelease(address: number, bytes: number, lastUse: number): void {
    const release = this.#several ? this.#instanceFree : this.#release;
    for (const [id, at] of this.#within.get(address) ?? []) release.call(this, id, at, lastUse);
    this.#within.delete(address);
    this.#write({ event: 'chunkRelease', address, bytes, lastUse });
  }

  free(address: number, bytes: number, completed: number): void {
    this.#write({ event: 'free', address, bytes, completed });
  }

  /** `instance`: with several memories, the one that was filled. */
  upload(root: Root, completed: number, instance?: number): void {
    this.#root(root);
    this.#write({ event: 'upload', root: root.id, completed, instance });
  }

  /** `pieces`: with several memories, the boxes of instances that were read; `by`: the launch that reads them in the host's place. */
  read(root: Root, view: View, completed: number, pieces?: readonly LogPiece[], by?: Pick<LogPoint, 'launch' | 'follows'>): void {
    this.#root(root);
    this.#write({ event: 'read', root: root.id, completed, pieces, ...by, ...loggedView(view) });
  }

  /** Writes an event of several memories. */
  memories(event: MemoriesEvent): void {
    this.#write(event);
  }

  /** Writes a point: its tasks by position in the window. */
  point(point: Omit<LogPoint, 'event'>): void {
    const uses = point.uses.map(
      ({ root, instance, reads, writes, rows, low, high, shape, strides, offset }): LogUse => ({
        root,
        instance,
        reads,
        writes,
        rows,
        low,
        high,
        shape,
        strides,
        offset,
      }),
    );
    this.#write({ event: 'point', ...point, uses, tasks: point.tasks.map((t) => this.#first + t) });
  }

  /** Writes the end. Safe to call twice. */
  close(): void {
    if (!this.#open) return;
    this.#write({ event: 'end', ...this.#ending() });
    this.#open = false;
    process.off('exit', this.#onExit);
    this.#flush();
    this.#text = `${JSON.stringify({ event: 'seal', lines: this.#lines, sha256: this.#digest.copy().digest('hex') })}\n`;
    this.#flush();
    closeSync(this.#fd);
  }

  #root(root: Root): void {
    if (this.#known.has(root)) return;
    this.#known.add(root);
    this.#write({ event: 'root', root: root.id, dtype: root.dtype.name, shape: root.view.shape });
  }

  #write(event: LogEvent): void {
    if (!this.#open) return;
    this.#text += `${JSON.stringify(event)}\n`;
    this.#lines++;
    if (this.#text.length >= FULL) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    this.#digest.update(bytes);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at);
  }
}

/** The roots of some slots, each once: a root that is read apart has several. */
function ids(slots: readonly Root[], numbers: readonly number[]): number[] {
  return [...new Set(numbers.map((n) => slots[n].id))];
}
