/** Places of bytes that are not 0, where no routine looks for them. */
import type { TypedArray } from '../../dtype/index.js';

/** Where a mask is true, as int64. */
export function placesIn(mask: TypedArray): BigInt64Array {
  let count = 0;
  for (let i = 0; i < mask.length; i++) count += Number(mask[i]);
  const integers = new BigInt64Array(count);
  const words = new Uint32Array(integers.buffer);
  for (let i = 0, k = 0; k < count; i++) {
    if (mask[i] === 0) continue;
    words[2 * k] = i;
    words[2 * k + 1] = i / 2 ** 32;
    k++;
  }
  return integers;
}
