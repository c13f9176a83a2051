/** Reads programs and functions in the notation of `program.ts`. What it accepts is well typed; `verify.ts` has the other rules. */
import { ExpressionReader, type Names } from './expressions.js';
import type { Expr, Fn, Program, Shared, Stmt, Type } from './program.js';
import { tokensOf } from './tokens.js';

/** Functions by name. */
export type Library = ReadonlyMap<string, Fn>;

const types: readonly Type[] = ['bool', 'i32', 'u32', 'f32', 'i64', 'u64', 'f64', 'pair'];
/** Of the invocation. */
const inputs: readonly string[] = ['group', 'groups', 'local'];

class Reader extends ExpressionReader {
  readonly functions: Map<string, Fn>;
  private variables = new Map<string, Type>(inputs.map((name) => [name, 'u32']));
  private readonly arrays = new Map<string, Type>();

  constructor(text: string, library: Library) {
    super(tokensOf(text), {} as Names);
    this.functions = new Map(library);
    this.names = {
      variable: (name) => this.variables.get(name),
      array: (name) => this.arrays.get(name),
      result: (name, given) => {
        const found = this.functions.get(name);
        return found !== undefined && found.params.map((p) => p.type).join() === given.join() ? found.result : undefined;
      },
    };
  }

  program(): Program {
    this.expect('workgroup');
    const workgroup = Number(this.take());
    this.expect(';');
    const shared: Shared[] = [];
    while (this.is('shared')) shared.push(this.array());
    const body: Stmt[] = [];
    while (this.next.kind !== 'end') body.push(this.statement());
    return { workgroup, shared, functions: [], body };
  }

  /** Functions until the end; each may call the ones before it. */
  library(): Fn[] {
    const found: Fn[] = [];
    while (this.next.kind !== 'end') {
      const fn = this.fn();
      this.functions.set(fn.name, fn);
      found.push(fn);
    }
    return found;
  }

  private fn(): Fn {
    this.expect('fn');
    const name = this.take();
    const params: { name: string; type: Type }[] = [];
    this.expect('(');
    while (!this.is(')')) {
      const param = this.take();
      this.expect(':');
      params.push({ name: param, type: this.type() });
      if (this.next.text !== ')') this.expect(',');
    }
    this.expect(':');
    const result = this.type();
    this.variables = new Map(params.map((param) => [param.name, param.type]));
    return { name, params, result, body: this.block() };
  }

  private type(): Type {
    const name = this.take();
    return types.find((type) => type === name) ?? this.fail(`no type ${name}`);
  }

  /** `name: type[length];` */
  private array(): Shared {
    const name = this.take();
    this.expect(':');
    const type = this.type();
    this.expect('[');
    const length = Number(this.take());
    this.expect(']');
    this.expect(';');
    this.arrays.set(name, type);
    return { name, type, length };
  }

  private block(): Stmt[] {
    this.expect('{');
    const outside = this.variables;
    this.variables = new Map(outside);
    const body: Stmt[] = [];
    while (!this.is('}')) body.push(this.statement());
    this.variables = outside;
    return body;
  }

  private statement(): Stmt {
    const word = this.take();
    const simple = this.simple(word);
    if (simple !== null) {
      this.expect(';');
      return simple;
    }
    switch (word) {
      case 'array':
        return { kind: 'array', ...this.array() };
      case 'if':
        return this.choice();
      case 'for':
        return this.loop();
      default:
        return this.assignment(word);
    }
  }

  private simple(word: string): Stmt | null {
    switch (word) {
      case 'let':
      case 'var': {
        const name = this.take();
        this.expect('=');
        const value = this.expression();
        this.variables.set(name, value.type);
        return { kind: word, name, value };
      }
      case 'store':
      case 'merge': {
        const [memory, at, ...rest] = this.operands();
        const to = { memory: memory.kind === 'const' ? Number(memory.value) : this.fail(`${word} takes a number`), at };
        if (word === 'store') return { kind: 'store', ...to, value: rest[0] };
        return { kind: 'merge', ...to, mask: rest[0], value: rest[1] };
      }
      case 'fail': {
        const [code] = this.operands();
        return { kind: 'fail', code: code.kind === 'const' ? Number(code.value) : this.fail('fail takes a number') };
      }
      case 'break':
      case 'barrier':
        return { kind: word };
      case 'return':
        return { kind: 'return', value: this.expression() };
      default:
        return null;
    }
  }

  private operands(): Expr[] {
    this.expect('(');
    const found = [this.expression()];
    while (this.is(',')) found.push(this.expression());
    this.expect(')');
    return found;
  }

  private choice(): Stmt {
    const [cond] = this.operands();
    const body = this.block();
    if (!this.is('else')) return { kind: 'if', cond, body, otherwise: [] };
    if (this.is('if')) return { kind: 'if', cond, body, otherwise: [this.choice()] };
    return { kind: 'if', cond, body, otherwise: this.block() };
  }

  /** `for (i: u32 = from; i < to; i += step) { … }` */
  private loop(): Stmt {
    this.expect('(');
    const name = this.take();
    this.expect(':');
    const type = this.type();
    this.expect('=');
    const from = this.expression();
    this.expect(';');
    const outside = this.variables;
    this.variables = new Map(outside).set(name, type);
    this.expect(name);
    this.expect('<');
    const to = this.expression();
    this.expect(';');
    this.expect(name);
    this.expect('+');
    this.expect('=');
    const step = this.expression();
    this.expect(')');
    const body = this.block();
    this.variables = outside;
    return { kind: 'for', name, from, to, step, body };
  }

  private assignment(name: string): Stmt {
    const indexed = this.is('[');
    const at = indexed ? this.expression() : null;
    if (indexed) this.expect(']');
    this.expect('=');
    const value = this.expression();
    this.expect(';');
    if (at !== null) return { kind: 'put', array: name, at, value };
    return this.variables.get(name) === value.type ? { kind: 'set', name, value } : this.fail(`${name} takes no ${value.type}`);
  }
}

/** Reads functions; each may call those of `library` and the ones before it. */
export function parseFunctions(text: string, library: Library): Fn[] {
  return new Reader(text, library).library();
}

/** Reads a program and links the functions that it uses. */
export function parseProgram(text: string, library: Library): Program {
  return new Reader(text, library).program();
}
