/**
 * Normal and exponential numbers by the ziggurats of NumPy's `Generator` (Marsaglia and Tsang 2000), and gamma numbers of them
 * (Marsaglia and Tsang, "A simple method for generating gamma variables", 2000).
 *
 * Widths and bounds of layers are NumPy's; the heights are computed, which differ from NumPy's by a few units of rounding: a draw in 10^17
 * is taken where NumPy rejects it.
 */
import { exp, log1p } from '../../compile/index.js';
import type { Bits } from './bits.js';
import { exponentialBounds, exponentialWidths, normalBounds, normalWidths } from './ziggurat-tables.js';

interface Ziggurat {
  readonly widths: Float64Array;
  readonly bounds: Float64Array;
  readonly heights: Float64Array;
  /** Widths, then bounds, then heights. */
  readonly tables: Float64Array;
}

const LAYERS = 256;

function ziggurat(widths: string, bounds: string, words: number, density: (x: number) => number): Ziggurat {
  const width = decoded(widths);
  const heights = Float64Array.from(width, (w, i) => (i === 0 ? 1 : density(w * words)));
  const bound = decoded(bounds);
  return { widths: width, bounds: bound, heights, tables: Float64Array.of(...width, ...bound, ...heights) };
}

function decoded(text: string): Float64Array {
  const bytes = Buffer.from(text, 'base64');
  return Float64Array.from({ length: LAYERS }, (_, i) => bytes.readDoubleLE(8 * i));
}

let normals: Ziggurat | undefined;
let exponentials: Ziggurat | undefined;

const NORMAL_TAIL = 3.654152885361009;
const NORMAL_TAIL_INVERSE = 0.2736612373297583;
const EXPONENTIAL_TAIL = 7.69711747013105;

function normalZiggurat(): Ziggurat {
  return (normals ??= ziggurat(normalWidths, normalBounds, 2 ** 52, (x) => Math.exp(-0.5 * x * x)));
}

function exponentialZiggurat(): Ziggurat {
  return (exponentials ??= ziggurat(exponentialWidths, exponentialBounds, 2 ** 53, (x) => Math.exp(-x)));
}

/** The tables, as native draws take them. */
export function normalTables(): Float64Array {
  return normalZiggurat().tables;
}
export function exponentialTables(): Float64Array {
  return exponentialZiggurat().tables;
}

/** Normal with mean 0 and deviation 1. */
export function nextNormal(bits: Bits): number {
  const { widths, bounds, heights } = normalZiggurat();
  for (;;) {
    bits.next();
    const low = bits.lowHalf;
    const high = bits.highHalf;
    const layer = low & 0xff;
    const word = (high & 0x1fffffff) * 8388608 + (low >>> 9);
    const size = word * widths[layer];
    const x = (low & 0x100) === 0 ? size : -size;
    if (word < bounds[layer]) return x;
    if (layer === 0) return normalTail(bits, (low & 0x20000) === 0);
    const height = (heights[layer - 1] - heights[layer]) * bits.nextDouble() + heights[layer];
    if (height < exp(-0.5 * x * x)) return x;
  }
}

function normalTail(bits: Bits, isPositive: boolean): number {
  for (;;) {
    const x = -NORMAL_TAIL_INVERSE * log1p(-bits.nextDouble());
    const y = -log1p(-bits.nextDouble());
    if (y + y > x * x) return isPositive ? NORMAL_TAIL + x : -(NORMAL_TAIL + x);
  }
}

/** Exponential with mean 1. */
export function nextExponential(bits: Bits): number {
  const { widths, bounds, heights } = exponentialZiggurat();
  for (;;) {
    bits.next();
    const low = bits.lowHalf;
    const layer = (low >>> 3) & 0xff;
    const word = bits.highHalf * 2097152 + (low >>> 11);
    const x = word * widths[layer];
    if (word < bounds[layer]) return x;
    if (layer === 0) return EXPONENTIAL_TAIL - log1p(-bits.nextDouble());
    const height = (heights[layer - 1] - heights[layer]) * bits.nextDouble() + heights[layer];
    if (height < exp(-x)) return x;
  }
}

/** Sources of the numbers that gamma numbers are made of. */
export interface GammaSources {
  readonly uniform: () => number;
  readonly normal: () => number;
  readonly exponential: () => number;
}

/** Gamma of a shape of at least 0, and scale 1. */
export function nextGamma(sources: GammaSources, shape: number): number {
  if (shape === 1) return sources.exponential();
  if (shape === 0) return 0;
  return shape < 1 ? smallGamma(sources, shape) : largeGamma(sources, shape);
}

function smallGamma({ uniform, exponential }: GammaSources, shape: number): number {
  for (;;) {
    const u = uniform();
    const v = exponential();
    if (u <= 1 - shape) {
      const x = u ** (1 / shape);
      if (x <= v) return x;
    } else {
      const y = -Math.log((1 - u) / shape);
      const x = (1 - shape + shape * y) ** (1 / shape);
      if (x <= v + y) return x;
    }
  }
}

function largeGamma({ uniform, normal }: GammaSources, shape: number): number {
  const b = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * b);
  for (;;) {
    let x = normal();
    let v = 1 + c * x;
    while (v <= 0) {
      x = normal();
      v = 1 + c * x;
    }
    v = v * v * v;
    const u = uniform();
    if (u < 1 - 0.0331 * (x * x) * (x * x)) return b * v;
    if (Math.log(u) < 0.5 * x * x + b * (1 - v + Math.log(v))) return b * v;
  }
}
