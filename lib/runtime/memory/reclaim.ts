/**
 * When dead arrays are looked for, and how their memory comes back (lib/DESIGN.md, "Liveness by scavenge"). A collection has to pay for
 * itself: a minor one is made when its answer decides about enough bytes of temporaries (`plans/cached-form.ts`) or when that much memory
 * may be garbage; a full one under memory pressure, when the bytes handed out since the last one outweigh its cost. The best time is while
 * other threads work on the flush's launches, which the calling thread would only help with. While they still work on earlier launches,
 * these hold the memory that they use.
 */
import { now } from '../../base/index.js';
import { type Root, Token } from '../../store/index.js';
import { Curiosity } from './curiosity.js';
import type { Dead, Liveness } from './liveness.js';
import type { Reclaimable } from './reclaimable.js';

/** Bytes of possible temporaries for which a minor collection is worth its 100 µs. */
export const WORTH_A_COLLECTION = 2 << 20;
/** Bytes of chunks handed out between collections that look for dead small arrays. */
const CHUNKS_BEFORE_COLLECTION = 8 << 20;
/** Arrays of any size made between collections, at most: deferred ones keep their recipes alive until they are found dead. */
const ARRAYS_BEFORE_COLLECTION = 2048;
/** Growth of the bytes in use between two minor collections, at least: little enough to stay in caches, much for 100 µs. */
const GROWTH = 16 << 20;
/** Growth after which one is made while other threads are at work on launches: it costs little then, and memory is used again while warm. */
const GROWTH_ASIDE = GROWTH / 2;
/**
 * Where no more than an eighth of the new bytes survive a collection, the next one is made after half the growth, down to this one: results then
 * go through memory that is in caches. Where a fourth survives, after twice as much: survivors of two are found by full ones only.
 */
const LEAST_GROWTH = 8 << 20;
const [FEW_SURVIVE, MANY_SURVIVE] = [1 / 8, 1 / 4];
/**
 * Bytes lent to typed arrays of the user's between minor collections. The engine counts them to its heap, and may begin to mark the whole
 * heap, which takes ten times as long as a minor collection, after growth as small as this.
 */
const LENT = 8 << 20;
/** Bytes in use below which no full collection is made, unless the device refuses memory; the growth until the next full one, at least. */
const SOFT_LIMIT = 64 << 20;
/**
 * That growth is doubled, up to so many bytes, where full collections take more than one of so many milliseconds, and halved again where they
 * take a fourth of that.
 */
const MOST_GROWTH = 256 << 20;
const SELDOM = 50;
/** The soft limit comes down again when so many times its bytes were handed out since the last full collection. */
const TURNOVER = 16;

export class Reclaimer {
  readonly liveness: Liveness;
  readonly curiosity: Curiosity;
  readonly #memory: Reclaimable;
  readonly #enabled: boolean;
  readonly #clock: () => number;
  /** Bytes of the open window's roots that have no memory yet. */
  temporaryBytes = 0;
  /** Since the last collection. */
  #lentBytes = 0;
  /** Arrays that were made since the last collection and are watched. */
  #arrays = 0;
  /** Bytes in use after the last collection, or less since. */
  #base = 0;
  /** Growth until the next minor collection, where that is less than usual; the bytes that had been handed out at the last one. */
  #pace = Number.POSITIVE_INFINITY;
  #atLast = 0;
  #softLimit = SOFT_LIMIT;
  #growth = SOFT_LIMIT;
  /** When the last full collection was over, and how long it took. */
  #full = { end: Number.NEGATIVE_INFINITY, took: 0 };
  /** Bytes that had been handed out at the last full collection. */
  #atFull = 0;
  /** The last launch before this flush. */
  #before = 0;
  /** No JavaScript of the user's has run since a minor collection. */
  #asked = false;
  /** The deaths that the last full collection found are yet to be reported. */
  #awaited = false;
  /** Dead arrays will be reported when the event loop turns: the next asynchronous read lets it. */
  #wantsTurn = false;

