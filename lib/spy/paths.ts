/** The order of a graph's nodes: `lead` searches for a path backwards, and remembers the paths that it found. */

type Pairs = readonly (readonly [number, number])[];

export class Paths {
  readonly #before: number[][];
  readonly #known = new Set<number>();
  readonly #count: number;

  /** `behind`: nodes that come after all of the first `ahead`. */
  constructor(count: number, edges: Pairs, ahead = 0, behind: readonly number[] = []) {
    this.#count = count + 1;
    this.#before = Array.from({ length: count + 1 }, () => []);
    for (const [from, to] of edges) this.#before[to]?.push(from);
    // One more node, between the first `ahead` and `behind`.
    if (behind.length > 0) this.#before[count] = Array.from({ length: ahead }, (_, n) => n);
    for (const to of behind) this.#before[to]?.push(count);
  }

  /** Whether `b` comes after `a`. */
  lead(a: number, b: number): boolean {
    const key = a * this.#count + b;
    if (this.#known.has(key)) return true;
    const found = this.#before[b].includes(a) || this.#search(a, b);
    if (found) this.#known.add(key);
    return found;
  }

  #search(a: number, b: number): boolean {
    const seen = new Set([b]);
    const open = [b];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const p of this.#before[node]) {
        if (p === a) return true;
        if (seen.has(p)) continue;
        seen.add(p);
        open.push(p);
      }
    }
    return false;
  }
}
