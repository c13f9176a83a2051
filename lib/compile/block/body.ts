/**
 * Instructions of a list of nodes (a loop's, or a segfold's body): nodes in order, each into a strip that is free by then.
 * A node that no statement needs has no instruction.
 */
import { invariant } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import { type Node, type NodeId, operandsOf, type SegmentNode } from '../../ir/index.js';
import { opcode, PLACE, word } from './opcodes.js';
import type { Strips } from './strips.js';
import type { Uniforms } from './uniforms.js';

type AnyNode = Node | SegmentNode;

/** Which nodes results need. */
export function neededNodes(nodes: readonly AnyNode[], results: readonly NodeId[]): boolean[] {
  const needed = nodes.map(() => false);
  for (const id of results) needed[id] = true;
  for (let id = nodes.length - 1; id >= 0; id--) {
    if (needed[id]) for (const used of operandsOf(nodes[id])) needed[used] = true;
  }
  return needed;
}

export abstract class Body<N extends AnyNode> {
  readonly code: number[] = [];
  instructions = 0;
  protected readonly nodes: readonly N[];
  protected readonly strips: Strips;
  protected readonly uniforms: Uniforms;
  protected readonly needed: readonly boolean[];
  /** By node: how many instructions and statements still use it. */
  readonly #uses: number[];
  readonly #places: number[];
  readonly #slots = new Map<NodeId, number>();

  constructor(nodes: readonly N[], results: readonly NodeId[], strips: Strips, uniforms: Uniforms) {
    this.nodes = nodes;
    this.strips = strips;
    this.uniforms = uniforms;
    this.needed = neededNodes(nodes, results);
    this.#uses = nodes.map(() => 0);
    this.#places = nodes.map(() => -1);
    nodes.forEach((node, id) => {
      if (this.needed[id]) for (const used of operandsOf(node)) this.#uses[used]++;
    });
    for (const id of results) this.#uses[id]++;
  }

  /** Whether a node has one value for the whole domain. */
  protected abstract isUniform(id: NodeId): boolean;
  /** The slot of a uniform node that is one of the enclosing loop. */
  protected outerSlot(node: NodeId): number {
    invariant(false, `a loop has no node ${node} outside`);
  }
  /** The word of a node that needs no strip of its own, or -1. */
  protected abstract elsewhere(id: NodeId): number;

  /** The slot of a uniform node. */
  protected uniformSlot(id: NodeId): number {
    const known = this.#slots.get(id);
    if (known !== undefined) return known;
    const node: AnyNode = this.nodes[id];
    const slot = node.op === 'outer' ? this.outerSlot(node.node) : this.#newSlot(node);
    this.#slots.set(id, slot);
    return slot;
  }

  #newSlot(node: Exclude<AnyNode, { op: 'outer' }>): number {
    const operands = operandsOf(node);
    const type = operands.length > 0 && node.op !== 'select' ? this.nodes[operands[0]].dtype : node.dtype;
    return this.uniforms.slot(
      node,
      operands.map((a) => this.uniformSlot(a)),
      type,
    );
  }

  /** The operand's word of a node that has been emitted. */
  operand(id: NodeId): number {
    return this.isUniform(id) ? word(PLACE.UNIFORM, this.uniformSlot(id)) : this.#places[id];
  }

  /** Emits every needed node. */
  emit(): void {
    this.nodes.forEach((node, id) => {
      if (!this.needed[id] || this.isUniform(id)) return;
      const known = this.elsewhere(id);
      if (known >= 0 && (known & 3) === PLACE.LOAD) this.#places[id] = known;
      else this.emitNode(node, id, known);
    });
  }

  /** Gives the strips of results back. */
  release(results: readonly NodeId[]): void {
    for (const id of results) this.used(id);
  }

  protected abstract emitNode(node: N, id: NodeId, place: number): void;

  /** One instruction: op, type, (words before the result,) result, words after. */
  protected push(op: string, type: DType, before: readonly number[], out: number, after: readonly number[]): void {
    const body = [opcode(op), type.code, ...before, out, ...after];
    this.code.push(body.length + 1, ...body);
    this.instructions++;
  }

  /** A node's result: the given place, or a strip. */
  protected place(id: NodeId, given: number): number {
    const out = given >= 0 ? given : word(PLACE.STRIP, this.strips.take());
    this.#places[id] = out;
    return out;
  }

  /** Whether a node has uses that are not over. */
  protected isUsed(id: NodeId): boolean {
    return this.#uses[id] > 0;
  }

  /** One use of a node is over. */
  protected used(id: NodeId): void {
    this.#uses[id]--;
    const place = this.#places[id];
    if (this.#uses[id] === 0 && place >= 0 && (place & 3) === PLACE.STRIP) this.strips.giveBack(place >> 2);
  }

  /**
   * An element-wise node. Its result may take the strip of an operand that is used for the last time, if elements have
   * the same size: primitives read an element before they write it.
   */
  protected elementwise(node: AnyNode, id: NodeId, place: number): void {
    const operands = operandsOf(node);
    const words = operands.map((a) => this.operand(a));
    const [first] = operands;
    const type = node.op === 'select' ? node.dtype : this.nodes[first].dtype;
    const inPlace = operands.every((a) => this.nodes[a].dtype.size === node.dtype.size);
    if (inPlace) operands.forEach((a) => this.used(a));
    const out = this.place(id, place);
    if (!inPlace) operands.forEach((a) => this.used(a));
    this.push(node.op, type, node.op === 'cast' ? [node.dtype.code] : [], out, words);
  }

  protected gather(node: AnyNode & { op: 'gather' }, id: NodeId, place: number): void {
    const words = node.indices.map((a) => this.operand(a));
    const out = this.place(id, place);
    node.indices.forEach((a) => this.used(a));
    this.push('gather', node.dtype, [], out, [node.arg, ...words]);
  }
}
