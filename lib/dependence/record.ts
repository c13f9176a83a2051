/** Coherence's record of one root: its state, the instances behind the state's slots, its history, open reductions. */

import type { FoldOp } from '../ir/index.js';
import type { Shape } from '../shape/index.js';
import type { Footprint } from './footprint.js';
import { History } from './history.js';
import type { Instance } from './instance.js';
import type { Partials } from './operation.js';
import type { RootKey } from './root-key.js';
import type { State } from './state.js';
import type { States } from './transition.js';

/** Reductions that are not folded yet: a buffer for each point of a footprint. */
export interface Open {
  /** The operator, or the shape of the partial results. */
  readonly how: FoldOp | Partials;
  readonly footprint: Footprint;
  /** By item of the footprint in own memories. */
  readonly buffers: readonly (Instance | null)[];
  /** The last task that reduced into the buffers; each of its points came after the same point of the tasks before. */
  lastTask: number;
  /** The number of the reduction among the root's, equal in all processes. */
  readonly ordinal: number;
}

/** Where buffers of points are folded. */
export interface Owners {
  /** Its items are tiles. */
  readonly footprint: Footprint;
  tileOf(point: number): number;
  /** The points of a launch that have a tile, ascending. */
  pointsOf(tile: number, of: Footprint): readonly number[];
}

/** Shared by all roots: the context's tables. */
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
  /** Reductions that were opened. */
  reductions = 0;
  /** The last operation that used the root. */
  private lastOp = 0;

  readonly #tables: RootTables;
  #footprints: Map<number, Footprint> | null = null;

  constructor(key: RootKey, tables: RootTables) {
    this.key = key;
    this.kind = kindOf(key);
    this.state = tables.states.nothing;
    this.#tables = tables;
  }

  /** Of all roots of this shape, by sub-partition and placement. */
  get footprints(): Map<number, Footprint> {
    return (this.#footprints ??= this.#tables.footprintsOf(namesOf(this.key.shape).shape));
  }

  /** Notes that an operation uses the root; its instances learn of that when they leave it. */
  touch(op: number): void {
    this.lastOp = op;
  }

  /** An instance that leaves the root, with the last operation that may have used it. */
  leaving(instance: Instance): Instance {
    instance.lastOp = Math.max(instance.lastOp, this.lastOp);
    return instance;
  }
}

/** Names of a shape, and of the kinds of roots that have it, by element size: shapes are interned, and asked for at every replay. */
const names = new WeakMap<Shape, { readonly shape: string; readonly kinds: string[] }>();

function namesOf(shape: Shape): { readonly shape: string; readonly kinds: string[] } {
  let found = names.get(shape);
  if (found === undefined) names.set(shape, (found = { shape: shape.join(), kinds: [] }));
  return found;
}

/** A name for roots that can take over each other's instances. */
export function kindOf({ shape, itemSize }: RootKey): string {
  const { shape: name, kinds } = namesOf(shape);
  return (kinds[itemSize] ??= `${name};${itemSize}`);
}
