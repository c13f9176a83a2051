/**
 * Repeats: rounds of a body for a few elements side by side, each until it is done. The compiler makes vectors of the elements; an element that is
 * done keeps its values while its neighbours go on, and the rounds end with the last of them.
 *
 *     for (from = 0; from < n; from += 16)                16 elements
 *       for (round = 0; any && round < most; round++)
 *         for (j = 0; j < 16; j++)  e = …;  c0[j] = live[j] ? e : c0[j];  live[j] &= goes
 */
import type { DType } from '../../dtype/index.js';
import type { Node, NodeId, SegmentNode } from '../../ir/index.js';
import { plainExpression } from './expression.js';
import type { StagedLoop } from './stages.js';
import { indent, type Needs } from './text.js';
import { literal, memoryType, valueType } from './types.js';

/** Elements side by side: two vectors of the widest processors, of float64. */
const TOGETHER = 16;

type Repeat = Extract<Node, { op: 'repeat' }>;

/** The body of the function that takes the rounds of n elements. */
export function repeatedRounds(needs: Needs, node: Repeat, id: NodeId, staged: StagedLoop): string[] {
  const { nodes } = staged.loop;
  const dtypes = node.initial.map((k) => nodes[k].dtype);
  const mask = maskType([...dtypes, ...node.body.map(({ dtype }) => dtype)]);
  const arrays = [
    ...dtypes.map((dtype, k) => ({ name: `c${k}`, type: kept(dtype, mask), from: needs.read(node.initial[k]) })),
    ...node.body.flatMap((inner, k) =>
      inner.op === 'outer' && !staged.uniform[inner.node]
        ? [{ name: `x${k}`, type: kept(inner.dtype, mask), from: needs.read(inner.node) }]
        : [],
    ),
  ];
  const name = (k: NodeId): string => nameOf(node.body, k);
  return [
    `for (int64_t from = 0; from < n; from += ${TOGETHER}) {`,
    ...indent([
      `const int64_t some = mk_least(${TOGETHER}, n - from);`,
      `${mask} live[${TOGETHER}], any = 0;`,
      ...arrays.map(({ name, type }) => `${type} ${name}[${TOGETHER}];`),
      `for (int64_t j = 0; j < ${TOGETHER}; j++) {`,
      ...indent([
        'const int64_t i = from + (j < some ? j : some - 1);',
        ...arrays.map(({ name, from }) => `${name}[j] = ${from};`),
        `live[j] = (j < some) & (${needs.read(node.enter)});`,
        'any |= live[j];',
      ]),
      '}',
      `for (int64_t round = 0; any != 0 && round < ${node.most}; round++) {`,
      ...indent(['any = 0;', 'MK_INDEPENDENT', `for (int64_t j = 0; j < ${TOGETHER}; j++) {`, ...indent(round()), '}']),
      '}',
      ...results(needs, id, staged),
    ]),
    '}',
  ];

  function round(): string[] {
    return [
      ...node.body.flatMap((inner, k) => local(needs, staged, node.body, inner, k, name)),
      'const _Bool on = live[j] != 0;',
      ...dtypes.map((dtype, k) => `const ${kept(dtype, mask)} n${k} = on ? ${name(node.next[k])} : c${k}[j];`),
      ...dtypes.map((_, k) => `c${k}[j] = n${k};`),
      `live[j] = on & ${name(node.goes)};`,
      'any |= live[j];',
    ];
  }
}

/** The type of a mask that is as wide as the numbers beside it, for the compiler's vectors. */
function maskType(dtypes: readonly DType[]): string {
  return dtypes.some(({ size }) => size === 8) ? 'int64_t' : 'int32_t';
}

/** The type of a value that is kept from round to round: bools are as wide as masks. */
function kept(dtype: DType, mask: string): string {
  return dtype.kind === 'bool' ? mask : memoryType(dtype);
}

function nameOf(body: readonly SegmentNode[], id: NodeId): string {
  const node = body[id];
  return node.op === 'const' ? literal(node.value, node.dtype) : `e${id}`;
}

function local(
  needs: Needs,
  { uniform }: StagedLoop,
  body: readonly SegmentNode[],
  node: SegmentNode,
  id: NodeId,
  name: (id: NodeId) => string,
): string[] {
  const truth = node.dtype.kind === 'bool' ? ' != 0' : '';
  const declare = (text: string): string[] => [`const ${valueType(node.dtype)} e${id} = ${text};`];
  switch (node.op) {
    case 'const':
      return [];
    case 'scalar':
      return declare(needs.scalar(node.slot));
    case 'carry':
      return declare(`c${node.carry}[j]${truth}`);
    case 'outer':
      return declare(uniform[node.node] ? needs.read(node.node) : `x${id}[j]${truth}`);
    default:
      return declare(plainExpression(body, node, name));
  }
}

/** Stores the last values where later stages read them. */
function results(needs: Needs, id: NodeId, { loop, strips }: StagedLoop): string[] {
  const lines = strips.flatMap((strip) => {
    const node = loop.nodes[strip];
    const carry = strip === id ? 0 : node.op === 'carried' && node.a === id ? node.carry : -1;
    return carry < 0 ? [] : [`${needs.strip(strip)}[from + j] = c${carry}[j];`];
  });
  return ['for (int64_t j = 0; j < some; j++) {', ...indent(lines), '}'];
}
