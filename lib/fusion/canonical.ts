/**
 * The canonical form of a window (Diffuse section 5.2): roots become De Bruijn numbers in order of first use, views and allocations their
 * interned ids, so that windows that run the same operations on different arrays have equal forms. It has all that a plan depends on, and
 * nothing else: scalars are parameters. So is the offset of a root's first view (`bases`), where a view is its form and how far it is from
 * the first: loops over views that move have one form.
 *
 *     c = a + b; d = c * c      ADD 0:v 1:v 2:v · MUL 2:v 2:v 3:v      with each root's state at its first use
 *
 *     y[5] = x[4] + x[5]        y[6] = x[5] + x[6]     one form     x: ·, · + 1     bases: 4 of x, 5 of y; 5 of x, 6 of y
 *
 * Programs that read rows at random places have another form for each combination of distances. Their *apart form* has a slot for each
 * place of a root that no task of the window writes: no dependence arises between its views, so that each place has a base of its own.
 *
 *     x[4] * y; x[9] * y        x[7] * y; x[1] * y     apart        x: ·, x again: ·   bases: 4 and 9 of x; 7 and 1 of x
 *
 * Liveness is not in it: that differs from one iteration of a loop to the next, with the deaths that a collection happened to find. One
 * form has one set of candidates for being left out (`candidates.ts`), and a plan for each choice among them.
 */
import { placeOf, type Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import { Places } from './places.js';

/** Hashes are of kinds, slots and views: the comparison that follows sees the rest. */
const PRIME = 0x01000193;

/** The first word of an apart form, and the word before a further place of a root. */
const APART = -3;
const AGAIN = -4;

export class Canonical {
  /** The form: `words[0 … length)`. */
  words = new Int32Array(1024);
  length = 0;
  hash = 0;
  /** A hash without the distances between views: windows that read roots at ever other places have one. */
  gist = 0;
  /** Roots by number, and the ones with deferred contents. */
  slots: Root[] = [];
  deferred: Root[] = [];
  /** By slot: the offset, in elements, that the views of the root are counted from; null where that is 0 for all. */
  bases: readonly number[] | null = null;
  /** Whether the form does not depend on where views begin. */
  moves = false;
  /** Whether views of some root lie apart from its first. */
  spreads = false;
  /** The slots of an apart form with several places of a root; null for every other form. */
  places: Places | null = null;
  readonly #allowed: boolean;
  #bases: number[] = [];
  #moved = false;

  /** `moves`: windows of kernels and routines alone have forms that do not depend on where their views begin. */
  constructor(moves = false) {
    this.#allowed = moves;
  }

  /**
   * Makes the form of `tasks`; roots' `slot` fields hold their numbers until `clear`. `apart`: the apart form, where the window may move and
   * reads a root at several places.
   */
  encode(tasks: readonly Task[], apart = false): void {
    this.length = 0;
    this.hash = this.gist = 17;
    this.moves = this.#allowed && areRecords(tasks);
    this.#moved = this.spreads = false;
    const places = (this.places = apart && this.moves ? new Places(tasks) : null);
    // No number of a kind.
    if (places !== null) this.words[this.length++] = APART;
    for (let t = 0; t < tasks.length; t++) this.#task(tasks[t]);
    if (places?.areSeveral) places.numberFirst(this.slots);
    else if (places !== null) this.#forgetPlaces();
    this.bases = this.#moved ? this.#bases.slice(0, this.slots.length) : null;
  }

  /** Without further places of roots the words behind the first are those of the usual form. */
  #forgetPlaces(): void {
    this.words.copyWithin(0, 1, this.length--);
    this.places = null;
  }

  #task(task: Task): void {
    const { kind, roots, views, domain, scalars } = task;
    const need = this.length + 3 + domain.length + roots.length * 14;
    if (need > this.words.length) this.#grow(need);
    const { words, places } = this;
    let n = this.length;
    words[n++] = kind.id;
    let hash = Math.imul(this.hash ^ kind.id, PRIME);
    let gist = Math.imul(this.gist ^ kind.id, PRIME);
    if (!kind.fusible) {
      words[n++] = scalars.length;
      for (let i = 0; i < domain.length; i++) words[n++] = domain[i];
    }
    for (let k = 0; k < roots.length; k++) {
      const root = roots[k];
      const { form, offset } = views[k];
      if (root.slot < 0) {
        // In this order, so that `clear` finds every root that has a number, even after an interruption.
        root.slot = this.slots.push(root) - 1;
        if (root.recipe !== null) this.deferred.push(root);
        words[n++] = -1;
        n = putId(words, n, root.view.id);
        n = putId(words, n, root.key === null ? -1 : root.key.id);
        words[n++] = placeOf(root);
        const base = this.moves ? offset : 0;
        this.#bases[root.slot] = base;
        if (base !== 0) this.#moved = true;
        places?.add(root.slot);
      } else if (places?.isNew(root, offset, this.#bases[root.slot])) {
        words[n++] = AGAIN;
        words[n++] = places.first[root.slot];
        places.add(places.first[root.slot]);
        root.slot = this.slots.push(root) - 1;
        this.#bases[root.slot] = offset;
        if (offset !== 0) this.#moved = true;
      }
      places?.slots.push(root.slot);
      const apart = offset - this.#bases[root.slot];
      if (apart !== 0) this.spreads = true;
      words[n++] = root.slot;
      n = putId(words, n, form);
      n = putDistance(words, n, apart);
      const used = (root.slot << 16) ^ form;
      gist = Math.imul(gist ^ used, PRIME);
      hash = Math.imul(hash ^ used ^ (apart << 4), PRIME);
    }
    this.length = n;
    this.hash = hash;
    this.gist = gist;
  }

  #grow(need: number): void {
    const words = new Int32Array(Math.max(need, this.words.length * 2));
    words.set(this.words);
    this.words = words;
  }

  /** Lets go of the roots and their numbers. */
  clear(): void {
    for (let i = 0; i < this.slots.length; i++) this.slots[i].slot = -1;
    this.slots = [];
    this.places = null;
    if (this.deferred.length > 0) this.deferred = [];
  }
}

