/** `fastMath`: within stated ULPs of the exact C tier (4 for one product, sum and quotient of like magnitudes). */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime, useRuntime } from '../../../lib/runtime/index.js';
import { whyNoNative } from '../../support/native.js';

const ULPS = 4;

async function values(fastMath: boolean): Promise<Float64Array> {
  const rt = createRuntime({ device: 'cpu', tier: 'c', procs: 1, fastMath });
  const before = useRuntime(rt);
  try {
    const x = np.linspace(1, 2, 5000);
    const y = x.multiply(x).add(x).divide(x.add(3));
    return (await y.data()) as Float64Array;
  } finally {
    useRuntime(before);
    await rt.close();
  }
}

t.test('stays near', { skip: whyNoNative() }, async (t) => {
  const exact = await values(false);
  const fast = await values(true);
  const worst = exact.reduce((most, v, i) => Math.max(most, Math.abs(fast[i] - v) / (Math.abs(v) * Number.EPSILON)), 0);
  t.ok(worst <= ULPS, `${worst} ULPs`);
  t.same(await values(false), exact, 'and leaves the exact tier alone');
});
