/**
 * Fourier transforms of one line as a table has them (`plan.ts`), in JavaScript: the steps of `native/fft/stages.h`, in the same order. A
 * stage of radix p takes numbers m apart, transforms the p of them, and leaves them beside each other, s rows of them at once:
 *
 *     x[i + s (q + m k)]  k = 0 … p - 1     →     y[i + s (p q + r)]  r = 0 … p - 1, times the twiddle of r q
 */

/** Where a table's numbers begin, behind its head. */
export const HEAD = 64;
/** The place in the head of the index at which the real modes' numbers begin. */
export const HALF = 63;
/** Radices with butterflies of their own. */
export const RADICES: readonly number[] = [4, 2, 3, 5];

/** Numbers of a line by their parts. */
export interface Line {
  re: Float64Array;
  im: Float64Array;
}

/** One stage: from x to y. `w` is where its twiddles are in the table, `m` apart; `roots` where its roots are. */
interface Stage {
  readonly table: Float64Array;
  readonly x: Line;
  readonly y: Line;
  readonly p: number;
  readonly s: number;
  readonly m: number;
  readonly w: number;
  readonly roots: number;
}

/** Writes the result number r of position q: times its twiddle, where there are some. */
function put({ table, y, p, s, m, w }: Stage, q: number, r: number, i: number, re: number, im: number): void {
  const to = i + s * (p * q + r);
  if (r === 0 || m === 1) {
    y.re[to] = re;
    y.im[to] = im;
    return;
  }
  const at = w + (r - 1) * m + q;
  const [c, d] = [table[at], table[at + (p - 1) * m]];
  y.re[to] = re * c - im * d;
  y.im[to] = re * d + im * c;
}

type Butterfly = (stage: Stage, q: number, i: number) => void;

const two: Butterfly = (stage, q, i) => {
  const { x, s, m } = stage;
  const [a, b] = [i + s * q, i + s * (q + m)];
  put(stage, q, 0, i, x.re[a] + x.re[b], x.im[a] + x.im[b]);
  put(stage, q, 1, i, x.re[a] - x.re[b], x.im[a] - x.im[b]);
};

const three: Butterfly = (stage, q, i) => {
  const { x, s, m } = stage;
  const [a, b, c] = [i + s * q, i + s * (q + m), i + s * (q + 2 * m)];
  const [tr, ti] = [x.re[b] + x.re[c], x.im[b] + x.im[c]];
  const [hr, hi] = [x.re[a] - 0.5 * tr, x.im[a] - 0.5 * ti];
  const [dr, di] = [SIN3 * (x.re[b] - x.re[c]), SIN3 * (x.im[b] - x.im[c])];
  put(stage, q, 0, i, x.re[a] + tr, x.im[a] + ti);
  put(stage, q, 1, i, hr + di, hi - dr);
  put(stage, q, 2, i, hr - di, hi + dr);
};
const SIN3 = 0.8660254037844386;

const four: Butterfly = (stage, q, i) => {
  const { x, s, m } = stage;
  const [a, b, c, d] = [i + s * q, i + s * (q + m), i + s * (q + 2 * m), i + s * (q + 3 * m)];
  const [pr, pi, qr, qi] = [x.re[a] + x.re[c], x.im[a] + x.im[c], x.re[a] - x.re[c], x.im[a] - x.im[c]];
  const [tr, ti, ur, ui] = [x.re[b] + x.re[d], x.im[b] + x.im[d], x.re[b] - x.re[d], x.im[b] - x.im[d]];
  put(stage, q, 0, i, pr + tr, pi + ti);
  put(stage, q, 1, i, qr + ui, qi - ur);
  put(stage, q, 2, i, pr - tr, pi - ti);
  put(stage, q, 3, i, qr - ui, qi + ur);
};

const [C1, S1, C2, S2] = [0.30901699437494745, 0.9510565162951535, -0.8090169943749475, 0.5877852522924731];
const five: Butterfly = (stage, q, i) => {
  const { x, s, m } = stage;
  const [a, b, c, d, e] = [i + s * q, i + s * (q + m), i + s * (q + 2 * m), i + s * (q + 3 * m), i + s * (q + 4 * m)];
  const [pr, pi, qr, qi] = [x.re[b] + x.re[e], x.im[b] + x.im[e], x.re[c] + x.re[d], x.im[c] + x.im[d]];
  const [tr, ti, ur, ui] = [x.re[b] - x.re[e], x.im[b] - x.im[e], x.re[c] - x.re[d], x.im[c] - x.im[d]];
  const [fr, fi] = [x.re[a] + C1 * pr + C2 * qr, x.im[a] + C1 * pi + C2 * qi];
  const [gr, gi] = [x.re[a] + C2 * pr + C1 * qr, x.im[a] + C2 * pi + C1 * qi];
  const [vr, vi] = [S1 * tr + S2 * ur, S1 * ti + S2 * ui];
  const [wr, wi] = [S2 * tr - S1 * ur, S2 * ti - S1 * ui];
  put(stage, q, 0, i, x.re[a] + pr + qr, x.im[a] + pi + qi);
  put(stage, q, 1, i, fr + vi, fi - vr);
  put(stage, q, 2, i, gr + wi, gi - wr);
  put(stage, q, 3, i, gr - wi, gi + wr);
  put(stage, q, 4, i, fr - vi, fi + vr);
};

/** Any radix, by its roots. */
const any: Butterfly = (stage, q, i) => {
  const { table, x, p, s, m, roots } = stage;
  for (let r = 0; r < p; r++) {
    let [re, im] = [x.re[i + s * q], x.im[i + s * q]];
    for (let k = 1, turn = r; k < p; k++, turn = turn + r >= p ? turn + r - p : turn + r) {
      const from = i + s * (q + m * k);
      const [c, d] = [table[roots + turn], table[roots + p + turn]];
      re += x.re[from] * c - x.im[from] * d;
      im += x.re[from] * d + x.im[from] * c;
    }
    put(stage, q, r, i, re, im);
  }
};

const butterflies: Readonly<Record<number, Butterfly>> = { 2: two, 3: three, 4: four, 5: five };

/** Transforms the line of a table's radices; returns the one of `x` and `y` that holds the result, and where the table goes on. */
export function transform(
  table: Float64Array,
  x: Line,
  y: Line,
): { readonly result: Line; readonly other: Line; readonly next: number } {
  const [length, count] = [table[3], table[4]];
  let next = HEAD;
  for (let k = 0, s = 1, left = length; k < count; k++) {
    const p = table[5 + k];
    const m = left / p;
    const roots = next;
    if (!RADICES.includes(p)) next += 2 * p;
    const stage: Stage = { table, x, y, p, s, m, w: next, roots };
    const butterfly = butterflies[p] ?? any;
    for (let q = 0; q < m; q++) for (let i = 0; i < s; i++) butterfly(stage, q, i);
    if (m > 1) next += 2 * (p - 1) * m;
    [x, y] = [y, x];
    s *= p;
    left = m;
  }
  return { result: x, other: y, next };
}

/** Transforms a line in place. */
export function transformInPlace(table: Float64Array, re: Float64Array, im: Float64Array): void {
  const room = { re: new Float64Array(re.length), im: new Float64Array(re.length) };
  const { result } = transform(table, { re: re.slice(), im: im.slice() }, room);
  re.set(result.re);
  im.set(result.im);
}
