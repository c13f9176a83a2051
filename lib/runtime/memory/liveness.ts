/**
 * Liveness by scavenge (lib/DESIGN.md, "Liveness by scavenge"). The addon holds weak references to the tokens of large roots, to
 * the chunks of small ones and to the plots of those between; a minor collection, which is synchronous and cheap, clears those
 * that nobody can reach. What it reports dead is dead; what survives may be dead all the same, and is found later.
 *
 * What a token's death is worth while its window is open only, its root is not held for longer: roots that are held survive
 * collections, and to copy them is what collections take their time for.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Weak } from '../../native/index.js';
import type { Root, Token } from '../../store/index.js';
import type { Chunk, ChunkMemory, Plot } from './arena.js';
import { FinalizerWeak } from './finalizer-weak.js';

type Collect = (options?: { type: 'minor' }) => void;

let collector: Collect | null | undefined;

/** V8's collector as a function; null where this Node does not give it. */
function collect(): Collect | null {
  if (collector === undefined) {
    try {
      setFlagsFromString('--expose-gc');
      collector = runInNewContext('gc') as Collect;
    } catch {
      collector = null;
    }
  }
  return collector;
}

/** What somebody set of V8. */
const FLAGS = `${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`;

/** Whether V8's collector is left as somebody set it. */
const CHOSEN = /single[-_]threaded|parallel[-_]scavenge|array[-_]buffer[-_]sweeping/.test(FLAGS);
const ALONE = '--no-parallel-scavenge --no-concurrent-array-buffer-sweeping';
const TOGETHER = '--parallel-scavenge --concurrent-array-buffer-sweeping';

/**
 * A minor collection on this thread alone: little survives between ours, and to wake V8's helpers, which find the processors
 * taken by threads of ours, and to wait for them takes longer than to do their part. Array buffers that it finds dead are off
 * the engine's books when it returns, and not at the next collection.
 */
function collectAlone(): void {
  const minor = collect();
  if (minor === null) return;
  if (!CHOSEN) setFlagsFromString(ALONE);
  minor({ type: 'minor' });
  if (!CHOSEN) setFlagsFromString(TOGETHER);
}

/**
 * V8 makes arrays among the old where those made before at the same place lived for long. One that is dead keeps the young roots
 * that are in it, and with them all windows that were issued since, until a full collection: so none are from here on.
 */
function keepArraysYoung(): void {
  if (/allocation[-_]site[-_]pretenuring/.test(FLAGS)) return;
  setFlagsFromString('--no-allocation-site-pretenuring');
}

/** What one scavenge found. */
export interface Dead {
  readonly roots: Root[];
  readonly chunks: ChunkMemory[];
}

const NOTHING: Dead = { roots: [], chunks: [] };

export class Liveness {
  readonly #weak: Weak | null;
  /** By watch number. */
  readonly #watched: (Root | ChunkMemory | null)[] = [];
  /** Tokens of the open window that are of no interest behind it: their numbers, and their roots. */
  readonly #passing: { readonly numbers: number[]; readonly roots: Root[] } = { numbers: [], roots: [] };
  minor = 0;
  major = 0;

  constructor(weak: Weak | null) {
    this.#weak = weak;
    if (weak !== null) keepArraysYoung();
  }

  /** Whether dead arrays can be found at all. */
  get works(): boolean {
    return this.#weak !== null;
  }

  /** `passing`: until the next `pass`. */
  watchToken(token: Token, passing = false): void {
    if (this.#weak === null) return;
    const { root } = token;
    token.watch = this.#weak.watch(token);
    this.#watched[token.watch] = root;
    if (!passing) return;
    this.#passing.numbers.push(token.watch);
    this.#passing.roots.push(root);
  }

  /** Lets go of the roots that were watched in passing. */
  pass(): void {
    const { numbers, roots } = this.#passing;
    if (numbers.length === 0) return;
    for (let i = 0; i < numbers.length; i++) {
      // A number may have been given to another meanwhile.
      if (this.#watched[numbers[i]] === roots[i]) this.#watched[numbers[i]] = null;
    }
    numbers.length = roots.length = 0;
  }

  watchChunk(chunk: Chunk): void {
    if (this.#weak === null) return;
    this.#watched[this.#weak.watch(chunk)] = chunk.memory;
  }

  watchPlot(plot: Plot): void {
    if (this.#weak === null) return;
    plot.watch = this.#weak.watch(plot);
    this.#watched[plot.watch] = plot.memory;
  }

  /** Stops watching the handles of a root that was disposed of, or memory that was given back. */
  forget(alive: Token | Plot): void {
    if (alive.watch < 0 || this.#weak === null) return;
    this.#weak.forget(alive.watch);
    this.#watched[alive.watch] = null;
    alive.watch = -1;
  }

  /** Numbers of roots that are watched, or their memory alone, and were not found dead; null where none can be. */
  watched(isRoot: (x: Root | ChunkMemory) => x is Root): number[] | null {
    if (this.#weak === null) return null;
    return this.#watched.flatMap((x) => (x === null ? [] : ((isRoot(x) ? x.id : x.root) ?? [])));
  }

  /** Whether collections are reported only when the event loop turns. */
  get reportsLater(): boolean {
    return this.#weak instanceof FinalizerWeak;
  }

  /** What died and was reported by itself, without looking: nothing unless the references are of that kind. */
  reported(isRoot: (x: Root | ChunkMemory) => x is Root): Dead {
    return this.#weak instanceof FinalizerWeak && this.#weak.reported ? this.scavenge(null, isRoot) : NOTHING;
  }

  /** Runs a collection (`null`: only looks at what earlier ones cleared) and reports what died. */
  scavenge(type: 'minor' | 'major' | null, isRoot: (x: Root | ChunkMemory) => x is Root): Dead {
    const dead: Dead = { roots: [], chunks: [] };
    if (this.#weak === null) return dead;
    if (type !== null) this.#collect(type);
    for (const number of this.#weak.sweep()) {
      const found = this.#watched[number];
      this.#watched[number] = null;
      if (found === null || found === undefined) continue;
      if (isRoot(found)) dead.roots.push(found);
      else dead.chunks.push(found);
    }
    return dead;
  }

  #collect(type: 'minor' | 'major'): void {
    this[type]++;
    // Without options it is a full collection on every version; `type: 'major'` is not on Node 20.
    if (type === 'minor') collectAlone();
    else collect()?.();
  }
}
