/** The text of a program as it is written: lines, and names that are used once. */
import type { Kernel } from '../../../ir/index.js';
import { type Parameters, parametersOf } from './parameters.js';

/** A parameter's word. */
export const P = (slot: number): string => `P[${slot}]`;

export class ProgramText {
  readonly kernel: Kernel;
  readonly parameters: Parameters;
  readonly lines: string[] = [];
  private names = 0;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    this.parameters = parametersOf(kernel);
  }

  /** The memory of partial results: behind the arguments'. */
  get scratch(): number {
    return this.kernel.args.length;
  }

  /** A new name. */
  name(prefix: string): string {
    return `${prefix}${this.names++}`;
  }

  add(...lines: string[]): void {
    this.lines.push(...lines);
  }

  /** Declares a value; gives its name. */
  let(value: string, prefix = 'v'): string {
    const name = this.name(prefix);
    this.lines.push(`let ${name} = ${value};`);
    return name;
  }

  /** A block: `head {`, what `body` adds, `}`. */
  block(head: string, body: () => void): void {
    this.lines.push(`${head} {`);
    body();
    this.lines.push('}');
  }

  /** A loop in which the invocations of the grid take turns. */
  items(name: string, count: string, body: () => void): void {
    this.block(`for (${name}: u32 = group * ${WORKGROUP}u + local; ${name} < ${count}; ${name} += groups * ${WORKGROUP}u)`, body);
  }

  toString(): string {
    return this.lines.join('\n');
  }
}

/** Invocations in a workgroup. */
export const WORKGROUP = 64;
