/**
 * Task Bench's dependences from the text of its specification, by asking of every pair of points whether one reads the
 * other; nothing is shared with the native code. SipHash-2-4 in BigInts.
 */
export interface OracleSpec {
  readonly type: string;
  readonly index: number;
  readonly width: number;
  readonly steps: number;
  readonly radix: number;
  readonly period: number;
  readonly fraction: number;
}

const MASK = (1n << 64n) - 1n;
const rotl = (x: bigint, by: bigint): bigint => ((x << by) | (x >> (64n - by))) & MASK;

export function siphash24(bytes: readonly number[], k0: bigint, k1: bigint): bigint {
  let [v0, v1, v2, v3] = [k0 ^ 0x736f6d6570736575n, k1 ^ 0x646f72616e646f6dn, k0 ^ 0x6c7967656e657261n, k1 ^ 0x7465646279746573n];
  const round = (): void => {
    v0 = (v0 + v1) & MASK;
    v2 = (v2 + v3) & MASK;
    v1 = rotl(v1, 13n) ^ v0;
    v3 = rotl(v3, 16n) ^ v2;
    v0 = rotl(v0, 32n);
    v2 = (v2 + v1) & MASK;
    v0 = (v0 + v3) & MASK;
    v1 = rotl(v1, 17n) ^ v2;
    v3 = rotl(v3, 21n) ^ v0;
    v2 = rotl(v2, 32n);
  };
  const padded = [...bytes, ...Array.from({ length: 7 - (bytes.length % 8) }, () => 0), bytes.length & 255];
  for (let at = 0; at < padded.length; at += 8) {
    let m = 0n;
    for (let i = 7; i >= 0; i--) m = (m << 8n) | BigInt(padded[at + i]);
    v3 ^= m;
    round();
    round();
    v0 ^= m;
  }
  v2 ^= 0xffn;
  for (let i = 0; i < 4; i++) round();
  return v0 ^ v1 ^ v2 ^ v3;
}

/** Uniform in [0, 1) from int64s, under the key 01 02 … 0f 00. */
export function uniform(numbers: readonly number[]): number {
  const bytes = numbers.flatMap((n) =>
    Array.from({ length: 8 }, (_, i) => Number((BigInt.asUintN(64, BigInt(n)) >> BigInt(8 * i)) & 255n)),
  );
  return Number(siphash24(bytes, 0x0807060504030201n, 0x000f0e0d0c0b0a09n)) / 2 ** 64;
}

/** First point and number of points of a step. */
export function pointsOf(s: OracleSpec, t: number): [number, number] {
  if (s.type === 'dom') return [Math.max(0, t + s.width - s.steps), Math.min(s.width, t + 1, s.steps - t)];
  if (s.type === 'tree') return [0, Math.min(s.width, 2 ** t)];
  return [0, s.width];
}

export function exists(s: OracleSpec, t: number, p: number): boolean {
  const [offset, width] = pointsOf(s, t);
  return t >= 0 && t < s.steps && p >= offset && p < offset + width;
}

/** Whether (t, p) reads (t − 1, q), were it there. */
function reads(s: OracleSpec, t: number, p: number, q: number): boolean {
  const W = s.width;
  const distance = q - p;
  const D = Math.max(1, Math.ceil(Math.log2(W)));
  const near = s.radix > 0 && distance >= -Math.floor(s.radix / 2) && distance <= Math.floor((s.radix - 1) / 2);
  switch (s.type) {
    case 'trivial':
      return false;
    case 'no_comm':
      return distance === 0;
    case 'stencil_1d':
      return Math.abs(distance) <= 1;
    case 'stencil_1d_periodic':
      return [0, 1, W - 1].includes(((distance % W) + W) % W);
    case 'dom':
      return distance === 0 || distance === -1;
    case 'tree':
      return q === Math.floor(p / 2);
    case 'fft':
      return distance === 0 || Math.abs(distance) === 2 ** ((t + D - 1) % D);
    case 'all_to_all':
      return true;
    case 'nearest':
      return near;
    case 'spread':
      return Array.from(
        { length: s.radix },
        (_, i) => (p + Math.floor((i * W) / s.radix) + (i > 0 ? t % s.period : 0)) % W,
      ).includes(q);
    case 'random_nearest':
      return near && (distance === 0 || uniform([s.index, s.radix, t % s.period, q, p]) < s.fraction);
    default:
      throw new Error(`no such type: ${s.type}`);
  }
}

/** The inputs of (t, p) in the benchmark's order: rising, but for the wrap-arounds. */
export function inputsOf(s: OracleSpec, t: number, p: number): number[] {
  if (t === 0) return [];
  const found = Array.from({ length: s.width }, (_, q) => q).filter((q) => reads(s, t, p, q) && exists(s, t - 1, q));
  if (s.type === 'spread') {
    const rank = (q: number): number =>
      Array.from(
        { length: s.radix },
        (_, i) => (p + Math.floor((i * s.width) / s.radix) + (i > 0 ? t % s.period : 0)) % s.width,
      ).indexOf(q);
    return found.sort((a, b) => rank(a) - rank(b));
  }
  if (s.type !== 'stencil_1d_periodic') return found;
  const wraps = (q: number): boolean => Math.abs(q - p) > 1;
  return [...found.filter((q) => !wraps(q)), ...found.filter(wraps)];
}