/** Ids are given once and may outgrow a word: a word below -2 in front says how often. */
const WORD = 2 ** 31;

function putId(words: Int32Array, n: number, id: number): number {
  if (id >= WORD) {
    words[n++] = -2 - Math.floor(id / WORD);
    id %= WORD;
  }
  words[n] = id;
  return n + 1;
}

/** Distances are mostly short; a word that no short one is comes before the two halves of a long one. */
const FAR = 2 ** 30;

function putDistance(words: Int32Array, n: number, apart: number): number {
  if (apart < FAR && apart > -FAR) words[n++] = apart;
  else {
    words[n++] = FAR;
    words[n++] = Math.floor(apart / FAR);
    words[n++] = apart - Math.floor(apart / FAR) * FAR;
  }
  return n;
}

/** Whether tasks are kernels and routines alone, which know where their arguments lie from addresses in records. */
function areRecords(tasks: readonly Task[]): boolean {
  for (let t = 0; t < tasks.length; t++) {
    const { fusible, body } = tasks[t].kind;
    if (!fusible && body.kind !== 'native') return false;
  }
  return true;
}

/** Forms kept, and words in them: the entry of a window takes memory by its tasks. */
const FORMS = 2048;
const WORDS = 2 ** 18;

/** A form as a cache compares it: `words[0 … length)`. */
type Words = Pick<Canonical, 'words' | 'length' | 'hash'>;

/** An entry's own note that it was used since entries were last evicted. */
interface Used {
  wasUsed: boolean;
}

/** Entries by canonical form. Evicts the oldest, and used ones only where no unused entry is left. */
export class FormCache<Known extends Used> {
  readonly #byHash = new Map<number, { words: Int32Array; known: Known }[]>();
  readonly #dropped: (known: Known) => void;
  size = 0;
  /** Of all the forms. */
  words = 0;

  /** `dropped` is called with entries that are evicted. */
  constructor(dropped: (known: Known) => void) {
    this.#dropped = dropped;
  }

  find(form: Words): Known | undefined {
    const bucket = this.#byHash.get(form.hash);
    if (bucket === undefined) return undefined;
    for (const { words, known } of bucket) {
      if (!equal(words, form)) continue;
      known.wasUsed = true;
      return known;
    }
    return undefined;
  }

  add(form: Words, known: Known): void {
    if (this.size >= FORMS || this.words >= WORDS) this.#evict();
    const bucket = this.#byHash.get(form.hash);
    const entry = { words: form.words.slice(0, form.length), known };
    if (bucket === undefined) this.#byHash.set(form.hash, [entry]);
    else bucket.push(entry);
    this.size++;
    this.words += form.length;
  }

  /** Drops half, the oldest entries first. Entries that were used since the last time are passed over once, and come behind all others. */
  #evict(): void {
    // The loop meets again what it puts behind.
    for (const [hash, bucket] of this.#byHash) {
      if (this.size <= FORMS / 2 && this.words <= WORDS / 2) return;
      this.#byHash.delete(hash);
      if (bucket.some(({ known }) => known.wasUsed)) {
        for (const { known } of bucket) known.wasUsed = false;
        this.#byHash.set(hash, bucket);
      } else this.#drop(bucket);
    }
  }

  #drop(bucket: readonly { readonly words: Int32Array; readonly known: Known }[]): void {
    this.size -= bucket.length;
    for (const { words, known } of bucket) {
      this.words -= words.length;
      this.#dropped(known);
    }
  }
}

function equal(words: Int32Array, form: Words): boolean {
  if (words.length !== form.length) return false;
  const other = form.words;
  for (let i = 0; i < words.length; i++) if (words[i] !== other[i]) return false;
  return true;
}
