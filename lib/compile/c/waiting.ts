/**
 * Loops that wait. Where each step of an element needs the one before, a processor has other elements to go on with only as far as
 * it looks ahead; a chain that is longer than that leaves it idle. Such a loop computes several vectors side by side:
 *
 *     one        a += x; a += x; a += x; …          each waits for the one before it
 *     four       a += x; b += y; c += z; d += w; a += x; …
 */
import { type Loop, type Node, type NodeId, operandsOf, operationOf } from '../../ir/index.js';
import type { Stage, StagedLoop } from './stages.js';

/** Cycles from a node's operand to its result; null makes a loop that is left as it is. */
function cyclesOf(op: Node['op']): number | null {
  return op === 'select' ? 2 : op === 'cast' ? 3 : (operationOf(op)?.cycles ?? null);
}
/** Operations that a processor looks ahead, and how many vectors it computes in a cycle. */
const AHEAD = 200;
const RATE = 2;
/** Vectors that its registers hold, less some that the compiler needs. */
const REGISTERS = 28;

/** How many vectors of a stage's loop are computed side by side: 1, 2 or 4. */
export function sideBySide({ loop, uniform }: StagedLoop, stage: Stage): 1 | 2 | 4 {
  const computed = stage.main.filter((id) => !uniform[id] && isComputed(loop.nodes[id]));
  const size = floatSize(loop, computed);
  const results = [...stage.kept, ...stage.stores.map((store) => store.value)];
  if (size === null || !computed.every((id) => isPlain(loop, id, size))) return 1;
  if (results.some((id) => loop.nodes[id].dtype.kind === 'bool')) return 1;
  if (longestWait(loop, computed) * Math.min(1, computed.length / AHEAD) <= computed.length / RATE) return 1;
  const alive = mostAlive(loop, stage, uniform);
  return 4 * alive <= REGISTERS ? 4 : 2 * alive <= REGISTERS ? 2 : 1;
}

/** The type of a counter that makes GCC compute so many vectors side by side: it has as many in a vector. */
export function counterFor(staged: StagedLoop, stage: Stage, times: 2 | 4): string {
  const size = floatSize(staged.loop, stage.main) ?? 8;
  return `uint${(size * 8) / times}_t`;
}

function isComputed({ op }: Node): boolean {
  return op !== 'load' && op !== 'const' && op !== 'scalar';
}

/** The size of the only type of floats that a loop computes with; null without one, or with two. */
function floatSize({ nodes }: Loop, ids: readonly NodeId[]): number | null {
  const sizes = new Set(ids.flatMap((id) => (nodes[id].dtype.kind === 'float' ? [nodes[id].dtype.size] : [])));
  return sizes.size === 1 ? [...sizes][0] : null;
}

/** Whether a node is an operator on floats of that size, or on truths about them. */
function isPlain({ nodes }: Loop, id: NodeId, size: number): boolean {
  const node = nodes[id];
  const fits = ({ dtype }: Node): boolean => dtype.kind === 'bool' || (dtype.kind === 'float' && dtype.size === size);
  if (cyclesOf(node.op) === null || !fits(node)) return false;
  return operandsOf(node).every((k) => fits(nodes[k]) && !(nodes[k].op === 'load' && nodes[k].dtype.kind === 'bool'));
}

/** Cycles from the first operand of all to the last result. */
function longestWait({ nodes }: Loop, computed: readonly NodeId[]): number {
  const ready = new Map<NodeId, number>();
  for (const id of computed) {
    const begin = Math.max(0, ...operandsOf(nodes[id]).map((k) => ready.get(k) ?? 0));
    ready.set(id, begin + (cyclesOf(nodes[id].op) ?? 0));
  }
  return Math.max(0, ...ready.values());
}

/** How many values of elements are in use at once, at most. */
function mostAlive({ nodes }: Loop, { main, kept, stores }: Stage, uniform: readonly boolean[]): number {
  const own = main.filter((id) => !uniform[id] && nodes[id].op !== 'const' && nodes[id].op !== 'scalar');
  const end = new Map<NodeId, number>(own.map((id) => [id, id]));
  for (const id of own) for (const k of operandsOf(nodes[id])) if (end.has(k)) end.set(k, id);
  for (const id of [...kept, ...stores.map((s) => s.value)]) if (end.has(id)) end.set(id, nodes.length);
  let alive = 0;
  let most = 0;
  const ending = new Map<number, number>();
  for (const id of own) {
    most = Math.max(most, ++alive);
    const last = end.get(id) ?? id;
    ending.set(last, (ending.get(last) ?? 0) + 1);
    alive -= ending.get(id) ?? 0;
  }
  return most;
}
