/**
 * An interpreter of device programs, the oracle that needs no hardware: it makes a JavaScript function of a program, by the language's
 * definition alone, and runs the invocations of a workgroup in turns, from barrier to barrier. Integers of 64 bits are bigints, pairs
 * arrays of two words. Memory is plain: an access outside it throws.
 */
import type { Expr, Fn, Launchable, Program, Stmt, Type } from '../../lib/compile/gpu/index.js';

type Dispatch = ReturnType<Launchable['dispatches']>[number];

const asType: Partial<Record<Type, (text: string) => string>> = {
  i32: (text) => `(${text} | 0)`,
  u32: (text) => `(${text} >>> 0)`,
  f32: (text) => `Math.fround(${text})`,
  i64: (text) => `BigInt.asIntN(64, ${text})`,
  u64: (text) => `BigInt.asUintN(64, ${text})`,
};
const as = (type: Type, text: string): string => asType[type]?.(text) ?? text;
const isLong = (type: Type): boolean => type === 'i64' || type === 'u64';

const signs: Readonly<Record<string, string>> = { '==': '===', '!=': '!==' };

function binary(op: string, type: Type, operands: Type, a: string, b: string): string {
  if (op === '<<' || op === '>>') {
    const count = isLong(type) ? `BigInt(${b})` : b;
    return as(type, `(${a} ${op === '>>' && type === 'u32' ? '>>>' : op} ${count})`);
  }
  if (op === '*' && (type === 'i32' || type === 'u32')) return as(type, `Math.imul(${a}, ${b})`);
  if (op === '/' && (type === 'i32' || type === 'u32')) return as(type, `Math.trunc(${a} / ${b})`);
  return type === 'bool' && operands !== 'bool' ? `(${a} ${signs[op] ?? op} ${b})` : as(type, `(${a} ${op} ${b})`);
}

const named: Readonly<Record<string, (a: string, from: Type, to: Type) => string>> = {
  '!': (a) => `!${a}`,
  '~': (a, from) => as(from, `~${a}`),
  neg: (a, from) => as(from, `-${a}`),
  sqrt: (a, from) => as(from, `Math.sqrt(${a})`),
  floor: (a) => `Math.floor(${a})`,
  ceil: (a) => `Math.ceil(${a})`,
  trunc: (a) => `Math.trunc(${a})`,
  rint: (a) => `H.rint(${a})`,
  clz: (a) => `Math.clz32(${a})`,
  bits: (a, from) => (from === 'f32' ? `H.bits(${a})` : `(${a} >>> 0)`),
  float: (a) => `H.float(${a})`,
  signed: (a) => `(${a} | 0)`,
  low: (a, from) => `H.words(${a}, '${from}')[0]`,
  high: (a, from) => `H.words(${a}, '${from}')[1]`,
  as_i64: (a, from) => `H.long(${a}, '${from}', true)`,
  as_u64: (a, from) => `H.long(${a}, '${from}', false)`,
  as_f64: (a, from) => `H.double(${a}, '${from}')`,
  to_i32: (a, from) =>
    isLong(from) ? `Number(BigInt.asIntN(32, ${a}))` : from.startsWith('f') ? `(Math.trunc(${a}) | 0)` : `(${a} | 0)`,
  to_u32: (a, from) => (isLong(from) ? `Number(BigInt.asUintN(32, ${a}))` : `(${a} >>> 0)`),
  to_i64: (a) => `BigInt.asIntN(64, BigInt(${a}))`,
  to_u64: (a) => `BigInt.asUintN(64, BigInt(${a}))`,
  to_f64: (a) => a,
  to_f32: (a) => `Math.fround(${a})`,
};

const word = new Uint32Array(2);
const single = new Float32Array(word.buffer, 0, 1);
const double = new Float64Array(word.buffer);
const long = new BigUint64Array(word.buffer);

/** What programs' functions call. */
const helpers = {
  bits(a: number): number {
    single[0] = a;
    return word[0];
  },
  float(a: number): number {
    word[0] = a;
    return single[0];
  },
  words(a: unknown, from: Type): readonly number[] {
    if (from === 'pair') return a as number[];
    if (from === 'f64') double[0] = a as number;
    else long[0] = BigInt.asUintN(64, a as bigint);
    return [word[0], word[1]];
  },
  long(a: unknown, from: Type, signed: boolean): bigint {
    word.set(helpers.words(a, from));
    return signed ? BigInt.asIntN(64, long[0]) : long[0];
  },
  double(a: unknown, from: Type): number {
    word.set(helpers.words(a, from));
    return double[0];
  },
  rint(a: number): number {
    if (!(Math.abs(a) < 2 ** 52)) return a;
    const whole = a < 0 || Object.is(a, -0) ? -(-a + 2 ** 52 - 2 ** 52) : a + 2 ** 52 - 2 ** 52;
    return whole;
  },
  at(memory: Uint32Array, at: number): number {
    if (!(at < memory.length)) throw new Error(`word ${at} of ${memory.length}`);
    return at;
  },
};

