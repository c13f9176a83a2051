/**
 * The text of a kernel, for golden files, `--dump-ir` and messages:
 *
 *     kernel rank 1 rows 1
 *     arg 0: float64 elementwise read
 *     arg 1: float64 full write
 *     scalar 0: float64
 *     loop
 *       %0: float64 = load 0
 *       %1: float64 = exp %0
 *       %2: float64 = scalar 0
 *       %3: float64 = mul %1 %2
 *       fold sum %3 -> 1
 */
import type { Kernel, NestLoop, Node, NodeId, RowRuns, SegmentNode, Statement } from './kernel.js';
import { hasBody } from './nodes.js';

/** A kernel as text, a line for each argument, node and statement. */
export function printKernel(kernel: Kernel): string {
  return [
    `kernel rank ${kernel.rank} rows ${kernel.rowRank}`,
    ...kernel.args.map(
      (arg, k) =>
        `arg ${k}: ${arg.dtype.name} ${arg.access} ${arg.privilege}${arg.access === 'whole' ? ` rank ${arg.rank}` : ''}`,
    ),
    ...kernel.scalars.map((dtype, k) => `scalar ${k}: ${dtype.name}`),
    ...(kernel.nest === undefined ? [] : [`nest ${kernel.nest.map(printLoop).join(', ')}`]),
    ...kernel.loops.flatMap((loop) => [
      'loop',
      ...printNodes(loop.nodes, '  '),
      ...loop.statements.map((s) => `  ${printStatement(s)}`),
    ]),
    '',
  ].join('\n');
}

/** As `axis 1 by 8`, `axis 0 by 1 unrolled 4`. */
function printLoop({ axis, step, unroll, vector }: NestLoop): string {
  return `axis ${axis} by ${step}${unroll > 1 ? ` unrolled ${unroll}` : ''}${vector ? ' in vectors' : ''}`;
}

function printNodes(nodes: readonly (Node | SegmentNode)[], indent: string): string[] {
  return nodes.flatMap((node, id) => [
    `${indent}%${id}: ${node.dtype.name} = ${printNode(node)}`,
    ...(hasBody(node) ? printNodes(node.body, `${indent}  `) : []),
  ]);
}

function printNode(node: Node | SegmentNode): string {
  switch (node.op) {
    case 'load':
    case 'segload':
      return `${node.op} ${node.arg}`;
    case 'const':
      return `const ${Object.is(node.value, -0) ? '-0' : node.value}`;
    case 'scalar':
      return `scalar ${node.slot}`;
    case 'index':
      return `index ${node.axis}`;
    case 'segment':
      return 'segment';
    case 'outer':
      return `outer %${node.node}`;
    case 'carry':
      return `carry ${node.carry}`;
    case 'carried':
      return `carried ${node.carry} of %${node.a}`;
    case 'repeat':
      return `repeat [${ids(node.initial)}] if %${node.enter}, ${node.most} at most, to [${ids(node.next)}] while %${node.goes} in`;
    case 'gather':
      return `gather ${node.arg} [${ids(node.indices)}]`;
    case 'select':
      return `select %${node.c} %${node.a} %${node.b}`;
    case 'segfold':
      return `segfold ${node.fold} [%${node.low}, %${node.high}) of %${node.result}${printRuns(node.runs)} in`;
    default:
      return 'b' in node ? `${node.op} %${node.a} %${node.b}` : `${node.op} %${node.a}`;
  }
}

function ids(list: readonly NodeId[]): string {
  return list.map((id) => `%${id}`).join(', ');
}

function printRuns(runs: RowRuns | undefined): string {
  return runs === undefined ? '' : ` (runs of columns ${runs.columns}: ${runs.table})`;
}

function printStatement(s: Statement): string {
  if (s.kind === 'scatter') return `scatter ${s.op} %${s.value} -> ${s.arg}[%${s.index}]`;
  return s.kind === 'store' ? `store %${s.value} -> ${s.arg}` : `${s.kind} ${s.op} %${s.value} -> ${s.arg}`;
}
