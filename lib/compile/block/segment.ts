/** The body of a segmented fold: instructions over runs of segment numbers. */
import { type Node, type NodeId, operandsOf, type SegmentNode } from '../../ir/index.js';
import { Body } from './body.js';
import type { Strips } from './strips.js';
import type { Uniforms } from './uniforms.js';

/** The enclosing loop's knowledge of its nodes. */
export interface Enclosing {
  isUniform(id: NodeId): boolean;
  slot(id: NodeId): number;
  operand(id: NodeId): number;
}

export class SegmentBody extends Body<SegmentNode> {
  readonly #outer: Enclosing;
  readonly #uniform: boolean[] = [];

  constructor(fold: Node & { op: 'segfold' }, outer: Enclosing, strips: Strips, uniforms: Uniforms) {
    super(fold.body, [fold.result], strips, uniforms);
    this.#outer = outer;
    for (const node of fold.body) {
      if (node.op === 'outer') this.#uniform.push(outer.isUniform(node.node));
      else if (node.op === 'segment' || node.op === 'segload' || node.op === 'gather') this.#uniform.push(false);
      else this.#uniform.push(operandsOf(node).every((id) => this.#uniform[id]));
    }
  }

  protected override isUniform(id: NodeId): boolean {
    return this.#uniform[id];
  }

  protected override outerSlot(node: NodeId): number {
    return this.#outer.slot(node);
  }

  protected override elsewhere(): number {
    return -1;
  }

  protected override emitNode(node: SegmentNode, id: NodeId, place: number): void {
    switch (node.op) {
      case 'segment':
        this.push('segment', node.dtype, [], this.place(id, place), []);
        break;
      case 'outer':
        this.push('outer', node.dtype, [], this.place(id, place), [this.#outer.operand(node.node)]);
        break;
      case 'segload':
        this.push('segload', node.dtype, [], this.place(id, place), [node.arg]);
        break;
      case 'gather':
        this.gather(node, id, place);
        break;
      default:
        this.elementwise(node, id, place);
        break;
    }
  }
}
