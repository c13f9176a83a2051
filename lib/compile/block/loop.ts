/**
 * One loop: its instructions, then its statements, folds first. A stored value may be computed right in its output, but
 * only by the last instruction that could still read an argument (an output may be an input's memory), and when no
 * statement reads an argument itself.
 */
import {
  type Kernel,
  type Loop,
  type Node,
  type NodeId,
  operandsOf,
  resultsOf,
  type Statement,
  uniformNodes,
  usedBy,
} from '../../ir/index.js';
import { Body, neededNodes } from './body.js';
import { FOLDS, PLACE, statementCode, word } from './opcodes.js';
import { RepeatBody } from './repeat.js';
import { type Enclosing, SegmentBody } from './segment.js';
import type { Strips } from './strips.js';
import type { Uniforms } from './uniforms.js';

export class LoopBody extends Body<Node> {
  readonly #uniform: readonly boolean[];
  readonly #statements: readonly Statement[];
  readonly #kernel: Kernel;
  /** By node: the argument that it is computed into. */
  readonly #direct: ReadonlyMap<NodeId, number>;
  readonly #copied: ReadonlySet<NodeId>;
  /** By repeat: the strips of its last values. */
  readonly #results = new Map<NodeId, readonly number[]>();

  constructor(kernel: Kernel, loop: Loop, strips: Strips, uniforms: Uniforms) {
    super(loop.nodes, resultsOf(loop.statements), strips, uniforms);
    this.#kernel = kernel;
    this.#statements = loop.statements;
    this.#uniform = uniformNodes(kernel, loop);
    this.#copied = copiedLoads(loop, this.#uniform);
    this.#direct = directStores(kernel, loop, this.#uniform, this.#copied);
  }

  protected override isUniform(id: NodeId): boolean {
    return this.#uniform[id];
  }

  protected override elsewhere(id: NodeId): number {
    const node = this.nodes[id];
    if (node.op === 'load' && !this.#copied.has(id)) return word(PLACE.LOAD, node.arg);
    const arg = this.#direct.get(id);
    return arg === undefined ? -1 : word(PLACE.OUTPUT, arg);
  }

  protected override emitNode(node: Node, id: NodeId, place: number): void {
    switch (node.op) {
      case 'load':
        this.push('copy', node.dtype, [], this.place(id, place), [word(PLACE.LOAD, node.arg)]);
        break;
      case 'index':
        this.push('index', node.dtype, [], this.place(id, place), [node.axis]);
        break;
      case 'gather':
        this.gather(node, id, place);
        break;
      case 'segfold':
        this.#segfold(node, id, place);
        break;
      case 'repeat':
        this.#repeat(node, id);
        break;
      case 'carried':
        this.#carried(node, id, place);
        break;
      default:
        this.elementwise(node, id, place);
        break;
    }
  }

  /** This loop's nodes, as bodies see them. */
  #enclosing(): Enclosing {
    return {
      isUniform: (outer) => this.isUniform(outer),
      slot: (outer) => this.uniformSlot(outer),
      operand: (outer) => this.operand(outer),
    };
  }

  /** Results of a repeat are in strips of its own, from which `carried` nodes copy theirs. */
  #repeat(node: Node & { op: 'repeat' }, id: NodeId): void {
    // They are written while rounds go on: no instruction of the body may have them.
    const outs = node.initial.map((_, k) => (k === 0 ? this.place(id, -1) : word(PLACE.STRIP, this.strips.take())));
    this.#results.set(id, outs);
    const body = new RepeatBody(node, this.#enclosing(), this.strips, this.uniforms);
    body.emit();
    const ends = [node.enter, ...node.initial].map((k) => this.operand(k));
    const types = node.initial.map((k) => this.nodes[k].dtype.code);
    operandsOf(node).forEach((k) => this.used(k));
    const [enter, ...initial] = ends;
    const carries = types.flatMap((type, k) => [type, initial[k], outs[k], body.carries[k]]);
    const next = node.next.map((k) => body.operand(k));
    const rest = [node.most, enter, types.length, ...carries, body.instructions, ...body.code, ...next, body.operand(node.goes)];
    this.push('repeat', node.dtype, [], outs[0], rest);
    body.giveBack();
  }

