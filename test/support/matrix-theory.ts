/**
 * What products of matrices on grids of processors move and hold, by the definitions of the algorithms, without the library. Parts are ⌈n/g⌉ long,
 * the last ones shorter or empty; processors without iterations take no part.
 */

export interface Sizes {
  readonly m: number;
  readonly n: number;
  readonly k: number;
}

/** One processor's use of columns of B and rows of C: a range for each step. */
interface Processor {
  /** Part numbers of its rows and columns of A. */
  readonly rows: Range;
  readonly columns: Range;
  readonly steps: readonly Range[];
  /** The processor that adds up its partial results; itself where it has none. */
  readonly sumsAt: number;
}

type Range = readonly [from: number, to: number];

/** The algorithm on a grid. */
export interface Theory {
  readonly processors: readonly Processor[];
  /** Number of the processor that has a column of B beside some rows, and a row of C beside some columns. */
  ownerOfB(p: number, column: number): number;
  ownerOfC(p: number, row: number): number;
}

export interface Traffic {
  readonly messages: number;
  readonly bytes: number;
  readonly sent: readonly number[];
  readonly received: readonly number[];
  readonly peak: readonly number[];
}

const ITEM = 8;
const sizeOf = ([from, to]: Range): number => Math.max(0, to - from);

/** Part x of g of n elements. */
export function part(n: number, g: number, x: number): Range {
  const length = Math.ceil(n / g);
  return [Math.min(n, x * length), Math.min(n, (x + 1) * length)];
}

/** Part x of g of a range that is a part of `length` elements, or shorter. */
function partOf([from, to]: Range, length: number, g: number, x: number): Range {
  const step = Math.ceil(length / g);
  return [Math.min(to, from + Math.min(length, x * step)), Math.min(to, from + Math.min(length, (x + 1) * step))];
}

/** Counts messages: of each step, one from each other processor that has some of its columns of B, or rows of C; and the partial results. */
export function trafficOf({ processors, ownerOfB, ownerOfC }: Theory): Traffic {
  const count = processors.length;
  const sent = new Array<number>(count).fill(0);
  const received = new Array<number>(count).fill(0);
  let messages = 0;
  const move = (from: number, to: number, elements: number): void => {
    if (from === to || elements === 0) return;
    messages++;
    sent[from] += ITEM * elements;
    received[to] += ITEM * elements;
  };
  const own = { b: new Array<number>(count).fill(0), c: new Array<number>(count).fill(0) };
  const copies = new Array<number>(count).fill(0);
  processors.forEach(({ rows, columns, steps }, p) => {
    for (const step of steps) {
      if (sizeOf(rows) * sizeOf(columns) * sizeOf(step) === 0) continue;
      let copied = 0;
      for (const [ownerOf, lines] of [
        [ownerOfB, sizeOf(rows)],
        [ownerOfC, sizeOf(columns)],
      ] as const) {
        const from = new Map<number, number>();
        for (let x = step[0]; x < step[1]; x++) from.set(ownerOf(p, x), (from.get(ownerOf(p, x)) ?? 0) + 1);
        for (const [owner, lengths] of from) move(owner, p, lengths * lines);
        if (from.size > 1 || !from.has(p)) copied += lines * sizeOf(step);
      }
      copies[p] = Math.max(copies[p], copied);
    }
  });
  const sums = new Map<number, number>();
  processors.forEach(({ rows, columns, steps, sumsAt }, p) => {
    if (sumsAt === p || steps.every((step) => sizeOf(step) === 0)) return;
    move(p, sumsAt, sizeOf(rows) * sizeOf(columns));
    sums.set(sumsAt, (sums.get(sumsAt) ?? 0) + 1);
  });
  const isShared = processors.some(({ sumsAt }, p) => sumsAt !== p);
  const peak = processors.map(({ rows, columns, sumsAt }, p) => {
    const result = sizeOf(rows) * sizeOf(columns);
    // Where partial results are added up: the result, its own partial result, and the one that comes.
    const adding = isShared && sumsAt === p ? result + (sums.has(p) ? result : 0) : 0;
    return ITEM * (own.b[p] + own.c[p] + result + Math.max(copies[p], adding));
  });
  return { messages, bytes: sent.reduce((a, b) => a + b, 0), sent, received, peak };
}

/** With the elements of B and C that processors have added to their peaks. */
export function holding(traffic: Traffic, elements: readonly number[]): Traffic {
  return { ...traffic, peak: traffic.peak.map((bytes, p) => bytes + ITEM * elements[p]) };
}

