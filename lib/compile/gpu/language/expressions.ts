/** Reads expressions of device programs' notation, and finds their types: each operation is held against its row of the table. */
import { invariant } from '../../../base/index.js';
import { isOperation, resultOf } from './operations.js';
import type { Expr, Op, Type } from './program.js';
import type { Token } from './tokens.js';

/** How tightly binary operators bind. */
const binding: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

/** An operation on operands. Throws where it does not take them. */
function operation(op: Op, ...args: Expr[]): Expr {
  const found = resultOf(
    op,
    args.map((arg) => arg.type),
  );
  if ('problem' in found) throw new Error(`device program: ${found.problem}`);
  return { kind: 'op', type: found.type, op, args };
}

const suffixes: readonly (readonly [string, Type])[] = [
  ['u64', 'u64'],
  ['i64', 'i64'],
  ['u', 'u32'],
  ['i', 'i32'],
];

/** A number: `u`, `i`, `u64` and `i64` say its type, `f` is f32; without one it is f64 with a point or exponent and i32 without. */
function constant(text: string): Expr {
  for (const [suffix, type] of suffixes) {
    if (!text.endsWith(suffix)) continue;
    const digits = text.slice(0, -suffix.length);
    return { kind: 'const', type, value: type.endsWith('64') ? BigInt(digits) : Number(digits) };
  }
  if (text.startsWith('0x')) return { kind: 'const', type: 'i32', value: Number(text) };
  if (text.endsWith('f')) return { kind: 'const', type: 'f32', value: Math.fround(Number(text.slice(0, -1))) };
  return { kind: 'const', type: /[.e]/.test(text) ? 'f64' : 'i32', value: Number(text) };
}

/** Names that an expression may use. */
export interface Names {
  readonly variable: (name: string) => Type | undefined;
  readonly array: (name: string) => Type | undefined;
  readonly result: (name: string, types: readonly Type[]) => Type | undefined;
}

export class ExpressionReader {
  protected readonly tokens: readonly Token[];
  protected at = 0;
  protected names: Names;

  constructor(tokens: readonly Token[], names: Names) {
    this.tokens = tokens;
    this.names = names;
  }

  protected get next(): Token {
    return this.tokens[this.at];
  }

  protected take(): string {
    return this.tokens[this.at++].text;
  }

  /** Takes the token if it is this one. */
  protected is(text: string): boolean {
    if (this.next.kind === 'end' || this.next.text !== text) return false;
    this.at++;
    return true;
  }

  protected expect(text: string): void {
    if (!this.is(text)) this.fail(`expected ${text}, found ${this.next.text}`);
  }

  protected fail(problem: string): never {
    const near = this.tokens.slice(Math.max(0, this.at - 12), this.at + 4).map((token) => token.text);
    throw new Error(`device program: ${problem}, near ${near.join(' ')}`);
  }

  expression(): Expr {
    const cond = this.binary(0);
    if (!this.is('?')) return cond;
    const a = this.expression();
    this.expect(':');
    return this.op('?:', cond, a, this.expression());
  }

  private op(op: Op, ...args: Expr[]): Expr {
    try {
      return operation(op, ...args);
    } catch (error) {
      return this.fail((error as Error).message);
    }
  }

  private binary(level: number): Expr {
    if (level === binding.length) return this.unary();
    let left = this.binary(level + 1);
    while (this.next.kind === 'sign' && binding[level].includes(this.next.text)) {
      const sign = this.take();
      left = this.op(sign, left, this.binary(level + 1));
    }
    return left;
  }

  private unary(): Expr {
    if (this.is('!')) return this.op('!', this.unary());
    if (this.is('~')) return this.op('~', this.unary());
    if (!this.is('-')) return this.primary();
    const operand = this.unary();
    if (operand.kind === 'const') return { ...operand, value: -operand.value };
    return this.op('neg', operand);
  }

  private primary(): Expr {
    if (this.is('(')) {
      const inside = this.expression();
      this.expect(')');
      return inside;
    }
    const { kind } = this.next;
    const text = this.take();
    if (kind === 'number') return constant(text);
    if (kind !== 'name') return this.fail(`expected a value, found ${text}`);
    if (text === 'true' || text === 'false') return { kind: 'const', type: 'bool', value: Number(text === 'true') };
    if (this.is('[')) return this.indexed(text);
    if (this.is('(')) return this.called(text);
    const type = this.names.variable(text);
    return type === undefined ? this.fail(`no variable ${text}`) : { kind: 'get', type, name: text };
  }

  private indexed(name: string): Expr {
    const at = this.expression();
    this.expect(']');
    if (name === 'P') {
      invariant(at.kind === 'const', 'device program: a parameter has a number');
      return { kind: 'param', type: 'u32', slot: Number(at.value) };
    }
    const type = this.names.array(name);
    return type === undefined ? this.fail(`no array ${name}`) : { kind: 'element', type, array: name, at };
  }

  private called(name: string): Expr {
    const args: Expr[] = [];
    while (!this.is(')')) {
      args.push(this.expression());
      if (this.next.text !== ')') this.expect(',');
    }
    if (name === 'load') {
      const [memory, at] = args;
      if (memory?.kind !== 'const' || at?.type !== 'u32') this.fail('load takes a number and a u32');
      return { kind: 'load', type: 'u32', memory: Number(memory.value), at };
    }
    if (isOperation(name)) return this.op(name, ...args);
    const type = this.names.result(
      name,
      args.map((arg) => arg.type),
    );
    return type === undefined
      ? this.fail(`no function ${name}(${args.map((arg) => arg.type).join(', ')})`)
      : { kind: 'call', type, name, args };
  }
}
