/**
 * Fills of many draws at once: by the addon where a stream's algorithm is a loop over words (native/random/streams.h), else one draw after the
 * next. Bits are the same: logarithms and exponentials are the kernel language's (`compile/js/math`).
 */
import { loadAddon } from '../../native/index.js';
import { runtime } from '../../runtime/index.js';
import type { Bits } from './bits.js';
import { exponentialTables, normalTables } from './ziggurat.js';

/** Draws, by their numbers in native/random/streams.h. */
const DRAW = { raw: 0, double: 1, normal: 2, exponential: 3, below: 4, masked: 5, shuffle: 6 } as const;

export type DrawName = keyof typeof DRAW;
type Out = Float64Array | BigInt64Array | BigUint64Array;

const NO_TABLES = new Float64Array(0);
/** Fewer draws are made sooner than the addon is called. */
const WORTH_CALLING = 16;

/** The ziggurat of a draw. */
const ziggurats: Readonly<Partial<Record<DrawName, () => Float64Array>>> = {
  normal: normalTables,
  exponential: exponentialTables,
};

/** Whether the addon draws: where its routines run, too. */
function draws(count: number): boolean {
  return count >= WORTH_CALLING && runtime().device.routine('mask_count') >= 0;
}

/** Fills `out` with draws, integers from 0 to `most`; false where that is left to the caller. */
export function filled(bits: Bits, name: DrawName, out: Out, most = 0): boolean {
  if (!draws(out.length)) return false;
  const addon = loadAddon();
  if (addon === null) return false;
  return addon.draw(bits.generator, bits.state, DRAW[name], out, ziggurats[name]?.() ?? NO_TABLES, most);
}
