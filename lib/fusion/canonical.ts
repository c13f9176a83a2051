/**
 * The canonical form of a window (Diffuse section 5.2): roots become De Bruijn numbers in order of first use, views and
 * allocations their interned ids, so that windows that do the same to other arrays have equal forms. What a plan
 * depends on, and nothing else, is in it: scalars are parameters.
 *
 *     c = a + b; d = c * c      ADD 0:v 1:v 2:v · MUL 2:v 2:v 3:v      with each root's state at its first use
 */
import type { Root } from '../store/index.js';
import type { Task } from '../task/index.js';

/** State of a root that plans depend on. */
const HAS_CONTENTS = 1;
const DEAD = 2;

export class Canonical {
  /** The form: `words[0 … length)`. */
  words = new Int32Array(1024);
  length = 0;
  hash = 0;
  /** Roots by number, and whether each is dead and not used by a later window. */
  slots: Root[] = [];
  dead: boolean[] = [];
  #window = 0;

  /** Makes the form of `tasks`, in window number `window`; roots' `slot` fields hold their numbers until `clear`. */
  encode(tasks: readonly Task[], window: number): void {
    this.length = 0;
    this.#window = window;
    for (let t = 0; t < tasks.length; t++) this.#task(tasks[t]);
    let hash = 17;
    const words = this.words;
    for (let i = 0; i < this.length; i++) hash = (Math.imul(hash, 0x01000193) ^ words[i]) | 0;
    this.hash = hash;
  }

  #task(task: Task): void {
    const { kind, roots, views, domain } = task;
    const need = this.length + 2 + domain.length + roots.length * 9;
    if (need > this.words.length) this.#grow(need);
    const words = this.words;
    let n = this.length;
    words[n++] = kind.id;
    if (!kind.fusible) for (let i = 0; i < domain.length; i++) words[n++] = domain[i];
    for (let k = 0; k < roots.length; k++) {
      const root = roots[k];
      if (root.slot < 0) {
        root.slot = this.slots.length;
        this.slots.push(root);
        const dead = root.dead && root.mark === this.#window;
        this.dead.push(dead);
        words[n++] = -1;
        n = putId(words, n, root.view.id);
        n = putId(words, n, root.key === null ? -1 : root.key.id);
        words[n++] = (root.address !== 0 ? HAS_CONTENTS : 0) | (dead ? DEAD : 0);
      }
      words[n++] = root.slot;
      n = putId(words, n, views[k].id);
    }
    this.length = n;
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
    this.dead = [];
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

/** Plans kept, where nobody says how many. */
const PLANS = 2048;

/** Plans by canonical form. Keeps the most recent `limit`, roughly; none where that is 0. */
export class PlanCache<Plan> {
  readonly #byHash = new Map<number, { words: Int32Array; plan: Plan }[]>();
  readonly #limit: number;
  size = 0;

  constructor(limit = PLANS) {
    this.#limit = limit;
  }

  find(form: Canonical): Plan | undefined {
    const bucket = this.#byHash.get(form.hash);
    if (bucket === undefined) return undefined;
    for (const entry of bucket) if (equal(entry.words, form)) return entry.plan;
    return undefined;
  }

  add(form: Canonical, plan: Plan): void {
    if (this.#limit === 0) return;
    if (this.size >= this.#limit) this.#evict();
    const bucket = this.#byHash.get(form.hash);
    const entry = { words: form.words.slice(0, form.length), plan };
    if (bucket === undefined) this.#byHash.set(form.hash, [entry]);
    else bucket.push(entry);
    this.size++;
  }

  /** Drops the older half. */
  #evict(): void {
    for (const [hash, bucket] of this.#byHash) {
      if (this.size <= this.#limit / 2) return;
      this.#byHash.delete(hash);
      this.size -= bucket.length;
    }
  }
}

function equal(words: Int32Array, form: Canonical): boolean {
  if (words.length !== form.length) return false;
  const other = form.words;
  for (let i = 0; i < words.length; i++) if (words[i] !== other[i]) return false;
  return true;
}
