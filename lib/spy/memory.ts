/**
 * Checks which root has which addresses, and whether recycled memory is safe: a range may be given to a root while launches still use it
 * for the root before, but then every launch that uses the new root waits for them.
 */
import type { Among } from './holding.js';
import type { LogEvent, LogLaunch } from './log.js';
import type { Tell } from './problem.js';

type Of<E extends LogEvent['event']> = Extract<LogEvent, { event: E }>;

/** A stretch of memory, `low` to `high`, and the root that was last there. */
interface Stretch {
  low: number;
  high: number;
  /** Null for scratch memory. */
  readonly root: number | null;
  readonly small: boolean;
  alive: boolean;
  /** Last launch that uses it. */
  lastUse: number;
  /** Launches of other queues than its memory's that use it. */
  readonly foreign: number[];
  /** Last launch that uses the root there before. */
  readonly before: number;
}

/** Bytes of partial results that no launch reaches. */
export const MOST_SCRATCH = 2 ** 29;

export class MemoryMap {
  readonly #tell: Tell;
  /** The word for owners of memory: root, or with several memories instance. */
  readonly #noun: string;
  /** The order of launches that graphs give, besides their waits. */
  readonly #among: Pick<Among, 'leads'> | null;
  /** Disjoint, by address. */
  readonly #stretches: Stretch[] = [];
  readonly #roots = new Map<number, Stretch>();
  readonly #chunks = new Map<number, number>();
  allocations = 0;
  recycled = 0;

  /** Bytes that its elements take, as far as they are known. */
  readonly #needs: (root: number) => number;

  constructor(
    tell: Tell,
    needs: (root: number) => number,
    noun: 'root' | 'instance' = 'root',
    among: Pick<Among, 'leads'> | null = null,
  ) {
    this.#tell = tell;
    this.#needs = needs;
    this.#noun = noun;
    this.#among = among;
  }

  allocate({ root, address, bytes, ready, small }: Of<'allocate'>): void {
    this.allocations++;
    if (this.#roots.has(root)) this.#tell('memory', `${this.#noun} ${root} gets memory while it has some`);
    if (small !== this.#inChunk(address, address + bytes))
      this.#tell(
        'memory',
        `${this.#noun} ${root} at ${address} lies ${small ? 'outside the chunks' : 'in a chunk of small ones'}`,
      );
    const needed = this.#needs(root);
    if (bytes < needed) this.#tell('memory', `${this.#noun} ${root} gets ${bytes} bytes and needs ${needed}`);
    const before = this.#claim(address, address + bytes, `${this.#noun} ${root}`);
    if (ready < before) {
      this.#tell(
        'memory',
        `${this.#noun} ${root} may be written after launch ${ready}, but launch ${before} uses its memory for an earlier one`,
      );
    }
    const stretch: Stretch = { low: address, high: address + bytes, root, small, alive: true, lastUse: 0, foreign: [], before };
    this.#insert(stretch);
    this.#roots.set(root, stretch);
  }

  /** The address of a root or instance; 0 for one without memory. */
  addressOf(root: number): number {
    return this.#roots.get(root)?.low ?? 0;
  }

  /** A launch uses roots and scratch memory; launches from `since` on are ordered by a graph. */
  use(launch: LogLaunch, since = Number.POSITIVE_INFINITY): void {
    for (const root of new Set([...launch.reads, ...launch.writes])) {
      const stretch = this.#roots.get(root);
      if (stretch === undefined) {
        this.#tell('memory', `${nameOf(launch)} uses ${this.#noun} ${root}, which has no memory`);
        continue;
      }
      this.#wait(launch, since, stretch.before, `the memory of ${this.#noun} ${root}`);
      stretch.lastUse = Math.max(stretch.lastUse, launch.launch);
    }
    for (const [address, bytes] of launch.scratch) {
      if (bytes > MOST_SCRATCH) this.#tell('memory', `${nameOf(launch)} has ${bytes} bytes of scratch memory at ${address}`);
      const before = this.#claim(address, address + bytes, `scratch memory of ${nameOf(launch)}`);
      this.#wait(launch, since, before, 'its scratch memory');
      const lastUse = launch.launch;
      this.#insert({ low: address, high: address + bytes, root: null, small: false, alive: false, lastUse, foreign: [], before });
    }
  }

  /** A launch of another queue than the memory's uses instances. */
  useForeign(launch: LogLaunch): void {
    for (const instance of launch.reads) {
      const stretch = this.#roots.get(instance);
      if (stretch === undefined) this.#tell('memory', `${nameOf(launch)} uses ${this.#noun} ${instance}, which has no memory`);
      else {
        this.#wait(launch, Number.POSITIVE_INFINITY, stretch.before, `the memory of ${this.#noun} ${instance}`);
        stretch.foreign.push(launch.launch);
      }
    }
  }

