/**
 * The C functions of one loop: for each stage one plain loop over dense operands, which the compiler vectorizes, and one
 * function for each segmented fold. Nodes are locals in SSA form: %3 is `v3`.
 */
import { invariant } from '../../base/index.js';
import type { Kernel, Node, NodeId } from '../../ir/index.js';
import { gatherText, plainExpression } from './expression.js';
import type { FoldSite } from './folds.js';
import { lanesPiece } from './lanes.js';
import { repeatedRounds } from './repeat.js';
import { segmentedFold } from './segfold.js';
import { isRead, readsInPlace, type Stage, type StagedLoop, stagedAs } from './stages.js';
import { indent, Needs } from './text.js';
import { suffixOf, valueType } from './types.js';
import { counterFor, sideBySide } from './waiting.js';

/** An emitted function and the statement that calls it for a segment of n elements. */
export interface Piece {
  readonly definition: readonly string[];
  readonly call: string;
  /** Coordinate strips that the call needs. */
  readonly axes: readonly number[];
  /** For segments within one row, which need no such strips; where there is one. */
  readonly inRow?: Pick<Piece, 'definition' | 'call'>;
}

/** The functions of a loop, in the order in which they are called. `lanes`: the folds in the last stage's loop. */
export function loopPieces(kernel: Kernel, staged: StagedLoop, number: number, lanes: readonly FoldSite[] = []): Piece[] {
  const pieces: Piece[] = [];
  staged.stages.forEach((stage, s) => {
    // The function of a repeat writes the strips of what it carried.
    const own = stage.staged.filter((id) => staged.loop.nodes[id].op !== 'carried');
    for (const id of own) pieces.push(stagedPiece(kernel, staged, id, number));
    const name = staged.stages.length === 1 ? `loop${number}` : `loop${number}_${s}`;
    if (lanes.length > 0 && s === staged.stages.length - 1) pieces.push(lanesPiece(kernel, staged, lanes, name));
    else if (stage.kept.length > 0 || stage.stores.some((store) => store.value !== staged.direct))
      pieces.push(mainPiece(kernel, staged, stage, name));
  });
  return pieces;
}

function mainPiece(kernel: Kernel, staged: StagedLoop, stage: Stage, name: string): Piece {
  const piece = mainLoop(new Needs(kernel, staged), staged, stage, name);
  if (piece.axes.length === 0) return piece;
  return { ...piece, inRow: mainLoop(new Needs(kernel, staged, true), staged, stage, `${name}_row`) };
}

function mainLoop(needs: Needs, staged: StagedLoop, stage: Stage, name: string): Piece {
  const body: string[] = [];
  for (const id of stage.main) body.push(...localOf(needs, staged, id, isComputed(staged, stage, id)));
  for (const id of stage.kept) body.push(`${needs.strip(id)}[i] = v${id};`);
  for (const store of stage.stores) body.push(`${needs.output(store.arg)}[i] = v${store.value};`);
  return finishPiece(needs, name, loopLines(staged, stage, body));
}

/** The loop over a stage's elements: one vector after the other, or several side by side. */
function loopLines(staged: StagedLoop, stage: Stage, body: readonly string[]): string[] {
  const over = 'for (int64_t i = 0; i < n; i++) {';
  const times = sideBySide(staged, stage);
  if (times === 1) return ['MK_INDEPENDENT', over, ...indent(body), '}'];
  const counter = `MK_COUNTER(${counterFor(staged, stage, times)})`;
  return [counter, `MK_SIDE_BY_SIDE(${times})`, over, ...indent(['MK_COUNT', ...body]), '}', 'MK_COUNTED'];
}

/** Whether the main loop of a stage computes a node, rather than reading it. */
function isComputed({ loop, uniform, strips }: StagedLoop, stage: Stage, id: NodeId): boolean {
  if (uniform[id] || isRead(loop.nodes, id)) return false;
  return !strips.includes(id) || stage.kept.includes(id);
}

function localOf(needs: Needs, { uniform }: StagedLoop, id: NodeId, computed: boolean): string[] {
  const node = needs.loop.nodes[id];
  const declare = (text: string): string => `const ${valueType(node.dtype)} v${id} = ${text};`;
  if (!computed) return [declare(needs.read(id))];
  if (node.op === 'gather') {
    const { lines, text } = gatherText(needs, node, id, (k) => `v${k}`);
    return [...lines, declare(text)];
  }
  if (node.op === 'select' && uniform[node.c] && node.dtype.kind !== 'bool')
    return [declare(`mk_choose_${valueType(node.dtype)}(v${node.c}, v${node.a}, v${node.b})`)];
  return [declare(plainExpression(needs.loop.nodes, node, (k) => `v${k}`))];
}

