/** Segmented folds: an invocation folds its segment in order. */
import { accumulatorOf, identityOf, type Node, type NodeId, STATUS } from '../../../ir/index.js';
import { emitBody } from './body.js';
import { accumulation } from './operators.js';
import { type Scope, wideText } from './values.js';

/** Emits the loop; gives the fold's result. */
export function emitSegfold(scope: Scope, node: Extract<Node, { op: 'segfold' }>): string {
  const { text } = scope;
  const { identity, taken, combined, rounded } = accumulation(
    node.fold,
    node.dtype,
    identityOf(node.fold, accumulatorOf(node.fold, node.dtype)),
  );
  const result = text.name('f');
  text.add(`var ${result} = ${identity};`);
  const { low, high } = bounds(scope, node.low, node.high);
  const k = text.name('k');
  text.block(`for (${k}: i32 = ${low}; ${k} < ${high}; ${k} += 1)`, () => {
    const values = emitBody(scope, node.body, { segment: k });
    text.add(`${result} = ${combined(result, taken(values[node.result]))};`);
  });
  return rounded(result);
}

/** The segment's bounds as i32. Where they do not fit it has elements that no argument has: a status, and no step. */
function bounds(scope: Scope, lowId: NodeId, highId: NodeId): { low: string; high: string } {
  const { text, values } = scope;
  const [low, high] = [values[lowId], values[highId]];
  if (low.type === 'i32' && high.type === 'i32') return { low: low.text, high: high.text };
  const [a, b] = [wideText(low), wideText(high)];
  const [first, last] = [text.name('low'), text.name('high')];
  text.add(`var ${first} = 0;`, `var ${last} = 0;`);
  text.block(`if (${a} < ${b})`, () => {
    text.add(
      `if (${a} >= -2147483648i64 && ${b} <= 2147483647i64) {`,
      `${first} = to_i32(${a});`,
      `${last} = to_i32(${b});`,
      `} else { fail(${STATUS.INDEX}); }`,
    );
  });
  return { low: first, high: last };
}
