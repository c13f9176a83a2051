/**
 * How a Fourier transform of a length is computed, as a table of numbers that the addon's routine (`native/fft/fft.cpp`) and `stages.ts`
 * both follow, so that they give the same bits. Lengths of small prime factors are transformed radix by radix (Stockham's order, which
 * needs no permutation); other lengths as a convolution of such a length (Bluestein 1970), by the estimate of pocketfft (Reinecke 2019).
 *
 *     0 mode   1 whether by convolution   2 length   3 length of the radices   4 how many radices   5 … the radices    up to HEAD
 *     for each radix p that has no butterfly of its own: p cosines and p sines of its roots
 *     for each radix p of a stage with m > 1: (p - 1) m cosines and as many sines: of r q / (p m) of a turn at (r - 1) m + q
 *     by convolution: the chirp, n cosines and n sines; the transform of its conjugate over the length, m real parts and m imaginary ones
 *     of real numbers: cosines and sines of k / 2n of a turn, n + 1 each
 */
import { zeroed } from '../../base/index.js';
import { HALF, HEAD, RADICES, transformInPlace } from './stages.js';

/** The numbers to transform: complex numbers, or real ones as pairs of neighbours, there or back. */
export const MODE = { complex: 0, real: 1, hermitian: 2 } as const;
export type Mode = (typeof MODE)[keyof typeof MODE];

function primesOf(n: number): number[] {
  const found: number[] = [];
  for (let p = 2; p * p <= n; p++) for (; n % p === 0; n /= p) found.push(p);
  return n > 1 ? [...found, n] : found;
}

/** The radices of a length, fours first: later stages then walk over longer rows. */
export function radicesOf(n: number): number[] {
  const primes = primesOf(n);
  const twos = primes.filter((p) => p === 2).length;
  return [...new Array<number>(twos >> 1).fill(4), ...new Array<number>(twos & 1).fill(2), ...primes.filter((p) => p > 2)];
}

/** About how long a length takes radix by radix. */
function costOf(n: number): number {
  return n * primesOf(n).reduce((sum, p) => sum + (p <= 5 ? p : 1.1 * p), 0);
}

/** The least length from `n` on that has no prime factors beyond 5. */
export function goodLength(n: number): number {
  for (let length = n; ; length++) if (primesOf(length).every((p) => p <= 5)) return length;
}

/** Numbers that are written one behind another. */
class Table {
  readonly numbers: Float64Array;
  length = 0;

  constructor(count: number) {
    this.numbers = zeroed(Float64Array, count, 'fft');
  }

  push(...numbers: readonly number[]): void {
    for (const v of numbers) this.numbers[this.length++] = v;
  }

  append(numbers: Float64Array): void {
    this.numbers.set(numbers, this.length);
    this.length += numbers.length;
  }
}

/** Cosines and sines of -k / n of a turn for `count` numbers k: by the octant that k / n is in, where they are exact to the last place. */
function turns(n: number, count: number, k: (i: number) => number, out: Table): void {
  const { numbers, length } = out;
  for (let i = 0; i < count; i++) {
    const [cos, sin] = turn(k(i), n);
    numbers[length + i] = cos;
    numbers[length + count + i] = -sin;
  }
  out.length += 2 * count;
}

function turn(k: number, n: number): readonly [cos: number, sin: number] {
  const eighths = 8 * (k % n);
  if (eighths < n) return angle(eighths / 8, n);
  if (eighths < 2 * n) return exchanged(angle(n / 4 - eighths / 8, n));
  if (eighths < 4 * n) {
    const [cos, sin] = turn((k % n) - n / 4, n);
    return [-sin, cos];
  }
  const [cos, sin] = turn((k % n) - n / 2, n);
  return [-cos, -sin];
}

const angle = (k: number, n: number): readonly [number, number] => [
  Math.cos((2 * Math.PI * k) / n),
  Math.sin((2 * Math.PI * k) / n),
];
const exchanged = ([a, b]: readonly [number, number]): readonly [number, number] => [b, a];
const same = (i: number): number => i;

/** How many numbers `radices` writes. */
function sizeOfRadices(radices: readonly number[], length: number): number {
  let size = HEAD;
  let left = length;
  for (const p of radices) {
    const m = left / p;
    size += (RADICES.includes(p) ? 0 : 2 * p) + (m > 1 ? 2 * (p - 1) * m : 0);
    left = m;
  }
  return size;
}

/** The head, roots and twiddles of a transform radix by radix. */
function writeRadices(n: number, mode: Mode, byConvolution: boolean, length: number, table: Table): void {
  const radices = radicesOf(length);
  table.push(mode, Number(byConvolution), n, length, radices.length, ...radices);
  table.length = HEAD;
  let left = length;
  for (const p of radices) {
    const m = left / p;
    if (!RADICES.includes(p)) turns(p, p, same, table);
    if (m > 1) turns(left, (p - 1) * m, (i) => (Math.floor(i / m) + 1) * (i % m), table);
    left = m;
  }
}

/** The table of a transform of `n` complex numbers, in a mode. Throws `OutOfMemoryError`. */
export function tableOf(n: number, mode: Mode): Float64Array {
  const good = goodLength(2 * n - 1);
  const byConvolution = n > 1 && 3 * costOf(good) < costOf(n);
  const length = byConvolution ? good : n;
  const halves = mode === MODE.complex ? 0 : 2 * (n + 1);
  const table = new Table(sizeOfRadices(radicesOf(length), length) + (byConvolution ? 2 * (n + good) : 0) + halves);
  writeRadices(n, mode, byConvolution, length, table);
  if (byConvolution) writeConvolution(n, good, table);
  table.numbers[HALF] = table.length;
  if (mode !== MODE.complex) turns(2 * n, n + 1, same, table);
  return table.numbers;
}

/** The chirp, and the transform of its conjugate. Squares are taken modulo 2n, as they soon are too large. */
function writeConvolution(n: number, length: number, table: Table): void {
  const squares = zeroed(Float64Array, n, 'fft');
  for (let k = 1, square = 0; k < n; k++) squares[k] = square = (square + 2 * k - 1) % (2 * n);
  const begin = table.length;
  turns(2 * n, n, (k) => squares[k], table);
  const [re, im] = [zeroed(Float64Array, length, 'fft'), zeroed(Float64Array, length, 'fft')];
  for (let k = 0; k < n; k++) {
    const [cos, sin] = [table.numbers[begin + k] / length, -table.numbers[begin + n + k] / length];
    re[k] = cos;
    im[k] = sin;
    if (k > 0) {
      re[length - k] = cos;
      im[length - k] = sin;
    }
  }
  const plain = new Table(sizeOfRadices(radicesOf(length), length));
  writeRadices(length, MODE.complex, false, length, plain);
  transformInPlace(plain.numbers, re, im);
  table.append(re);
  table.append(im);
}
