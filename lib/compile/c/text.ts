/** Names and operands in emitted C: the parameters of a function are found while its body is written. */
import type { Kernel, Loop, NodeId } from '../../ir/index.js';
import { convert } from './ops.js';
import { isRead, type StagedLoop } from './stages.js';
import { literal, memoryType, valueType } from './types.js';

/** A parameter of an emitted function: its declaration, and the argument that its caller passes. */
interface Parameter {
  readonly declaration: string;
  readonly argument: string;
}

/** The parameters that a body turned out to need, in order of first use. */
export class Needs {
  readonly kernel: Kernel;
  readonly loop: Loop;
  private readonly staged: StagedLoop;
  private readonly found = new Map<string, Parameter>();
  /** Declarations at the top of the body. */
  readonly prologue: string[] = [];
  /** Whether indices are checked. */
  checks = false;
  /** Arguments that are gathered from. */
  readonly wholes: number[] = [];
  /** Whether all elements lie in one row: their coordinates are numbers then, and of the last axis such that follow each other. */
  private readonly inRow: boolean;

  constructor(kernel: Kernel, staged: StagedLoop, inRow = false) {
    this.kernel = kernel;
    this.loop = staged.loop;
    this.staged = staged;
    this.inRow = inRow;
  }

  get parameters(): readonly Parameter[] {
    return [...this.found.values()];
  }

  private add(name: string, declaration: string, argument = name): string {
    if (!this.found.has(name)) this.found.set(name, { declaration, argument });
    return name;
  }

  /** Argument k's elements. */
  input(arg: number): string {
    return this.add(`a${arg}`, `const ${memoryType(this.kernel.args[arg].dtype)} *a${arg}`);
  }
  output(arg: number): string {
    return this.add(`o${arg}`, `${memoryType(this.kernel.args[arg].dtype)} *o${arg}`);
  }
  /** The strip of a node's values. */
  strip(node: NodeId): string {
    return this.add(`t${node}`, `${memoryType(this.loop.nodes[node].dtype)} *t${node}`, `${this.staged.prefix}t${node} + at`);
  }
  scalar(slot: number): string {
    return this.add(`s${slot}`, `${valueType(this.kernel.scalars[slot])} s${slot}`);
  }
  /** A value that is the same for the whole domain. */
  uniform(node: NodeId): string {
    return this.add(`q${node}`, `${valueType(this.loop.nodes[node].dtype)} q${node}`, `${this.staged.prefix}q${node}`);
  }
  /** The coordinate of element i along an axis: in a strip, or counted from the first element's. */
  private coordinate(axis: number): string {
    if (!this.inRow) return `${this.add(`x${axis}`, `const int64_t *x${axis}`)}[i]`;
    const first = this.add(`c${axis}`, `int64_t c${axis}`, `p.at[${axis}]`);
    return axis === this.kernel.rank - 1 ? `${first} + i` : first;
  }
  /** The flat number of the first element. */
  first(): string {
    return this.add('first', 'int64_t first', 'p.flat');
  }
  /**
   * An argument that is gathered from; its base, sizes and strides become locals. `dense` is a parameter that is constant
   * in each of the function's two copies: the last axes' strides are 1.
   */
  whole(arg: number): string {
    const name = `w${arg}`;
    if (this.wholes.includes(arg)) return `g${arg}`;
    this.wholes.push(arg);
    this.add(name, `const mk_whole *${name}`, `&${name}`);
    const { dtype, rank } = this.kernel.args[arg];
    this.prologue.push(`const ${memoryType(dtype)} *g${arg} = ${name}->base;`);
    for (let axis = 0; axis < rank; axis++) {
      const stride = axis === rank - 1 ? `dense ? 1 : ${name}->stride[${axis}]` : `${name}->stride[${axis}]`;
      this.prologue.push(`const int64_t g${arg}n${axis} = ${name}->size[${axis}], g${arg}s${axis} = ${stride};`);
    }
    return `g${arg}`;
  }

  /** A node's value at element i, read from where it is: an argument, a uniform value or a strip. */
  read(id: NodeId): string {
    const node = this.loop.nodes[id];
    if (node.op === 'const') return literal(node.value, node.dtype);
    if (node.op === 'scalar') return this.scalar(node.slot);
    if (this.staged.uniform[id]) return this.uniform(id);
    if (node.op === 'cast' && isRead(this.loop.nodes, id))
      return convert(parenthesized(this.read(node.a)), this.loop.nodes[node.a].dtype, node.dtype);
    if (node.op === 'load') return bool(node.dtype.name, `${this.input(node.arg)}[i]`);
    if (node.op === 'index') return this.kernel.rank === 1 ? `${this.first()} + i` : this.coordinate(node.axis);
    return bool(node.dtype.name, `${this.strip(id)}[i]`);
  }
}

function parenthesized(text: string): string {
  return text.includes(' ') ? `(${text})` : text;
}

function bool(dtype: string, text: string): string {
  return dtype === 'bool' ? `${text} != 0` : text;
}

/** Indents each line. */
export function indent(lines: readonly string[], by = '  '): string[] {
  return lines.map((line) => (line === '' ? '' : by + line));
}