  /** `clock` gives milliseconds. */
  constructor(liveness: Liveness, memory: Reclaimable, enabled: boolean, clock: () => number = now) {
    this.liveness = liveness;
    this.#memory = memory;
    this.curiosity = new Curiosity(memory.small, WORTH_A_COLLECTION);
    this.temporaries.least = this.curiosity.least;
    this.#enabled = enabled;
    this.#clock = clock;
  }

  /** The token of a new root of more than the least bytes that are watched; null where its death is not asked for. */
  tokenOf(root: Root): Token | null {
    if (!this.curiosity.watches(root.bytes, this.#memory.held(root))) return null;
    const token = new Token(root);
    this.watchToken(token);
    return token;
  }

  /** The window's roots without memory, as they are issued. */
  readonly temporaries = {
    least: 0,
    add: (bytes: number): void => void (this.temporaryBytes += bytes),
    addUnwatched: (bytes: number): void => {
      this.temporaryBytes += bytes;
      this.curiosity.missedSmall(bytes);
    },
  };

  watchToken(token: Token): void {
    if (!this.#enabled) return;
    this.liveness.watchToken(token, !this.#memory.held(token.root));
    this.#arrays++;
  }

  /** A flush begins: until it ends nothing can die. Looks for dead roots if much may be garbage. */
  beginFlush(): void {
    if (!this.#enabled) return;
    this.#before = this.#memory.launched();
    this.#reap(this.liveness.reported());
    const live = this.#memory.live();
    if (this.#awaited && live < this.#base) {
      this.#awaited = false;
      this.#limit(live);
    }
    if (live < this.#base) this.#base = live;
    const [idle, most] = [this.#memory.idle(), Math.max(SOFT_LIMIT, live / 4)];
    if (idle > most) this.#memory.trimIdle(most);
    const many = this.liveness.chunkBytes >= CHUNKS_BEFORE_COLLECTION || this.#arrays >= ARRAYS_BEFORE_COLLECTION;
    if (many || this.#hasGrown(GROWTH)) this.ask();
  }

  /** Whether the bytes in use have grown by `usual` and by a quarter since the last collection, or by as much as the pace says of that. */
  #hasGrown(usual: number): boolean {
    const pace = (this.#pace * usual) / GROWTH;
    return this.#memory.live() - this.#base >= Math.min(pace, Math.max(usual, this.#base / 4));
  }

  /** So many bytes that were made since the last collection have survived one: sets the growth until the next. */
  #setPace(survivors: number): void {
    const made = this.#memory.handedOut() - this.#atLast;
    this.#atLast += made;
    const pace = Math.min(this.#pace, Math.max(GROWTH, this.#base / 4));
    if (made < LEAST_GROWTH / 2) return;
    if (survivors > MANY_SURVIVE * made) this.#pace = 2 * pace;
    else if (survivors <= FEW_SURVIVE * made) this.#pace = Math.max(pace / 2, LEAST_GROWTH);
  }

  /** `rest`: tasks that were issued are in the open window. */
  endFlush(rest: boolean): void {
    if (this.#enabled && !this.#asked && this.#hasGrown(GROWTH_ASIDE) && this.#memory.busySince(this.#before))
      this.collect('minor');
    this.#asked = false;
    this.temporaryBytes = 0;
    this.curiosity.endFlush();
    if (rest) return;
    this.curiosity.open();
    this.liveness.pass();
  }

  /** Goes on after an interruption: nothing is known of the tasks that wait. */
  recover(): void {
    this.#asked = false;
    this.curiosity.blind = true;
    this.temporaryBytes = 0;
    this.#base = Math.min(this.#base, this.#memory.live());
  }

  /** Whether dead roots were looked for in this flush: every other root of the open windows lives, or survived. */
  get knows(): boolean {
    return this.#asked && !this.curiosity.blind && !this.liveness.reportsLater;
  }

  /** Whether all roots of the open windows are watched, so that a collection finds the dead ones. */
  get sees(): boolean {
    return !this.curiosity.blind;
  }

  /** A form wants to know which roots are dead: looks for them, if all are watched by now, unless that was done in this flush. */
  want(): void {
    this.curiosity.rouse();
    if (this.sees) this.ask();
  }

  /** Whether an answer may be worth a collection, for the temporaries of the windows that are flushed. */
  get mayAsk(): boolean {
    return this.#enabled && !this.knows && !this.liveness.reportsLater && this.temporaryBytes >= WORTH_A_COLLECTION;
  }

  /** Finds out, within a flush, which handles are gone, unless that was done in this flush. */
  ask(): void {
    if (this.#asked || !this.#enabled) return;
    this.collect('minor');
    this.#asked = true;
  }

  /**
   * A window is about to get so many bytes. Where that is much beside the bytes in use, looks first for dead ones of its arrays: these
   * share memory within the window, one after the other.
   */
  beforeGetting(bytes: number): void {
    if (bytes >= Math.max(GROWTH, this.#memory.live() / 4)) this.ask();
  }

  /**
   * So many bytes are about to be lent: looks first for dead memory that was lent before, to use it again while it is warm. Whether it
   * looked.
   */
  beforeLending(bytes: number): boolean {
    const look = this.#enabled && this.#lentBytes > 0 && this.#lentBytes + bytes > LENT;
    if (look) this.ask();
    this.#lentBytes += bytes;
    return look;
  }

  /** JavaScript of the user's may run from here on, whether or not a flush ended. */
  forgetAnswer(): void {
    this.#asked = false;
  }

  /** Whether the deaths of roots with memory that is given back by hand are seen. */
  get watches(): boolean {
    return this.#enabled && this.liveness.works;
  }

  /** Whether so many bytes more would put memory under pressure. */
  isShort(bytes: number): boolean {
    return this.#enabled && this.#memory.live() + bytes >= this.#softLimit;
  }

  /** Under memory pressure: looks for dead arrays, also for ones that survived minor collections. */
  makeRoom(bytes: number): void {
    if (!this.isShort(bytes)) return;
    if (!this.#asked) this.collect('minor');
    if (!this.isShort(bytes)) return;
    if (this.#memory.catchUp()) this.collect('minor');
    if (!this.isShort(bytes)) return;
    this.#collectAll();
    this.#memory.relieve();
    this.#wantsTurn = this.#awaited = this.liveness.reportsLater;
    this.#atFull = this.#memory.handedOut();
    this.#limit(this.#memory.live() + bytes);
  }

  /** A full collection: the next one is due later where they take much of the time. */
  #collectAll(): void {
    const begin = this.#clock();
    const [since, seldom] = [begin - this.#full.end, SELDOM * this.#full.took];
    if (since < seldom) this.#growth = Math.min(2 * this.#growth, MOST_GROWTH);
    else if (since > 4 * seldom) this.#growth = Math.max(this.#growth / 2, SOFT_LIMIT);
    this.collect('major');
    const end = this.#clock();
    this.#full = { end, took: end - begin };
  }

  /** The next full collection is due when the bytes in use have grown by half from here, and by the growth that is due at least. */
  #limit(bytes: number): void {
    this.#softLimit = Math.max(bytes + this.#growth, 1.5 * bytes);
  }

  collect(type: 'minor' | 'major'): void {
    this.#arrays = this.#lentBytes = 0;
    const base = this.#base;
    const dead = this.liveness.scavenge(type);
    this.#reap(dead);
    this.#base = this.#memory.live();
    this.#setPace(this.#base - base + dead.older);
    const turnover = this.#memory.handedOut() - this.#atFull;
    if (turnover >= TURNOVER * this.#softLimit && 2 * this.#base < this.#softLimit) this.#limit(this.#base);
  }

  #reap(dead: Dead): void {
    for (const root of dead.roots) {
      // A root without memory will not need any.
      if (root.address === 0) this.temporaryBytes = Math.max(0, this.temporaryBytes - root.bytes);
      this.#memory.died(root);
    }
    for (const chunk of dead.chunks) this.#memory.reclaim(chunk);
  }

  /** Whether the event loop has to turn before memory comes back; asked once. */
  takeTurn(): boolean {
    const turn = this.#wantsTurn;
    this.#wantsTurn = false;
    return turn;
  }
}
