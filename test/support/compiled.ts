/** Kernels compiled and interpreted on the same views, which must give the same bits. */
import type { Kernel } from '../../lib/ir/index.js';
import { interpret, type View } from './interpret.js';
import { launch } from './launch.js';
import { nativeDevice } from './native.js';
import { copyViews, Draw } from './random.js';

/** Numbers between -1 and 1. */
export function noise(length: number, seed = 1): Float64Array {
  const draw = new Draw(seed);
  return Float64Array.from({ length }, () => draw.next() * 2 - 1);
}

/** A view of fresh noise; strides may be 0 or leave gaps. */
export function view(shape: readonly number[], strides: readonly number[], seed: number, offset = 0): View {
  const reach = shape.reduce((sum, n, k) => sum + Math.max(0, n - 1) * Math.max(0, strides[k]), 0);
  return { data: noise(offset + reach + 1, seed), offset, shape, strides };
}

/** Runs a kernel compiled and interpreted; the same bits must come out. */
export async function same(
  t: Tap,
  name: string,
  k: Kernel,
  shape: readonly number[],
  args: readonly View[],
  scalars: readonly number[] = [],
): Promise<void> {
  const device = nativeDevice();
  const expected = copyViews(args);
  const got = copyViews(args);
  t.equal(launch(device, k, shape, got, scalars), interpret(k, shape, expected, scalars), `${name}: status`);
  got.forEach((v, n) => t.ok(sameBits(v, expected[n]), `${name}: argument ${n}`));
  await device.close();
}
type Tap = { equal(a: unknown, b: unknown, name: string): unknown; ok(a: unknown, name: string): unknown };

function sameBits(a: View, b: View): boolean {
  return a.data.every((value: number | bigint, i: number) => Object.is(value, b.data[i]));
}
