/**
 * The body of a repeat: instructions over the elements that still take rounds. Values that go from round to round have strips that only the machine
 * writes, and so do values of the enclosing loop, which are taken anew when elements leave.
 */
import { type Node, type NodeId, operandsOf, type SegmentNode } from '../../ir/index.js';
import { Body } from './body.js';
import { PLACE, word } from './opcodes.js';
import type { Enclosing } from './segment.js';
import type { Strips } from './strips.js';
import type { Uniforms } from './uniforms.js';

type Repeat = Extract<Node, { op: 'repeat' }>;

/** Nodes that a body needs when a round is over; values of the enclosing loop and carried ones stay for the next. */
function kept({ body, next, goes }: Repeat): NodeId[] {
  const lasting = body.flatMap(({ op }, id) => (op === 'outer' || op === 'carry' ? [id] : []));
  return [...next, goes, ...lasting];
}

export class RepeatBody extends Body<SegmentNode> {
  /** By value that goes from round to round: the word of its strip. */
  readonly carries: readonly number[];
  readonly #outer: Enclosing;
  readonly #uniform: boolean[] = [];
  readonly #next: readonly NodeId[];
  readonly #kept: readonly NodeId[];

  constructor(node: Repeat, outer: Enclosing, strips: Strips, uniforms: Uniforms) {
    super(node.body, kept(node), strips, uniforms);
    this.#outer = outer;
    this.#next = node.next;
    this.#kept = kept(node);
    this.carries = node.initial.map(() => word(PLACE.STRIP, strips.take()));
    for (const inner of node.body) {
      if (inner.op === 'outer') this.#uniform.push(outer.isUniform(inner.node));
      else this.#uniform.push(inner.op !== 'carry' && operandsOf(inner).every((id) => this.#uniform[id]));
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

  /** Values that stay for all rounds come first: no other value of a round may have had their strips. */
  override emit(): void {
    this.nodes.forEach((node, id) => {
      if (node.op === 'carry') this.#carry(node.carry, id);
      else if (node.op === 'outer' && !this.#uniform[id])
        this.push('outer', node.dtype, [], this.place(id, -1), [this.#outer.operand(node.node)]);
    });
    super.emit();
  }

  protected override emitNode(node: SegmentNode, id: NodeId, place: number): void {
    if (node.op !== 'carry' && node.op !== 'outer') this.elementwise(node, id, place);
  }

  /** Copies a carried value that the next round has under another number: all of them change at once. */
  #carry(carry: number, id: NodeId): void {
    const moves = this.#next.some((next, k) => next === id && k !== carry);
    if (moves) this.push('copy', this.nodes[id].dtype, [], this.place(id, -1), [this.carries[carry]]);
    else this.place(id, this.carries[carry]);
  }

  /** Gives all strips back. */
  giveBack(): void {
    const own = new Set(this.carries.map((carry) => carry >> 2));
    for (const strip of own) this.strips.giveBack(strip);
    this.release(this.#kept.filter((id) => !this.#uniform[id] && !own.has(this.operand(id) >> 2)));
  }
}
