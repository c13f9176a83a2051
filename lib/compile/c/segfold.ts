/**
 * Segmented folds (SpMV's inner loop): for each element a plain loop over its segment, in order. The segment is checked
 * once against the arguments that it indexes, not at every step.
 */
import { accumulatorOf, identityOf, type Node, type NodeId, type SegmentNode } from '../../ir/index.js';
import { gatherText, plainExpression } from './expression.js';
import { COMBINE } from './folds.js';
import { knownProduct, loopOverRuns } from './runs.js';
import { indent, type Needs } from './text.js';
import { literal, memoryType, valueType } from './types.js';

/** The body of the function that folds the segments of n elements. */
export function segmentedFold(needs: Needs, node: Node & { op: 'segfold' }, id: NodeId): string[] {
  const acc = accumulatorOf(node.fold, node.dtype);
  const outers = node.body.flatMap((inner, k) =>
    inner.op === 'outer' ? [`const ${valueType(inner.dtype)} c${k} = ${needs.read(inner.node)};`] : [],
  );
  const step = node.body.flatMap((inner, k) => segmentLocal(needs, node.body, inner, k));
  const combined = `${COMBINE[node.fold]}(acc, (${memoryType(acc)})${nameOf(node.body, node.result)})`;
  const segments = [...new Set(node.body.flatMap((inner) => (inner.op === 'segload' ? [inner.arg] : [])))].map((arg) =>
    needs.whole(arg),
  );
  const checks = segments.map((base) => `${base}n0`);
  const length = checks.slice(1).reduce((shortest, size) => `mk_least(${shortest}, ${size})`, checks[0]);
  const each = [
    `int64_t low = ${needs.read(node.low)}, high = ${needs.read(node.high)};`,
    ...(checks.length > 0 ? ['mk_clip(&low, &high, length, &bad);'] : []),
    ...segments.map((base) => `mk_ahead(${base}, low * ${base}s0 * (int64_t)sizeof *${base});`),
    ...outers,
    `${memoryType(acc)} acc = ${literal(identityOf(node.fold, acc), acc)};`,
    'for (int64_t k = low; k < high; k++) {',
    ...indent([...step, `acc = ${combined};`]),
    '}',
    `${needs.strip(id)}[i] = (${memoryType(node.dtype)})acc;`,
  ];
  const product = knownProduct(node);
  return [
    ...(checks.length > 0 ? [`const int64_t length = ${length};`] : []),
    ...(product === null
      ? ['for (int64_t i = 0; i < n; i++) {', ...indent(each), '}']
      : loopOverRuns(needs, node, id, product, each)),
  ];
}

function nameOf(body: readonly SegmentNode[], id: NodeId): string {
  const op = body[id].op;
  return op === 'outer' ? `c${id}` : op === 'segment' ? 'k' : `e${id}`;
}

function segmentLocal(needs: Needs, body: readonly SegmentNode[], node: SegmentNode, id: NodeId): string[] {
  const name = (k: NodeId): string => nameOf(body, k);
  const declare = (text: string): string => `const ${valueType(node.dtype)} e${id} = ${text};`;
  switch (node.op) {
    case 'segment':
    case 'outer':
      return [];
    case 'segload': {
      needs.checks = true;
      const base = needs.whole(node.arg);
      return [declare(`${base}[k * ${base}s0]${node.dtype.name === 'bool' ? ' != 0' : ''}`)];
    }
    case 'const':
      return [declare(literal(node.value, node.dtype))];
    case 'scalar':
      return [declare(needs.scalar(node.slot))];
    case 'gather': {
      const { lines, text } = gatherText(needs, node, `e${id}`, name, 'mk_index_rarely');
      return [...lines, declare(text)];
    }
    default:
      return [declare(plainExpression(body, node, name))];
  }
}
