/**
 * The device program language: typed statements that the invocations of a workgroup execute. A kernel becomes one program or several
 * (`lower/`); a printer makes a shader of each (`compile/wgsl/`). Programs have a notation, which `parse.ts` reads:
 *
 *     workgroup 64;
 *     shared seen: f32[64];
 *     for (i: u32 = group * 64u + local; i < P[1]; i += groups * 64u) {
 *       let x = float(load(0, P[9] + i));
 *       store(1, P[10] + i, bits(x + 1.0f));
 *     }
 *
 * Memory is numbered and consists of words of 32 bits; `P[k]` is word k of the launch's parameters. `group`, `groups` and `local` are
 * the workgroup's number, how many there are, and the invocation's number in it. Expressions have no effects, so that both sides of
 * `c ? a : b` are evaluated. Types of 64 bits become pairs of words where a device has none (`legalize.ts`).
 */
export type Type = 'bool' | 'i32' | 'u32' | 'f32' | 'i64' | 'u64' | 'f64' | 'pair';

/** An operator or a built-in function; `operations.ts` has their types. */
export type Op = string;

export type Expr =
  | { readonly kind: 'const'; readonly type: Type; readonly value: number | bigint }
  /** A variable, a parameter of a function, a counter, or one of `group`, `groups`, `local`. */
  | { readonly kind: 'get'; readonly type: Type; readonly name: string }
  | { readonly kind: 'param'; readonly type: Type; readonly slot: number }
  | { readonly kind: 'load'; readonly type: Type; readonly memory: number; readonly at: Expr }
  /** An element of an array of the workgroup or of the invocation. */
  | { readonly kind: 'element'; readonly type: Type; readonly array: string; readonly at: Expr }
  | { readonly kind: 'op'; readonly type: Type; readonly op: Op; readonly args: readonly Expr[] }
  /** A function of the program. */
  | { readonly kind: 'call'; readonly type: Type; readonly name: string; readonly args: readonly Expr[] };

export type Stmt =
  /** `let` is written once, `var` again. */
  | { readonly kind: 'let' | 'var' | 'set'; readonly name: string; readonly value: Expr }
  /** An array of the invocation. */
  | { readonly kind: 'array'; readonly name: string; readonly type: Type; readonly length: number }
  | { readonly kind: 'put'; readonly array: string; readonly at: Expr; readonly value: Expr }
  | { readonly kind: 'store'; readonly memory: number; readonly at: Expr; readonly value: Expr }
  /** Replaces the bits under `mask` of a word that other invocations may do this to; their masks are disjoint. */
  | { readonly kind: 'merge'; readonly memory: number; readonly at: Expr; readonly mask: Expr; readonly value: Expr }
  /** Notes an error in the launch's status word, P[0]; all that are noted in one launch are the same. */
  | { readonly kind: 'fail'; readonly code: number }
  /** Ends the innermost loop, for this invocation alone. */
  | { readonly kind: 'break' }
  /** All invocations of the workgroup come here before any goes on; stands in uniform control flow. */
  | { readonly kind: 'barrier' }
  | { readonly kind: 'if'; readonly cond: Expr; readonly body: readonly Stmt[]; readonly otherwise: readonly Stmt[] }
  /** A counted loop; `step` is positive. */
  | {
      readonly kind: 'for';
      readonly name: string;
      readonly from: Expr;
      readonly to: Expr;
      readonly step: Expr;
      readonly body: readonly Stmt[];
    }
  | { readonly kind: 'return'; readonly value: Expr };

/** A function without effects. */
export interface Fn {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly type: Type }[];
  readonly result: Type;
  readonly body: readonly Stmt[];
}

/** An array of the workgroup. */
export interface Shared {
  readonly name: string;
  readonly type: Type;
  readonly length: number;
}

export interface Program {
  /** Invocations in a workgroup. */
  readonly workgroup: number;
  readonly shared: readonly Shared[];
  /** Functions that it uses; each stands behind the functions that it calls. */
  readonly functions: readonly Fn[];
  readonly body: readonly Stmt[];
}

/** The expressions of a statement itself, without those of statements in it. */
export function expressionsOf(stmt: Stmt): readonly Expr[] {
  switch (stmt.kind) {
    case 'let':
    case 'var':
    case 'set':
    case 'return':
      return [stmt.value];
    case 'put':
    case 'store':
      return [stmt.at, stmt.value];
    case 'merge':
      return [stmt.at, stmt.mask, stmt.value];
    case 'if':
      return [stmt.cond];
    case 'for':
      return [stmt.from, stmt.to, stmt.step];
    case 'array':
    case 'fail':
    case 'break':
    case 'barrier':
      return [];
    default:
      return stmt satisfies never;
  }
}

/** The statements within a statement. */
export function bodiesOf(stmt: Stmt): readonly (readonly Stmt[])[] {
  return stmt.kind === 'if' ? [stmt.body, stmt.otherwise] : stmt.kind === 'for' ? [stmt.body] : [];
}

/** The operands of an expression. */
export function partsOf(expr: Expr): readonly Expr[] {
  if (expr.kind === 'op' || expr.kind === 'call') return expr.args;
  return expr.kind === 'load' || expr.kind === 'element' ? [expr.at] : [];
}

/** All statements of a body, and the statements within them. */
export function* statementsOf(body: readonly Stmt[]): Generator<Stmt> {
  for (const stmt of body) {
    yield stmt;
    for (const inner of bodiesOf(stmt)) yield* statementsOf(inner);
  }
}

/** Whether a program may note an error in its launch's status word. */
export function canFail({ body }: Program): boolean {
  for (const { kind } of statementsOf(body)) if (kind === 'fail') return true;
  return false;
}
