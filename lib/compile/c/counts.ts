/**
 * Sums of bools that were converted to integers are counts: the bools themselves are folded, a byte each, in vectors of bytes.
 *
 *     %1 = lt %0 s0   %2 = cast int64 %1   fold sum %2        t1[i] = a0[i] < s0; mk_fold_count_int64(t1, n)
 *
 * A sum of integers has the same bits in every order. Sums of floats stay as they are: they may be folded beside others in lanes (`lanes.ts`).
 */
import { isInteger } from '../../dtype/index.js';
import type { Kernel, Loop, Statement } from '../../ir/index.js';

/** The kernel with such folds over the bools. Its layout is the same. */
export function countBools(kernel: Kernel): Kernel {
  const loops = kernel.loops.map((loop) => {
    const statements = loop.statements.map((statement) => countOf(loop, statement));
    return statements.some((statement, i) => statement !== loop.statements[i]) ? { ...loop, statements } : loop;
  });
  return loops.some((loop, l) => loop !== kernel.loops[l]) ? { ...kernel, loops } : kernel;
}

function countOf({ nodes }: Loop, statement: Statement): Statement {
  if ((statement.kind !== 'fold' && statement.kind !== 'foldInner') || statement.op !== 'sum') return statement;
  const node = nodes[statement.value];
  const counts = node.op === 'cast' && isInteger(node.dtype) && nodes[node.a].dtype.kind === 'bool';
  return counts ? { ...statement, value: node.a } : statement;
}