  #carried(node: Node & { op: 'carried' }, id: NodeId, place: number): void {
    const outs = this.#results.get(node.a) ?? [];
    this.push('copy', node.dtype, [], this.place(id, place), [outs[node.carry]]);
    this.used(node.a);
    if (!this.isUsed(node.a)) for (const out of outs.slice(1)) this.strips.giveBack(out >> 2);
  }

  #segfold(node: Node & { op: 'segfold' }, id: NodeId, place: number): void {
    const body = new SegmentBody(node, this.#enclosing(), this.strips, this.uniforms);
    body.emit();
    const result = body.operand(node.result);
    body.release([node.result]);
    const ends = [this.operand(node.low), this.operand(node.high)];
    const out = this.place(id, place);
    operandsOf(node).forEach((a) => this.used(a));
    const runs = node.runs === undefined ? [0] : [1, node.runs.table, node.runs.columns];
    const fold = FOLDS.indexOf(node.fold);
    this.push('segfold', node.dtype, [], out, [fold, ...ends, ...runs, body.instructions, ...body.code, result]);
  }

  /** The loop's words: instructions and statements with their counts. To be called once. */
  words(): number[] {
    this.emit();
    const ordered = [
      ...this.#statements.filter((s) => s.kind !== 'store'),
      ...this.#statements.filter((s) => s.kind === 'store'),
    ];
    const statements = ordered.flatMap((s) => this.#statement(s));
    this.release(resultsOf(this.#statements));
    for (const s of this.#statements) {
      if (this.#kernel.args[s.arg].access === 'full' && s.kind === 'store')
        this.uniforms.stored(s.arg, this.uniformSlot(s.value));
    }
    return [this.instructions, ...this.code, ordered.length, ...statements];
  }

  #statement(s: Statement): number[] {
    const fold = s.kind === 'store' || s.kind === 'argFold' ? 0 : FOLDS.indexOf(s.op);
    const value = this.operand(s.value);
    const direct = s.kind === 'store' && value === word(PLACE.OUTPUT, s.arg);
    const index = s.kind === 'scatter' ? [this.operand(s.index)] : [];
    return [statementCode(s), fold, s.arg, this.nodes[s.value].dtype.code, value, direct ? 1 : 0, ...index];
  }
}

/** Loads with values that are stored unchanged beside other stores: copied first, as a store might overwrite them. */
function copiedLoads(loop: Loop, uniform: readonly boolean[]): Set<NodeId> {
  const stores = loop.statements.filter((s) => s.kind === 'store');
  const loads = stores.filter((s) => loop.nodes[s.value].op === 'load' && !uniform[s.value]);
  return new Set(stores.length > 1 ? loads.map((s) => s.value) : []);
}

/** By node: the argument that it may be computed into. */
function directStores(kernel: Kernel, loop: Loop, uniform: readonly boolean[], copied: ReadonlySet<NodeId>): Map<NodeId, number> {
  const direct = new Map<NodeId, number>();
  const isLoad = (id: NodeId): boolean => loop.nodes[id].op === 'load' && !uniform[id] && !copied.has(id);
  if (loop.statements.some((s) => s.kind !== 'store' && usedBy(s).some(isLoad))) return direct;
  const lastRead = lastReader(loop, uniform, copied, isLoad);
  for (const s of loop.statements) {
    const computed = !uniform[s.value] && loop.nodes[s.value].op !== 'load';
    const once = loop.statements.filter((other) => other.arg === s.arg).length === 1;
    const elementwise = s.kind === 'store' && kernel.args[s.arg].access === 'elementwise';
    if (elementwise && computed && once && s.value >= lastRead && !direct.has(s.value)) direct.set(s.value, s.arg);
  }
  return direct;
}

/** The last needed node with an instruction that reads an argument. */
function lastReader(
  loop: Loop,
  uniform: readonly boolean[],
  copied: ReadonlySet<NodeId>,
  isLoad: (id: NodeId) => boolean,
): NodeId {
  const needed = neededNodes(loop.nodes, resultsOf(loop.statements));
  return loop.nodes.findLastIndex((node, id) => {
    if (!needed[id] || uniform[id]) return false;
    return copied.has(id) || node.op === 'gather' || node.op === 'segfold' || operandsOf(node).some(isLoad);
  });
}
