/**
 * Liveness by scavenge (DESIGN 4.1). The addon holds weak references to the tokens of large roots and to the chunks of
 * small ones; a minor collection, which is synchronous and cheap, clears those that nobody can reach. What it reports
 * dead is dead; what survives may be dead all the same, and is found later.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Weak } from '../native/index.js';
import type { Root, Token } from '../store/index.js';
import { FinalizerWeak } from './finalizer-weak.js';
import type { Chunk, ChunkMemory } from './memory.js';

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

/** Whether V8's collector is left as somebody set it. */
const CHOSEN = /single[-_]threaded|parallel[-_]scavenge|array[-_]buffer[-_]sweeping/.test(
  `${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`,
);
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
  readonly #numbers = new Map<Root, number>();
  minor = 0;
  major = 0;

  constructor(weak: Weak | null) {
    this.#weak = weak;
  }

  /** Whether dead arrays can be found at all. */
  get works(): boolean {
    return this.#weak !== null;
  }

  watchToken(token: Token): void {
    if (this.#weak === null) return;
    const number = this.#weak.watch(token);
    this.#watched[number] = token.root;
    this.#numbers.set(token.root, number);
  }

  watchChunk(chunk: Chunk): void {
    if (this.#weak === null) return;
    this.#watched[this.#weak.watch(chunk)] = chunk.memory;
  }

  /** Stops watching a root that was disposed of. */
  forget(root: Root): void {
    const number = this.#numbers.get(root);
    if (number === undefined || this.#weak === null) return;
    this.#weak.forget(number);
    this.#watched[number] = null;
    this.#numbers.delete(root);
  }

  /** Roots that are watched and were not found dead; null where none can be. */
  watched(): Root[] | null {
    return this.#weak === null ? null : [...this.#numbers.keys()];
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
      if (isRoot(found)) {
        this.#numbers.delete(found);
        dead.roots.push(found);
      } else dead.chunks.push(found);
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
