/** A kernel's title in a profile: its operations, each once, without the ones that move values. */
import t from 'tap';
import { titleOf } from '../../../lib/compile/title.js';
import { float64 } from '../../../lib/dtype/index.js';
import { elementwise } from '../../../lib/ir/index.js';

t.test('operations in the order of their use', async (t) => {
  t.equal(titleOf(elementwise(2, [float64], float64, (k, x) => k.mul(k.exp(x), k.exp(k.neg(x))))), 'exp, neg, mul; rank 2');
  t.equal(titleOf(elementwise(1, [float64], float64, (_, x) => x)), 'copy; rank 1');
  const many = titleOf({
    ...elementwise(1, [float64], float64, (_, x) => x),
    loops: [
      {
        nodes: (['neg', 'abs', 'sin', 'cos', 'tan', 'exp', 'log', 'sqrt', 'floor', 'ceil', 'tanh'] as const).map((op) => ({
          op,
          dtype: float64,
          a: 0,
        })),
        statements: [{ kind: 'fold', arg: 1, op: 'sum', value: 10 }],
      },
    ],
  });
  t.match(many, /^neg, abs, .*, ceil, and 2 more; rank 1$/);
});