function expression(expr: Expr): string {
  switch (expr.kind) {
    case 'const':
      return isLong(expr.type)
        ? `(${BigInt(expr.value)}n)`
        : expr.type === 'bool'
          ? String(expr.value !== 0)
          : `(${literal(expr.value)})`;
    case 'get':
      return expr.name;
    case 'param':
      return `P[${expr.slot}]`;
    case 'load':
      return `M[${expr.memory}][H.at(M[${expr.memory}], ${expression(expr.at)})]`;
    case 'element':
      return `${expr.array}[${expression(expr.at)}]`;
    case 'call':
      return `${expr.name}(${expr.args.map(expression).join(', ')})`;
    case 'op': {
      const args = expr.args.map(expression);
      if (expr.op === '?:') return `(${args[0]} ? ${args[1]} : ${args[2]})`;
      if (expr.op === 'mad') return `Math.fround(${args[0]} * ${args[1]} + ${args[2]})`;
      if (expr.op === 'pair') return `[${args.join(', ')}]`;
      const from = expr.args[0].type;
      return args.length === 2
        ? binary(expr.op, expr.type, from, args[0], args[1])
        : `(${named[expr.op](args[0], from, expr.type)})`;
    }
  }
}

const literal = (value: number | bigint): string => (Object.is(value, -0) ? '-0' : String(value));

function statement(stmt: Stmt): string {
  const block = (body: readonly Stmt[]): string => `{ ${body.map(statement).join(' ')} }`;
  switch (stmt.kind) {
    case 'let':
    case 'var':
      return `let ${stmt.name} = ${expression(stmt.value)};`;
    case 'set':
      return `${stmt.name} = ${expression(stmt.value)};`;
    case 'array':
      return `const ${stmt.name} = new Array(${stmt.length});`;
    case 'put':
      return `${stmt.array}[${expression(stmt.at)}] = ${expression(stmt.value)};`;
    case 'store':
      return `M[${stmt.memory}][H.at(M[${stmt.memory}], ${expression(stmt.at)})] = ${expression(stmt.value)};`;
    case 'merge': {
      const place = `M[${stmt.memory}][H.at(M[${stmt.memory}], ${expression(stmt.at)})]`;
      return `${place} = (${place} & ~${expression(stmt.mask)}) | (${expression(stmt.value)} & ${expression(stmt.mask)});`;
    }
    case 'fail':
      return `if (S[P[1]] === 0) S[P[1]] = ${stmt.code};`;
    case 'break':
      return 'break;';
    case 'barrier':
      return 'yield;';
    case 'if':
      return `if (${expression(stmt.cond)}) ${block(stmt.body)} else ${block(stmt.otherwise)}`;
    case 'for': {
      const { name } = stmt;
      const { type } = stmt.from;
      const last = `${name}_to`;
      return `for (let ${name} = ${expression(stmt.from)}, ${last} = ${expression(stmt.to)}; ${name} < ${last}; ${name} = ${as(type, `(${name} + ${expression(stmt.step)})`)}) ${block(stmt.body)}`;
    }
    case 'return':
      return `return ${expression(stmt.value)};`;
  }
}

const fn = ({ name, params, body }: Fn): string =>
  `function ${name}(${params.map((p) => p.name).join(', ')}) { ${body.map(statement).join(' ')} }`;

type Invocation = (
  M: readonly Uint32Array[],
  P: Uint32Array,
  S: Uint32Array,
  group: number,
  groups: number,
  local: number,
  shared: Record<string, unknown[]>,
) => void | Generator<void>;

const compiled = new WeakMap<Program, { readonly run: Invocation; readonly turns: boolean }>();

function compile(program: Program): { readonly run: Invocation; readonly turns: boolean } {
  const known = compiled.get(program);
  if (known !== undefined) return known;
  const body = program.body.map(statement).join('\n');
  const turns = body.includes('yield;');
  const shared = program.shared.map(({ name }) => `const ${name} = shared.${name};`).join(' ');
  const source = `'use strict'; ${program.functions.map(fn).join('\n')}\nreturn function${turns ? '*' : ''} (M, P, S, group, groups, local, shared) { ${shared}\n${body} }`;
  const run = new Function('H', source)(helpers) as Invocation;
  const made = { run, turns };
  compiled.set(program, made);
  return made;
}

/** A function of programs as one in JavaScript; `functions` are it and those that it calls. */
export function functionFrom(functions: readonly Fn[], name: string): (...args: never[]) => unknown {
  return new Function('H', `'use strict'; ${functions.map(fn).join('\n')}\nreturn ${name};`)(helpers);
}

/** Runs one dispatch. Memories are those of the arguments, then the scratch memory. */
function runDispatch(program: Program, dispatch: Dispatch, memories: readonly Uint32Array[], status: Uint32Array): void {
  const { run, turns } = compile(program);
  const { workgroups, parameters } = dispatch;
  for (let group = 0; group < workgroups; group++) {
    const shared = Object.fromEntries(program.shared.map(({ name, length }) => [name, new Array(length)]));
    const started: Generator<void>[] = [];
    for (let local = 0; local < program.workgroup; local++) {
      const invocation = run(memories, parameters, status, group, workgroups, local, shared);
      if (turns) started.push(invocation as Generator<void>);
    }
    let waiting = started;
    while (waiting.length > 0) {
      const left = waiting.filter((invocation) => !invocation.next().done);
      if (left.length > 0 && left.length < waiting.length) throw new Error('a barrier that only some invocations come to');
      waiting = left;
    }
  }
}

/** Runs the dispatches of a launch. */
export function runDispatches(
  lowered: Pick<Launchable, 'program'>,
  dispatches: readonly Dispatch[],
  memories: readonly Uint32Array[],
  status: Uint32Array,
): void {
  for (const dispatch of dispatches) runDispatch(lowered.program(dispatch.program), dispatch, memories, status);
}
