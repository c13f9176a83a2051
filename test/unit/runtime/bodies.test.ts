/** Tasks whose bodies are C source: the parameters they are given, order with kernels, and what a machine without a compiler says. */
import t from 'tap';
import { createRuntime, defineKind, elementwise, float64 } from '../../../lib/runtime/public.js';
import { FROM_X_TO_Y } from '../../support/kinds.js';
import { whyNoNative } from '../../support/native.js';

/** y[i] = x[i] + i · step over rows [u0, u1): P is the status, the domain, x and y as address and stride, the scalar. */
const RAMP = defineKind({
  name: 'ramp',
  args: FROM_X_TO_Y,
  body: {
    kind: 'c',
    entry: 'ramp',
    source: `
      void ramp(double *P, int64_t u0, int64_t u1) {
        const double *x = (const double *)(uintptr_t)P[2];
        double *y = (double *)(uintptr_t)P[4];
        const int64_t sx = (int64_t)P[3], sy = (int64_t)P[5];
        for (int64_t i = u0; i < u1; i++) y[i * sy] = x[i * sx] + (double)i * P[6];
      }`,
  },
});

const TWICE = defineKind({
  name: 'twice',
  args: FROM_X_TO_Y,
  body: { kind: 'kernel', kernel: (rank) => elementwise(rank, [float64], float64, (b, x) => b.add(x, x)) },
});

t.test('C source between kernels', { skip: whyNoNative() }, async (t) => {
  const rt = createRuntime({ device: 'cpu', procs: 3 });
  const n = 1000;
  const x = rt.upload(
    Float64Array.from({ length: n }, (_, i) => i),
    float64,
    [n],
  );
  const [a, b, c] = [0, 1, 2].map(() => rt.create(float64, [n]));
  rt.launch(TWICE, [n], [x, a]);
  rt.launch(RAMP, [n], [a, b], [0.5]);
  rt.launch(TWICE, [n], [b, c]);
  t.same(
    await rt.read(c),
    Float64Array.from({ length: n }, (_, i) => 2 * (2 * i + 0.5 * i)),
  );
  await rt.close();
});

t.test('without a compiler its readers learn why', async (t) => {
  const rt = createRuntime({ device: 'js', procs: 1 });
  const x = rt.upload(Float64Array.of(1, 2), float64, [2]);
  const y = rt.create(float64, [2]);
  rt.launch(RAMP, [2], [x, y], [1]);
  await t.rejects(rt.read(y), { code: /ERR_/ });
  t.same(await rt.read(x), Float64Array.of(1, 2));
  await rt.close();
});