/** Tiles of B and of C on a grid (x, y): columns of B are cut by y, rows of C by x. */
function tiled(x: number, y: number, { m, n, k }: Sizes, steps: (p: readonly [number, number]) => readonly Range[]): Traffic {
  const at = (p: number): [number, number] => [Math.floor(p / y), p % y];
  const theory: Theory = {
    processors: Array.from({ length: x * y }, (_, p) => {
      const [i, j] = at(p);
      return { rows: part(m, x, i), columns: part(n, y, j), steps: steps([i, j]), sumsAt: p };
    }),
    ownerOfB: (p, column) => at(p)[0] * y + Math.floor(column / Math.ceil(k / y)),
    ownerOfC: (p, row) => Math.floor(row / Math.ceil(k / x)) * y + at(p)[1],
  };
  const elements = theory.processors.map(({ rows, columns }, p) => {
    const [i, j] = at(p);
    return sizeOf(rows) * sizeOf(part(k, y, j)) + sizeOf(part(k, x, i)) * sizeOf(columns);
  });
  return holding(trafficOf(theory), elements);
}

/** SUMMA (van de Geijn, Watts 1997, section 3): panels of `chunk` columns of B and rows of C are broadcast. */
export function summaTheory(x: number, y: number, sizes: Sizes, chunk: number): Traffic {
  const steps = Array.from(
    { length: Math.ceil(sizes.k / chunk) },
    (_, t): Range => [t * chunk, Math.min(sizes.k, (t + 1) * chunk)],
  );
  return tiled(x, y, sizes, () => steps);
}

/** Cannon (1969): at step t processor (i, j) uses block (i + j + t) mod g. */
export function cannonTheory(g: number, sizes: Sizes): Traffic {
  return tiled(g, g, sizes, ([i, j]) => Array.from({ length: g }, (_, t) => part(sizes.k, g, (i + j + t) % g)));
}

/** PUMMA (Choi, Walker, Dongarra 1994): at step t row i uses block (i + t) mod x. */
export function pummaTheory(x: number, y: number, sizes: Sizes): Traffic {
  return tiled(x, y, sizes, ([i]) => Array.from({ length: x }, (_, t) => part(sizes.k, x, (i + t) % x)));
}

/** A grid (x, y, z) whose layers along z have parts of k; B is where y = 0, C where x = 0, the result where z = 0. */
export function layeredTheory(x: number, y: number, z: number, { m, n, k }: Sizes, steps: number): Traffic {
  const at = (p: number): [number, number, number] => [Math.floor(p / (y * z)), Math.floor(p / z) % y, p % z];
  const layer = (column: number): number => Math.floor(column / Math.ceil(k / z));
  const theory: Theory = {
    processors: Array.from({ length: x * y * z }, (_, p) => {
      const [i, j, l] = at(p);
      const all = part(k, z, l);
      const own = Array.from({ length: steps }, (__, t) => partOf(all, Math.ceil(k / z), steps, t));
      return { rows: part(m, x, i), columns: part(n, y, j), steps: own, sumsAt: p - l };
    }),
    ownerOfB: (p, column) => at(p)[0] * y * z + layer(column),
    ownerOfC: (p, row) => at(p)[1] * z + layer(row),
  };
  const elements = theory.processors.map(({ rows, columns }, p) => {
    const [i, j, l] = at(p);
    return (j === 0 ? sizeOf(rows) : 0) * sizeOf(part(k, z, l)) + (i === 0 ? sizeOf(columns) : 0) * sizeOf(part(k, z, l));
  });
  return holding(trafficOf(theory), elements);
}

/** The 2.5D algorithm (Solomonik, Demmel 2011, algorithm 2) on (q, q, c): layer l has c-th l of k, in q/c blocks that go around. */
export function solomonikTheory(q: number, c: number, { m, n, k }: Sizes): Traffic {
  const at = (p: number): [number, number, number] => [Math.floor(p / (q * c)), Math.floor(p / c) % q, p % c];
  const theory: Theory = {
    processors: Array.from({ length: q * q * c }, (_, p) => {
      const [i, j, l] = at(p);
      const blocks = q / c;
      const steps = Array.from({ length: blocks }, (__, t) =>
        partOf(part(k, c, l), Math.ceil(k / c), blocks, (i + j + t) % blocks),
      );
      return { rows: part(m, q, i), columns: part(n, q, j), steps, sumsAt: p - l };
    }),
    ownerOfB: (p, column) => at(p)[0] * q * c + Math.floor(column / Math.ceil(k / q)) * c,
    ownerOfC: (p, row) => Math.floor(row / Math.ceil(k / q)) * q * c + at(p)[1] * c,
  };
  const elements = theory.processors.map(({ rows, columns }, p) => {
    const [i, j, l] = at(p);
    return l === 0 ? sizeOf(rows) * sizeOf(part(k, q, j)) + sizeOf(part(k, q, i)) * sizeOf(columns) : 0;
  });
  return holding(trafficOf(theory), elements);
}
