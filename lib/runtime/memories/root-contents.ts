/**
 * The contents of a root over several memories, and what coherence knows the root by. The root alone holds them: where its memory goes
 * with the garbage, so do its instances, and coherence knows nothing of it then.
 */
import type { RootKey } from '../../dependence/index.js';
import type { Shape } from '../../shape/index.js';
import type { ChunkOwner, Root } from '../../store/index.js';
import { Plot } from '../memory/index.js';

/** The address of what has memory, and no one address: that it is not 0 keeps it from counting as a temporary. */
const IN_INSTANCES = 1;
/** Instances know where they are, and when they are used. */
const NOWHERE: ChunkOwner['memory'] = { address: IN_INSTANCES, lastUse: 0 };

export class RootContents implements ChunkOwner, RootKey {
  readonly id: number;
  readonly shape: Shape;
  readonly itemSize: number;
  readonly collected: boolean;
  readonly memory = NOWHERE;
  record: object | null = null;
  /** The launcher that has them. */
  readonly of: object;
  /** The version of what is in it; 0 for nothing (`images.ts`). */
  version = 0;
  /** The window in which the version was first asked for; 0 for what the host gave, -1 for none yet. */
  asked = -1;
  /** Tells the spy when the root is gone; null where none is told. */
  readonly trace: Plot | null;

  constructor({ id, view, dtype }: Root, of: object, collected: boolean, traced: boolean) {
    this.id = id;
    this.shape = view.shape;
    this.itemSize = dtype.size;
    this.collected = collected;
    this.of = of;
    this.trace = traced ? new Plot({ address: IN_INSTANCES, bytes: 0, lastUse: 0, memory: 0, root: id }) : null;
  }
}

/** The contents of roots with one launcher. */
export class ContentsBook {
  readonly #of: object;
  readonly #held: (root: Root) => boolean;
  readonly #trace: ((plot: Plot) => void) | null;

  /** `held`: roots whose memory is given back by hand; `trace`: watches for the end of the others. */
  constructor(of: object, held: (root: Root) => boolean, trace: ((plot: Plot) => void) | null) {
    this.#of = of;
    this.#held = held;
    this.#trace = trace;
  }

  /** What coherence knows the root by. */
  keyOf(root: Root): RootContents {
    const { chunk } = root;
    if (chunk instanceof RootContents && chunk.of === this.#of) return chunk;
    const collected = !this.#held(root);
    const contents = new RootContents(root, this.#of, collected, collected && this.#trace !== null);
    if (contents.trace !== null) this.#trace?.(contents.trace);
    root.chunk = contents;
    return contents;
  }

  /** Whether something was written to the root. */
  holds({ chunk }: Root): boolean {
    return chunk instanceof RootContents && chunk.of === this.#of && chunk.version > 0;
  }

  /** The root is about to have contents, in a memory of this engine: its address says no more (`placeOf`). */
  fill(root: Root, engine: number): RootContents {
    root.address = IN_INSTANCES + engine;
    return this.keyOf(root);
  }

  /** Takes the contents from a root. */
  take(root: Root): RootContents {
    const contents = this.keyOf(root);
    root.address = 0;
    root.chunk = null;
    return contents;
  }
}
