/** What coherence keeps of one root: its state, the instances behind the state's slots, its history, open reductions. */
import type { FoldOp } from '../ir/index.js';
import { History } from './history.js';
import type { Instance } from './instance.js';
import type { Partials, RootKey } from './operation.js';
import type { Footprint } from './span.js';
import type { State, States } from './state.js';

/** Reductions that are not folded yet: a buffer for each point of a footprint. */
export interface Open {
  /** The operator, or what the partial results are of. */
  readonly how: FoldOp | Partials;
  readonly footprint: Footprint;
  readonly buffers: readonly (Instance | null)[];
  /** The last task that reduced into the buffers; each point of it came after the same point of those before. */
  lastTask: number;
}

/** What roots share: the ledger's tables. */
interface RootTables {
  readonly states: States;
  footprintsOf(shape: string): Map<number, Footprint>;
}

export class RootRecord {
  readonly key: RootKey;
  /** Roots of one kind can take over each other's instances. */
  readonly kind: string;
  state: State;
  /** Parallel to `state.slots`. */
  instances: readonly Instance[] = [];
  readonly history = new History();
  open: Open[] = [];

  /** Of all roots of this shape, by sub-partition and placement. */
  readonly footprints: Map<number, Footprint>;

  constructor(key: RootKey, tables: RootTables) {
    this.key = key;
    this.kind = kindOf(key);
    this.state = tables.states.nothing;
    this.footprints = tables.footprintsOf(key.shape.join());
  }

  /** Marks all instances as used by an operation. */
  touch(op: number): void {
    for (const instance of this.instances) instance.lastOp = op;
  }
}

/** A name for roots that can take over each other's instances. */
export function kindOf({ shape, itemSize }: RootKey): string {
  return `${shape.join()};${itemSize}`;
}
