/**
 * The gates of a program that follows an earlier program point by point (thesis 6.4.1: external pre- and postconditions). The graph is made
 * once more behind the earlier one: its blocks begin with the histories that the earlier program leaves. Only the program right before is
 * looked at: all launches before that one are over.
 *
 *     … y = stencil(x)    [0] [1] [2] [3]      end of one launch
 *                          |\ /|\ /|\ /|       gates
 *       x = stencil(y)    [0] [1] [2] [3]      begin of the next
 */
import { invariant } from '../../base/index.js';
import { type Before, GraphBuilder, type GraphNode, type Operation, type ProgramGraph, relations, WHOLE } from './graph.js';
import { BlockHistory } from './history.js';

/** In place of a block of the earlier program: the program does not use the memory; it does, in an unknown block. */
export const UNUSED = -1;
export const UNKNOWN = -2;

/** Pairs of nodes beyond which a program waits for the earlier one as a whole. */
const MOST = 1 << 16;

/** All of the earlier launch, as an operation. */
const ALL: Operation = Object.freeze({ launch: -1, first: WHOLE, count: 1, join: WHOLE });

/**
 * Pairs: a node of `before`, or `WHOLE`, and one of `graph` that waits for it. `was`: by block of `graph`, the block of `before` that had
 * its memory; last, the entry for launches' own scratch memory, 0 where each launch has the memory that it had in `before`. Null when there
 * are too many pairs.
 */
export function gatesBetween(before: ProgramGraph, graph: ProgramGraph, was: Int32Array): Int32Array | null {
  const { blocks, launches } = graph.form;
  const builder = new GraphBuilder(blocks, historiesAt(before, graph, was));
  launches.forEach((launch, i) => builder.add(i, launch));
  const scratch = was[blocks.length];
  if (scratch !== UNUSED) {
    for (const { launch, first, count } of builder.operations.slice(before.operations.length + 1)) {
      if (launches[launch].scratch.length === 0) continue;
      const ends = scratch === UNKNOWN ? [WHOLE] : nodesOf(before.operations[before.ends[launch]]);
      for (let n = first; n < first + count; n++)
        for (const end of ends) if (!builder.gates[n].includes(end)) builder.gates[n].push(end);
    }
  }
  invariant(builder.nodes.length === graph.nodes.length, 'a graph is the same behind another');
  return pairsOf(builder, before);
}

function nodesOf({ first, count }: Operation): number[] {
  return Array.from({ length: count }, (_, p) => first + p);
}

/** The blocks' histories as the earlier program leaves them. */
function historiesAt(before: ProgramGraph, { form }: ProgramGraph, was: Int32Array): Before {
  const operations = [...before.operations, ALL];
  const whole = [{ op: before.operations.length, count: 1 }];
  const histories = new Map<number, BlockHistory>();
  form.blocks.forEach(({ coordinates, donor }, block) => {
    if (donor >= 0 || was[block] === UNUSED) return;
    const known = was[block] === UNKNOWN ? undefined : before.histories.get(was[block]);
    const history = known === undefined ? new BlockHistory(relations, coordinates, whole) : known.copy().as(coordinates);
    histories.set(block, history);
  });
  return { operations, histories };
}
function pairsOf({ nodes, gates }: GraphBuilder, before: ProgramGraph): Int32Array | null {
  const pairs: number[] = [];
  for (let n = 0; n < nodes.length; n++) {
    const own = gates[n].includes(WHOLE) ? [WHOLE] : gates[n];
    const implied = impliedAt(n, nodes, gates, before);
    for (const from of own) if (!implied.has(from) && !implied.has(WHOLE)) pairs.push(from, n);
    if (pairs.length > 2 * MOST) return null;
  }
  return Int32Array.from(pairs);
}

/** Gates that a node does not need: nodes before it in either graph imply them. */
function impliedAt(n: number, nodes: readonly GraphNode[], gates: readonly number[][], before: ProgramGraph): Set<number> {
  const implied = new Set<number>();
  if (gates[n].length === 0) return implied;
  for (const p of gates[n]) if (p !== WHOLE) for (const a of before.nodes[p].after) implied.add(a);
  for (const a of nodes[n].after) {
    for (const p of gates[a]) implied.add(p);
    for (const b of nodes[a].after) for (const p of gates[b]) implied.add(p);
  }
  return implied;
}

/** By node: whether a later launch may wait for it. */
export function exitsOf({ operations, histories, ends, nodes }: ProgramGraph): Uint8Array {
  const exits = new Uint8Array(nodes.length);
  const mark = ({ first, count, join }: Operation): void => {
    exits.fill(1, first, first + count);
    if (join >= 0) exits[join] = 1;
  };
  for (const history of histories.values()) for (const { op } of history.uses()) mark(operations[op]);
  for (const end of ends) mark(operations[end]);
  return exits;
}