  #wait(launch: LogLaunch, since: number, before: number, what: string): void {
    if (before > launch.wait && before < since && !this.#among?.leads(before, launch.launch)) {
      this.#tell('memory', `${nameOf(launch)} waits for ${launch.wait}, but launch ${before} uses ${what} for an earlier one`);
    }
  }

  /** Whether a root has memory. */
  has(root: number): boolean {
    return this.#roots.has(root);
  }

  release({ root, address, bytes, lastUse }: Of<'release'>): void {
    const stretch = this.#roots.get(root);
    if (stretch === undefined || stretch.low !== address) {
      this.#tell('memory', `${this.#noun} ${root} gives back memory at ${address} that it does not have`);
      return;
    }
    if (stretch.high - stretch.low !== bytes)
      this.#tell('memory', `${this.#noun} ${root} gives back ${bytes} bytes of ${stretch.high - stretch.low}`);
    this.#end(stretch, lastUse);
  }

  chunk({ address, bytes, ready }: Of<'chunk'>): void {
    if (this.#chunks.has(address)) this.#tell('memory', `a chunk is given memory at ${address}, which is a chunk's`);
    const before = this.#claim(address, address + bytes, 'a chunk');
    if (ready < before)
      this.#tell('memory', `a chunk may be written after launch ${ready}, but launch ${before} uses its memory`);
    if (before > 0) {
      this.#insert({
        low: address,
        high: address + bytes,
        root: null,
        small: false,
        alive: false,
        lastUse: before,
        foreign: [],
        before: 0,
      });
    }
    this.#chunks.set(address, bytes);
  }

  chunkRelease({ address, bytes, lastUse }: Of<'chunkRelease'>): void {
    if (this.#chunks.get(address) !== bytes) this.#tell('memory', `a chunk at ${address} is given back, but none is there`);
    this.#chunks.delete(address);
    for (const stretch of this.#within(address, address + bytes)) {
      if (stretch.lastUse > lastUse)
        this.#tell('memory', `a chunk is given back as used up to launch ${lastUse}, but launch ${stretch.lastUse} uses it`);
      if (!stretch.alive) continue;
      this.#tell('memory', `a chunk at ${address} is given back, but ${this.#noun} ${stretch.root} in it was not`);
      this.#end(stretch, lastUse);
    }
  }

  #end(stretch: Stretch, lastUse: number): void {
    stretch.alive = false;
    if (stretch.root !== null) this.#roots.delete(stretch.root);
    for (const launch of stretch.foreign) {
      if (this.#among?.leads(launch, 0) === true) continue;
      this.#tell('memory', `${this.#noun} ${stretch.root} is given back while launch ${launch} of another queue uses it`);
    }
    if (lastUse < stretch.lastUse) {
      const what = `${this.#noun} ${stretch.root} is given back as used up to launch ${lastUse}`;
      this.#tell('memory', `${what}, but launch ${stretch.lastUse} uses it`);
    }
  }

  /** Memory goes back to the system: nothing may be using it. */
  free({ address, bytes, completed }: Of<'free'>): void {
    for (const stretch of this.#within(address, address + bytes)) {
      const who = stretch.root === null ? 'scratch memory' : `${this.#noun} ${stretch.root}`;
      if (stretch.alive) this.#tell('memory', `memory of ${who} at ${address} goes back to the system while it is in use`);
      else if (stretch.lastUse > completed) {
        this.#tell('memory', `memory of ${who} goes back to the system before launch ${stretch.lastUse} is complete`);
      }
    }
    this.#claim(address, address + bytes, null);
  }

  /** The host writes a root. */
  upload({ root, completed }: Of<'upload'>): void {
    const stretch = this.#roots.get(root);
    if (stretch === undefined) this.#tell('memory', `${this.#noun} ${root} is filled, but has no memory`);
    else if (stretch.before > completed) {
      this.#tell(
        'memory',
        `${this.#noun} ${root} is filled when launch ${completed} is complete, but launch ${stretch.before} uses its memory`,
      );
    }
  }

  end({ live, reachable }: Of<'end'>): void {
    const held = new Set(reachable ?? []);
    let bytes = 0;
    for (const size of this.#chunks.values()) bytes += size;
    for (const [root, stretch] of this.#roots) {
      if (stretch.small) continue;
      bytes += stretch.high - stretch.low;
      if (reachable !== null && !held.has(root))
        this.#tell('leak', `${this.#noun} ${root} has memory and no handle, and was not given back`);
    }
    if (bytes !== live) this.#tell('leak', `${live} bytes are said to be in use, but roots and chunks have ${bytes}`);
  }

  #inChunk(low: number, high: number): boolean {
    for (const [address, bytes] of this.#chunks) if (address <= low && high <= address + bytes) return true;
    return false;
  }

  /** Takes a range from its dead owners; returns the last launch that uses it. */
  #claim(low: number, high: number, who: string | null): number {
    const first = this.#firstAfter(low);
    const found = this.#within(low, high);
    let before = 0;
    const rest: Stretch[] = [];
    for (const stretch of found) {
      if (stretch.alive && who !== null) {
        this.#tell('memory', `${who} gets memory at ${low} that ${this.#noun} ${stretch.root} has`);
        continue;
      }
      before = Math.max(before, stretch.lastUse, stretch.before);
      if (stretch.low < low) rest.push({ ...stretch, high: low });
      if (stretch.high > high) rest.push({ ...stretch, low: high });
    }
    this.#stretches.splice(first, found.length, ...rest);
    if (before > 0 && who !== null) this.recycled++;
    return before;
  }

  #insert(stretch: Stretch): void {
    this.#stretches.splice(this.#firstAfter(stretch.low), 0, stretch);
  }

  #within(low: number, high: number): Stretch[] {
    const found: Stretch[] = [];
    for (let i = this.#firstAfter(low); i < this.#stretches.length && this.#stretches[i].low < high; i++)
      found.push(this.#stretches[i]);
    return found;
  }

  /** The first stretch that ends after `address`. */
  #firstAfter(address: number): number {
    let low = 0;
    let high = this.#stretches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#stretches[middle].high <= address) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function nameOf(launch: LogLaunch): string {
  return launch.launch === 0 ? `the JavaScript body of task ${launch.tasks.join()}` : `launch ${launch.launch}`;
}
