/** Gives a program the functions that it uses, each behind the functions that it calls. */
import { invariant } from '../../../base/index.js';
import type { Library } from './parse.js';
import { bodiesOf, type Expr, expressionsOf, type Fn, type Program, partsOf, type Stmt } from './program.js';

/** Visits all expressions of statements. */
function eachExpression(body: readonly Stmt[], visit: (expr: Expr) => void): void {
  const walk = (expr: Expr): void => {
    visit(expr);
    partsOf(expr).forEach(walk);
  };
  for (const stmt of body) {
    expressionsOf(stmt).forEach(walk);
    for (const inner of bodiesOf(stmt)) eachExpression(inner, visit);
  }
}

/** The program with its functions out of `library`. */
export function link(program: Program, library: Library): Program {
  const functions = new Set<Fn>();
  const add = (body: readonly Stmt[]): void =>
    eachExpression(body, (expr) => {
      if (expr.kind !== 'call') return;
      const fn = library.get(expr.name);
      invariant(fn !== undefined, `link: no function ${expr.name}`);
      if (functions.has(fn)) return;
      add(fn.body);
      functions.add(fn);
    });
  add(program.body);
  return { ...program, functions: [...functions] };
}
