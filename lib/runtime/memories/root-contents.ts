/**
 * The contents of a root over several memories: held by the root alone, so that its instances are found dead with it, as a root of
 * medium size finds its block (`memory.ts`). What outlives it names the root that coherence lets go of then.
 */
import type { RootKey } from '../../dependence/index.js';
import type { Root } from '../../store/index.js';
import { type ChunkMemory, Plot } from '../memory.js';

/** The address of what has memory, and no one address: that it is not 0 keeps it from counting as a temporary. */
const IN_INSTANCES = 1;

/** What is left of a root that cannot be reached: `of` is the launcher that has its instances. */
export interface Remains extends ChunkMemory {
  readonly key: RootKey;
  readonly of: object;
}

export class RootContents extends Plot {
  declare readonly memory: Remains;
  /** The version of what is in it; 0 for none (`images.ts`). */
  version = 0;
  /** The window in which the version was first asked for; 0 for what the host gave, -1 for none yet. */
  asked = -1;

  constructor(root: Root, of: object) {
    const { id, view, dtype, bytes } = root;
    const key = { id, shape: view.shape, itemSize: dtype.size };
    const memory: Remains = { address: IN_INSTANCES, bytes, lastUse: 0, root: id, key, of };
    super(memory);
    root.address = IN_INSTANCES;
    root.chunk = this;
  }
}

/** The contents that a root has with this launcher. */
export function contentsOf({ chunk }: Root, of: object): RootContents | null {
  return chunk instanceof RootContents && chunk.memory.of === of ? chunk : null;
}

/** What coherence knows a root by. */
export function keyOf({ id, view, dtype, chunk }: Root): RootKey {
  return chunk instanceof RootContents ? chunk.memory.key : { id, shape: view.shape, itemSize: dtype.size };
}
