/**
 * Values that are the same for the whole domain: computed once a run, into 8-byte slots, by the program's prologue. It
 * holds them in SSA order, each once.
 */
import { type DType, elementOf } from '../../dtype/index.js';
import type { Kernel, Node, SegmentNode } from '../../ir/index.js';
import { opcode, PLACE, word } from './opcodes.js';

export class Uniforms {
  /** Instructions, each with its length before it. */
  readonly code: number[] = [];
  /** Raw 8-byte values. */
  readonly constants: bigint[] = [];
  instructions = 0;
  count = 0;
  readonly #kernel: Kernel;
  readonly #known = new Map<string, number>();
  /** Slots of the values that loops have stored to `full` arguments so far, which later loops read. */
  readonly #stored = new Map<number, number>();

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** The slot of a uniform node, given the slots of its operands. */
  slot(node: Node | SegmentNode, operands: readonly number[], operandType: DType): number {
    if (node.op === 'load') {
      const stored = this.#stored.get(node.arg);
      if (stored !== undefined) return stored;
    }
    const [op, type, rest] = this.#instruction(node, operands, operandType);
    const key = `${op} ${type} ${rest.join(' ')} ${node.op === 'cast' ? node.dtype.code : ''}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const slot = this.count++;
    const out = word(PLACE.UNIFORM, slot);
    const body = node.op === 'cast' ? [op, type, node.dtype.code, out, ...rest] : [op, type, out, ...rest];
    this.code.push(body.length + 1, ...body);
    this.instructions++;
    this.#known.set(key, slot);
    return slot;
  }

  /** From now on, loads of the argument give this slot. */
  stored(arg: number, slot: number): void {
    this.#stored.set(arg, slot);
  }

  #instruction(
    node: Node | SegmentNode,
    operands: readonly number[],
    operandType: DType,
  ): [op: number, type: number, rest: number[]] {
    switch (node.op) {
      case 'const':
        return [opcode('const'), node.dtype.code, [this.constants.push(rawValue(node.dtype, node.value)) - 1]];
      case 'scalar':
        return [opcode('scalar'), this.#kernel.scalars[node.slot].code, [node.slot]];
      case 'load':
        return [opcode('loadfull'), node.dtype.code, [node.arg]];
      default:
        return [opcode(node.op), operandType.code, operands.map((slot) => word(PLACE.UNIFORM, slot))];
    }
  }
}

/** The bits of a value of a dtype, in the low bytes. */
function rawValue(dtype: DType, value: number | bigint): bigint {
  const slot = new BigUint64Array(1);
  new dtype.Typed(slot.buffer)[0] = (dtype.long ? BigInt(value) : elementOf(dtype, Number(value))) as never;
  return slot[0];
}
