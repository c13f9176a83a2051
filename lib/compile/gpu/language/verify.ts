/** What makes a program well-formed beyond its types: rules as data, checked for all programs in tests. */
import { bodiesOf, type Expr, expressionsOf, type Fn, type Program, partsOf, type Stmt, statementsOf } from './program.js';

interface Rule {
  readonly says: string;
  readonly broken: (program: Program) => Iterable<string>;
}

/** Whether an expression is the same for the whole workgroup, where these names are. */
function isUniform(expr: Expr, names: ReadonlySet<string>): boolean {
  if (expr.kind === 'const' || expr.kind === 'param') return true;
  if (expr.kind === 'get') return names.has(expr.name);
  return (expr.kind === 'op' || expr.kind === 'call') && partsOf(expr).every((part) => isUniform(part, names));
}

/** Breaks outside loops, and barriers in loops that a part of the workgroup may have left. */
function* broken(body: readonly Stmt[], loop: 'none' | 'left' | 'whole'): Generator<string> {
  for (const stmt of body) {
    if (stmt.kind === 'break' && loop === 'none') yield 'a break outside a loop';
    if (stmt.kind === 'barrier' && loop === 'left') yield 'a barrier in a loop with a break';
    if (stmt.kind === 'for') yield* broken(stmt.body, loop === 'left' || breaks(stmt.body) ? 'left' : 'whole');
    else for (const inner of bodiesOf(stmt)) yield* broken(inner, loop);
  }
}

/** Whether a loop's body has a break of the loop's own. */
const breaks = (body: readonly Stmt[]): boolean =>
  body.some((stmt) => stmt.kind === 'break' || (stmt.kind === 'if' && bodiesOf(stmt).some(breaks)));

/** Barriers that only a part of the workgroup may come to. */
function* divergent(body: readonly Stmt[], outside: ReadonlySet<string>, uniform: boolean): Generator<string> {
  const names = new Set(outside);
  for (const stmt of body) {
    const same = expressionsOf(stmt).every((expr) => isUniform(expr, names));
    if (stmt.kind === 'let' && same) names.add(stmt.name);
    if (stmt.kind === 'barrier' && !uniform) yield 'a barrier';
    if (stmt.kind === 'for' && same) yield* divergent(stmt.body, new Set(names).add(stmt.name), uniform);
    else for (const inner of bodiesOf(stmt)) yield* divergent(inner, names, uniform && same);
  }
}

function* twice(body: readonly Stmt[]): Generator<string> {
  const names = new Set<string>();
  for (const stmt of body) {
    if (stmt.kind === 'let' || stmt.kind === 'var' || stmt.kind === 'array') {
      if (names.has(stmt.name)) yield stmt.name;
      names.add(stmt.name);
    }
    for (const inner of bodiesOf(stmt)) yield* twice(inner);
  }
}

const effects: readonly Stmt['kind'][] = ['store', 'merge', 'fail', 'barrier', 'put', 'array'];

/** Whether all ways through these statements end in a return. */
function returns(body: readonly Stmt[]): boolean {
  return body.some((s) => s.kind === 'return' || (s.kind === 'if' && returns(s.body) && returns(s.otherwise)));
}

function* ofFunctions(program: Program, broken: (fn: Fn) => boolean): Generator<string> {
  for (const fn of program.functions) if (broken(fn)) yield `function ${fn.name}`;
}

/** The rules of programs. */
const programRules: readonly Rule[] = [
  { says: 'barriers stand in uniform control flow', broken: (p) => divergent(p.body, new Set(['group', 'groups']), true) },
  {
    says: 'a break stands in a loop without barriers',
    *broken(p) {
      yield* broken(p.body, 'none');
      for (const fn of p.functions) yield* broken(fn.body, 'none');
    },
  },
  { says: 'a name is declared once in a block', broken: (p) => twice(p.body) },
  {
    says: 'functions have no effects',
    broken: (p) => ofFunctions(p, (fn) => [...statementsOf(fn.body)].some((stmt) => effects.includes(stmt.kind))),
  },
  { says: 'functions return a value', broken: (p) => ofFunctions(p, (fn) => !returns(fn.body)) },
  {
    says: 'programs return nothing',
    *broken(p) {
      for (const stmt of statementsOf(p.body)) if (stmt.kind === 'return') yield 'a return';
    },
  },
];

/** What is wrong with a program, one line each; empty when it is well-formed. */
export function verifyProgram(program: Program): string[] {
  return programRules.flatMap((rule) => [...rule.broken(program)].map((broken) => `${broken} (rule: ${rule.says})`));
}
