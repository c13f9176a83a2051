/**
 * A root: one allocation's worth of data, which stores (views of it) share. The runtime owns its memory and its place in
 * the order of launches; libraries never touch it.
 *
 * Liveness (lib/DESIGN.md, "Liveness by scavenge"): a root never references its token; every store of it does. Tasks in the
 * window hold roots and views, not stores, so a token that a minor collection finds dead means that no handle of the user's is
 * left.
 */
import type { ManipleError } from '../base/index.js';
import type { DType } from '../dtype/index.js';
import { identityView, type Shape, type View } from '../shape/index.js';

/** Kept alive by the handles of a root, and by nothing else. */
export class Token {
  readonly root: Root;
  /** The number under which it is watched; -1 for none. */
  watch = -1;
  constructor(root: Root) {
    this.root = root;
  }
}

/** The part of interned partitions that this room knows. */
export interface KeyPartition {
  readonly id: number;
}

/** The owner of memory that goes with the garbage: a chunk that small roots share, or a plot of one root (`runtime/memory/arena.ts`). */
export interface ChunkOwner {
  readonly memory: {
    readonly address: number;
    lastUse: number;
    /** By queue, the last launches of other queues that use it; null for none. */
    foreign?: readonly number[] | null;
    /** Where several memories are the host's, by memory: the bytes of instances in it. */
    held?: number[];
  };
}

/** How to compute contents that were never stored (`runtime/rematerialization/recipe.ts`). */
export interface RecipeOf {
  readonly slots: readonly Root[];
}

/** Contents that recipes read (`runtime/rematerialization/recipe.ts`). */
interface VersionOf {
  readonly root: Root;
  /** Recipes that depend on it, of roots with memory that is given back by hand. */
  readonly dependents: number;
}

/** Contents that a library keeps while nothing writes them (`writes.ts`). */
export interface LoanOf {
  /** The root is about to be written, through this store. */
  end(store: object): void;
}

/** A window with roots that are made on demand (`runtime/issue/window.ts`). */
export interface RootsOf {
  rootAt(slot: number): Root;
  dtypeAt(slot: number): DType;
}

/** Places of contents: numbers below this one. */
const PLACES = 64;
/** Addresses below this one are no addresses: they say in which devices' memories the contents are. */
const NO_ADDRESS = PLACES * PLACES;

/**
 * The place of contents, on which plans depend: 0 nowhere, 1 in the host's memory, from 2 on in an accelerator's, by its number. From
 * `PLACES` on: the place where they were written (`writtenAt`), and 64 times a further one where a copy is valid (`copiedTo`).
 */
export function placeOf({ address }: Pick<Root, 'address'>): number {
  return address < NO_ADDRESS ? address : 1;
}

/** Of a place: where the contents were written last. */
export function writtenAt(place: number): number {
  return place % PLACES;
}

/** Of a place: where a copy of the contents is valid besides; 0 for nowhere. */
export function copiedTo(place: number): number {
  return Math.floor(place / PLACES);
}

/** The place of contents with a valid copy at a further one. */
export function withCopy(place: number, at: number): number {
  return writtenAt(place) === at ? place : writtenAt(place) + PLACES * at;
}

let count = 0;
let serials = 0;

/** Fields that few roots need. */
class Rarities {
  id = -1;
  readOnly = false;
  error: ManipleError | null = null;
  key: KeyPartition | null = null;
  version: VersionOf | null = null;
  loan: LoanOf | null = null;
}

/**
 * An allocation, which stores are views of. Every operation makes one: fields that most do not need are in `Rarities`, and
 * fields that the constructor sets are only declared, since fields that a class defines are written twice.
 */
export class Root {
  declare readonly dtype: DType;
  /** The whole allocation, row-major. */
  declare readonly view: View;
  declare readonly bytes: number;
  /** Different for any two roots: comparisons of arrays by their fields, as by `assert.deepStrictEqual`, tell them apart. */
  declare readonly serial: number;
  /** Address of the first byte on the device, 0 while none is allocated. */
  address = 0;
  /** Bytes taken from the device's pool. */
  reserved = 0;
  /** Number of the last launch that wrote, and of the last that used, this memory; 0 for none. */
  lastWrite = 0;
  lastUse = 0;
  /** Number of the runtime that it belongs to; 0 for roots that a runtime makes for itself. */
  owner = 0;
  /** No handle is left, or it was disposed of. */
  dead = false;
  /** Number in the canonical form that is being made; -1 outside flushes. */
  slot = -1;
  /** The last window that a task put this root in. */
  mark = 0;
  /** When it was last used, as tracing counts (`trace/tokens.ts`); 0 for never. */
  recency = 0;
  /** The task that last wrote it, as tracing counts; 0 for none. */
  recentWrite = 0;
  /** Where the view began that it was last used through, as tracing counts. */
  recentOffset = 0;
  /** The owner of its memory, where that goes with the garbage. */
  chunk: ChunkOwner | null = null;
  /** Set while the contents are deferred: there is no memory for them, but a way to compute them. */
  recipe: RecipeOf | null = null;
  #rare: Rarities | null = null;

  /** `view`: the identity view of that shape, for callers that have it. */
  constructor(dtype: DType, shape: Shape, view = identityView(shape)) {
    this.dtype = dtype;
    this.view = view;
    this.bytes = view.size * dtype.size;
    this.serial = serials = (serials + 1) | 0;
  }

  /** Its number, given at the first call. */
  get id(): number {
    this.#rare ??= new Rarities();
    if (this.#rare.id < 0) this.#rare.id = count++;
    return this.#rare.id;
  }

  /** It cannot be written any more: facts that a library found about its contents hold for good. */
  get readOnly(): boolean {
    return this.#rare?.readOnly ?? false;
  }
  set readOnly(value: boolean) {
    if (value === this.readOnly) return;
    this.#rare ??= new Rarities();
    this.#rare.readOnly = value;
  }

  /** Set when the computation of the contents failed; every reader throws it. */
  get error(): ManipleError | null {
    return this.#rare?.error ?? null;
  }
  set error(value: ManipleError | null) {
    if (value === this.error) return;
    this.#rare ??= new Rarities();
    this.#rare.error = value;
  }

  /** Partition through which it was last written (thesis 3.1.3: the key partition), where that is not the usual one. */
  get key(): KeyPartition | null {
    return this.#rare?.key ?? null;
  }
  set key(value: KeyPartition | null) {
    if (value === this.key) return;
    this.#rare ??= new Rarities();
    this.#rare.key = value;
  }

  /** Set once recipes read the contents: before they are changed or freed, the recipes are carried out or given a copy. */
  get version(): VersionOf | null {
    return this.#rare?.version ?? null;
  }
  set version(value: VersionOf | null) {
    if (value === this.version) return;
    this.#rare ??= new Rarities();
    this.#rare.version = value;
  }

  /** Set while a library counts on the contents: it makes its copy before they are written. */
  get loan(): LoanOf | null {
    return this.#rare?.loan ?? null;
  }
  set loan(value: LoanOf | null) {
    if (value === this.loan) return;
    this.#rare ??= new Rarities();
    this.#rare.loan = value;
  }
}