function stagedPiece(kernel: Kernel, staged: StagedLoop, id: NodeId, number: number): Piece {
  const needs = new Needs(kernel, staged);
  const node = staged.loop.nodes[id];
  const form = stagedAs(staged.loop.nodes, id);
  if (node.op === 'repeat') return finishPiece(needs, `rounds${number}_${id}`, repeatedRounds(needs, node, id, staged));
  if (node.op === 'segfold') return finishPiece(needs, `fold${number}_${id}`, segmentedFold(needs, node, id));
  if (form === 'strip') return { definition: [], call: stripCall(staged, node, id), axes: [] };
  invariant('b' in node && node.op !== 'select', `${node.op} has no loop form`);
  const operands = [node.a, node.b].map((k) => `const ${valueType(staged.loop.nodes[k].dtype)} v${k} = ${needs.read(k)};`);
  const result = plainExpression(staged.loop.nodes, node, (k) => `v${k}`);
  const body = [...new Set(operands), `${needs.strip(id)}[i] = ${result};`];
  return finishPiece(needs, `loop${number}_v${id}`, ['for (int64_t i = 0; i < n; i++) {', ...indent(body), '}']);
}

function stripCall(staged: StagedLoop, node: Node, id: NodeId): string {
  const operands = 'b' in node ? [node.a, node.b] : 'a' in node ? [node.a] : [];
  const strip = (k: NodeId): string => {
    invariant(staged.strips.includes(k), `${node.op} is called on strips`);
    return `${staged.prefix}t${k} + at`;
  };
  const from = operands.map((k) => {
    const operand = staged.loop.nodes[k];
    return operand.op === 'load' && readsInPlace(staged, k) ? `a${operand.arg}` : strip(k);
  });
  const stored = staged.stages.at(-1)?.stores.find((store) => store.value === id && id === staged.direct);
  const to = stored === undefined ? strip(id) : `o${stored.arg}`;
  return `mk_${node.op}${suffixOf(node.dtype)}_strip(${[to, ...from].join(', ')}, n);`;
}

/** Wraps a body into a function. One that checks indices returns whether any was bad. */
function finishPiece(needs: Needs, name: string, body: readonly string[]): Piece {
  const parameters = ['int64_t n', ...needs.parameters.map((p) => p.declaration)];
  const type = needs.checks ? 'int64_t' : 'void';
  const lines = indent([...needs.prologue, ...(needs.checks ? ['int64_t bad = 0;', ...body, 'return bad;'] : body)]);
  const definition =
    needs.wholes.length === 0
      ? [`static ${type} ${name}(${parameters.join(', ')}) {`, ...lines, '}']
      : [
          `static inline __attribute__((always_inline)) ${type} ${name}_of(const int dense, ${parameters.join(', ')}) {`,
          ...lines,
          '}',
          '',
          ...twoCopies(needs, name, type, parameters),
        ];
  const call = `${name}(${['n', ...needs.parameters.map((p) => p.argument)].join(', ')})`;
  const axes = needs.parameters.flatMap((p) => (/^x\d+$/.test(p.argument) ? [Number(p.argument.slice(1))] : []));
  return { definition, call: needs.checks ? `mk_fail(P, ${call}, 1);` : `${call};`, axes };
}

/** Calls the copy for dense arguments, or the one for any strides. */
function twoCopies(needs: Needs, name: string, type: string, parameters: readonly string[]): string[] {
  const dense = needs.wholes
    .filter((arg) => needs.kernel.args[arg].rank > 0)
    .map((arg) => `w${arg}->stride[${needs.kernel.args[arg].rank - 1}] == 1`);
  const call = (copy: number): string =>
    `${name}_of(${[copy, 'n', ...needs.parameters.map((p) => p.declaration.replace(/^.*[ *]/, ''))].join(', ')})`;
  return [
    `static ${type} ${name}(${parameters.join(', ')}) {`,
    `  return ${dense.length === 0 ? '1' : dense.join(' && ')} ? ${call(1)} : ${call(0)};`,
    '}',
  ];
}
