/** Kernels cut down to some of their statements. */
import t from 'tap';
import { restrict } from '../../../lib/compile/index.js';
import { float64 } from '../../../lib/dtype/index.js';
import { fullIn, fullOut, input, kernel, output, printKernel, verify } from '../../../lib/ir/index.js';

t.test('what the statements need stays, in order', async (t) => {
  const whole = kernel(1, [input(float64, 1), fullIn(float64), output(float64, 1), fullOut(float64)], [float64], (b) => {
    const scaled = b.mul(b.load(1), b.scalar(0));
    b.store(2, b.add(b.load(0), scaled));
    b.store(3, scaled);
  });
  const uniform = restrict(whole, (s) => s.arg === 3);
  t.same(uniform.args, [1, 3]);
  t.same(verify(uniform.kernel), [], printKernel(uniform.kernel));
  t.equal(uniform.kernel.loops[0].nodes.length, 3);
  const rest = restrict(whole, (s) => s.arg !== 3);
  t.same(rest.args, [0, 1, 2]);
  t.same(verify(rest.kernel), []);
  t.same(
    rest.kernel.args.map((a) => a.privilege),
    ['read', 'read', 'write'],
  );
  t.same(restrict(whole, () => true).args, [0, 1, 2, 3]);
});
