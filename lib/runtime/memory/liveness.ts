/**
 * Liveness by scavenge (lib/DESIGN.md, "Liveness by scavenge"). The addon holds weak references to the tokens of large roots, to the chunks
 * of small ones and to the plots of roots of medium size; a minor collection, which is synchronous and cheap, clears the references to
 * unreachable objects. An object reported dead is dead; a survivor may be unreachable all the same, and is found later.
 *
 * A token with a death that matters only while its window is open is watched until the window ends (`pass`): the list of watched tokens
 * holds their roots, roots that are held survive collections, and copying survivors is the cost of a collection.
 */
import { runInNewContext } from 'node:vm';
import { isChosen, setEngineFlag, setFlags } from '../../base/index.js';
import type { Weak } from '../../native/index.js';
import { Root, type Token } from '../../store/index.js';
import type { Chunk, ChunkMemory, Plot, Watching } from './arena.js';
import { FinalizerWeak } from './finalizer-weak.js';

type Collect = (options?: { type: 'minor' }) => void;

let collector: Collect | null | undefined;

/** V8's collector as a function; null where this Node does not give it. */
function collect(): Collect | null {
  if (collector === undefined) {
    try {
      collector = exposed();
    } catch {
      collector = null;
    }
  }
  return collector;
}

/** Only contexts that are made while the flag is set have the function. */
function exposed(): Collect {
  const isGiven = isChosen(/expose[-_]gc/);
  if (!isGiven) setFlags('--expose-gc');
  try {
    return runInNewContext('gc') as Collect;
  } finally {
    if (!isGiven) setFlags('--no-expose-gc');
  }
}

/** Whether the user has set options of V8's collector, which are then left alone. */
const CHOSEN = isChosen(/single[-_]threaded|parallel[-_]scavenge|array[-_]buffer[-_]sweeping/);
const ALONE = '--no-parallel-scavenge --no-concurrent-array-buffer-sweeping';
const TOGETHER = '--parallel-scavenge --concurrent-array-buffer-sweeping';

/**
 * A minor collection on this thread alone: little survives between the runtime's collections, and V8's helpers, which find the processors
 * taken by the device's threads, take longer to wake and to wait for than their part of the work does. The engine no longer counts dead
 * array buffers when the call returns, rather than from the next collection on.
 */
function collectAlone(): void {
  const minor = collect();
  if (minor === null) return;
  if (!CHOSEN) setFlags(ALONE);
  minor({ type: 'minor' });
  if (!CHOSEN) setFlags(TOGETHER);
}

/**
 * V8 allocates arrays in the old generation where earlier arrays from the same allocation site lived for long. A dead one keeps the young
 * roots that are in it, and with them all windows that were issued since, until a full collection: so the runtime turns this off.
 */
function keepArraysYoung(): void {
  if (isChosen(/allocation[-_]site[-_]pretenuring/)) return;
  setEngineFlag('pretenuring', '--no-allocation-site-pretenuring', '--allocation-site-pretenuring');
}

/** Watched objects from which on it does: for fewer it is not worth the millisecond in which Node loads `node:v8`. */
const SOME = 16;

/** The deaths that one scavenge found. */
export interface Dead {
  readonly roots: Root[];
  readonly chunks: ChunkMemory[];
  /** Bytes of the memory among them that an earlier collection had found alive. */
  readonly older: number;
}

const NOTHING: Dead = { roots: [], chunks: [], older: 0 };

export class Liveness implements Watching {
  readonly #weak: Weak | null;
  /** By watch number; and how many collections there had been before it was watched. */
  readonly #watched: (Root | ChunkMemory | null)[] = [];
  readonly #births: number[] = [];
  /** Tokens of the open window that are watched until it ends: their watch numbers, and their roots. */
  readonly #passing: { readonly numbers: number[]; readonly roots: Root[] } = { numbers: [], roots: [] };
  /** Objects that were watched so far. */
  #count = 0;
  minor = 0;
  major = 0;
  /** Bytes of chunks that were made since the last collection. */
  chunkBytes = 0;

  constructor(weak: Weak | null) {
    this.#weak = weak;
  }

  /** Whether dead arrays can be found at all. */
  get works(): boolean {
    return this.#weak !== null;
  }

  /** `passing`: until the next `pass`. */
  watchToken(token: Token, passing = false): void {
    if (this.#weak === null) return;
    const { root } = token;
    token.watch = this.#watch(this.#weak, token);
    this.#watched[token.watch] = root;
    if (!passing) return;
    this.#passing.numbers.push(token.watch);
    this.#passing.roots.push(root);
  }

  #watch(weak: Weak, alive: object): number {
    if (++this.#count === SOME) keepArraysYoung();
    const number = weak.watch(alive);
    this.#births[number] = this.minor + this.major;
    return number;
  }

  /** Lets go of the roots that were watched in passing. */
  pass(): void {
    const { numbers, roots } = this.#passing;
    if (numbers.length === 0) return;
    for (let i = 0; i < numbers.length; i++) {
      // A number may have been given to a different object meanwhile.
      if (this.#watched[numbers[i]] === roots[i]) this.#watched[numbers[i]] = null;
    }
    numbers.length = roots.length = 0;
  }

  watchChunk(chunk: Chunk): void {
    if (this.#weak === null) return;
    this.chunkBytes += chunk.memory.bytes;
    this.#watched[this.#watch(this.#weak, chunk)] = chunk.memory;
  }

  watchPlot(plot: Plot): void {
    if (this.#weak === null) return;
    plot.watch = this.#watch(this.#weak, plot);
    this.#watched[plot.watch] = plot.memory;
  }

  /** Stops watching the token of a root that was disposed of, or a plot with memory that was given back. */
  forget(alive: Token | Plot): void {
    if (alive.watch < 0 || this.#weak === null) return;
    this.#weak.forget(alive.watch);
    this.#watched[alive.watch] = null;
    alive.watch = -1;
  }

  /** Numbers of roots that are watched, themselves or by their memory, and were not found dead; null where deaths are not seen. */
  watched(): number[] | null {
    if (this.#weak === null) return null;
    return this.#watched.flatMap((x) => (x === null ? [] : ((x instanceof Root ? x.id : x.root) ?? [])));
  }

  /** Whether collections are reported only when the event loop turns. */
  get reportsLater(): boolean {
    return this.#weak instanceof FinalizerWeak;
  }

  /** Deaths that were reported without looking for them: none with the addon's references. */
  reported(): Dead {
    return this.#weak instanceof FinalizerWeak && this.#weak.reported ? this.scavenge(null) : NOTHING;
  }

  /** Runs a collection (`null`: only looks at references that earlier ones cleared) and reports the deaths. */
  scavenge(type: 'minor' | 'major' | null): Dead {
    if (this.#weak === null) return NOTHING;
    const [roots, chunks]: [Root[], ChunkMemory[]] = [[], []];
    const before = this.minor + this.major;
    let older = 0;
    if (type !== null) this.#collect(type);
    for (const number of this.#weak.sweep()) {
      const found = this.#watched[number];
      this.#watched[number] = null;
      if (found === null || found === undefined) continue;
      if (this.#births[number] < before) older += found instanceof Root ? found.reserved : found.bytes;
      if (found instanceof Root) roots.push(found);
      else chunks.push(found);
    }
    return { roots, chunks, older };
  }

  #collect(type: 'minor' | 'major'): void {
    this[type]++;
    this.chunkBytes = 0;
    // Without options it is a full collection on every version; `type: 'major'` is not on Node 20.
    if (type === 'minor') collectAlone();
    else collect()?.();
  }
}
