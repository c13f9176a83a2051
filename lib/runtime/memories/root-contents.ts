/**
 * The contents of a root over several memories, and its key in coherence. The root alone holds them: where its memory goes with the
 * garbage, so do its instances, and coherence knows nothing of it then.
 */
import type { RootKey } from '../../dependence/index.js';
import type { Shape } from '../../shape/index.js';
import { type ChunkOwner, type Root, withCopy } from '../../store/index.js';
import { Plot } from '../memory/index.js';

/** The address of a root with memory in instances, at several addresses: since it is not 0, the root does not count as a temporary. */
const IN_INSTANCES = 1;
/** Instances know where they are, and when they are used. */
const NOWHERE: ChunkOwner['memory'] = { address: IN_INSTANCES, lastUse: 0 };

class RootContents implements ChunkOwner, RootKey {
  readonly id: number;
  readonly shape: Shape;
  readonly itemSize: number;
  readonly collected: boolean;
  readonly memory = NOWHERE;
  record: object | null = null;
  /** The book that has them. */
  readonly of: ContentsBook;
  /** The version of its contents; 0 for none (`images.ts`). */
  version = 0;
  /** The window in which the version was first asked for; 0 for contents that the host gave, -1 for none yet. */
  asked = -1;
  /** Tells the spy when the root is gone; null where none is told. */
  readonly trace: Plot | null;

  constructor({ id, view, dtype }: Root, of: ContentsBook, collected: boolean, traced: boolean) {
    this.id = id;
    this.shape = view.shape;
    this.itemSize = dtype.size;
    this.collected = collected;
    this.of = of;
    this.trace = traced ? new Plot({ address: IN_INSTANCES, bytes: 0, lastUse: 0, memory: 0, root: id }) : null;
  }
}

/** The contents of roots, until an interruption. */
export class ContentsBook {
  readonly #held: (root: Root) => boolean;
  readonly #weighs: () => boolean;
  readonly #trace: ((plot: Plot) => void) | null;

  /**
   * `held`: roots with memory that is given back by hand; `weighs`: windows are placed by costs; `trace`: watches for the deaths of the roots that are not
   * held.
   */
  constructor(held: (root: Root) => boolean, weighs: () => boolean, trace: ((plot: Plot) => void) | null) {
    this.#weighs = weighs;
    this.#held = held;
    this.#trace = trace;
  }

  /** The root's key in coherence; made at first use. */
  keyOf(root: Root): RootContents {
    const { chunk } = root;
    if (chunk instanceof RootContents && chunk.of === this) return chunk;
    const collected = !this.#held(root);
    const contents = new RootContents(root, this, collected, collected && this.#trace !== null);
    if (contents.trace !== null) this.#trace?.(contents.trace);
    root.chunk = contents;
    return contents;
  }

  /** Whether the root was written. */
  holds({ chunk }: Root): boolean {
    return chunk instanceof RootContents && chunk.of === this && chunk.version > 0;
  }

  /** The root is about to have contents, in a memory of this engine: its address says no more (`placeOf`). */
  fill(root: Root, engine: number): RootContents {
    root.address = IN_INSTANCES + engine;
    return this.keyOf(root);
  }

  /** The contents of a root are valid in the memory of this engine, too: noted while windows are placed by costs. */
  copy(root: Root, engine: number): void {
    if (root.address !== 0 && this.#weighs()) root.address = withCopy(root.address, IN_INSTANCES + engine);
  }

  /** Takes the contents from a root. */
  take(root: Root): RootContents {
    const contents = this.keyOf(root);
    root.address = 0;
    root.chunk = null;
    return contents;
  }
}
