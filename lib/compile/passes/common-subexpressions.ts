/** Nodes that compute the same become one. Operands of commutative operators are compared in either order. */
import {
  type Loop,
  mapBody,
  mapOperands,
  mapUsed,
  type Node,
  type NodeId,
  operandsOf,
  operationOf,
  type SegmentNode,
} from '../../ir/index.js';
import { type Pass, type Unit, withLoops } from './pass.js';

export const commonSubexpressions: Pass = {
  name: 'common-subexpressions',
  needs: ['forwarded'],
  gives: ['distinct'],
  run: (unit: Unit): Unit => withLoops(unit, unit.kernel.loops.map(shareLoop)),
};

function shareLoop(loop: Loop): Loop {
  const { nodes, ids } = share(loop.nodes);
  if (nodes === loop.nodes) return loop;
  return { nodes, statements: loop.statements.map((s) => mapUsed(s, (id) => ids[id])) };
}

/** The list in which each value is computed once, and where each is now; itself if that was so. */
function share<N extends Node | SegmentNode>(list: readonly N[]): { nodes: readonly N[]; ids: NodeId[] } {
  const nodes: N[] = [];
  const ids: NodeId[] = [];
  const known = new Map<string, NodeId>();
  let same = true;
  for (const old of list) {
    const node = mapBody(
      mapOperands(old, (id) => ids[id]),
      share,
    );
    same &&= node === old;
    const key = keyOf(node);
    let id = known.get(key);
    if (id === undefined) known.set(key, (id = nodes.push(node) - 1));
    ids.push(id);
  }
  return { nodes: same && nodes.length === list.length ? list : nodes, ids };
}

/** Equal exactly for nodes that give the same value. */
function keyOf(node: Node | SegmentNode): string {
  const head = `${node.op} ${node.dtype.code} `;
  switch (node.op) {
    case 'load':
    case 'segload':
      return head + node.arg;
    case 'const':
      return head + (Object.is(node.value, -0) ? '-0' : node.value);
    case 'scalar':
      return head + node.slot;
    case 'index':
      return head + node.axis;
    case 'segment':
      return head;
    case 'outer':
      return head + node.node;
    case 'gather':
      return `${head}${node.arg} ${node.indices.join()}`;
    case 'carry':
      return head + node.carry;
    case 'carried':
      return `${head}${node.a} ${node.carry}`;
    case 'repeat': {
      const ends = `${node.initial.join()} ${node.enter} ${node.most} ${node.next.join()} ${node.goes}`;
      return `${head}${ends} {${node.body.map(keyOf).join(';')}}`;
    }
    case 'segfold':
      return `${head}${node.fold} ${node.low} ${node.high} ${node.result} ${node.runs?.table} {${node.body.map(keyOf).join(';')}}`;
    default: {
      const operands = operandsOf(node);
      if (operationOf(node.op)?.commutes === true) operands.sort((a, b) => a - b);
      return head + operands.join();
    }
  }
}
