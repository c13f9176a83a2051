/** The syntax tree of a JavaScript function, by the parser acorn, and errors that show a place in its text. */
import { createRequire } from 'node:module';
import type { ArrowFunctionExpression, FunctionExpression, Node } from 'acorn';
import { ArgumentError } from '../../base/index.js';

type Callable = (...given: never[]) => unknown;

/** A function as the parser has it. */
export type FunctionNode = ArrowFunctionExpression | FunctionExpression;

/** A parsed function and its text. */
export interface Source {
  readonly text: string;
  readonly tree: FunctionNode;
}

/** The function's source. Throws `ArgumentError` for functions without one, methods, and async or generator functions. */
export function sourceOf(fn: Callable): Source {
  const text = Function.prototype.toString.call(fn);
  const { parseExpressionAt } = createRequire(import.meta.url)('acorn') as typeof import('acorn');
  let tree: Node | undefined;
  let cause: unknown;
  try {
    tree = parseExpressionAt(text, 0, { ecmaVersion: 2024, locations: true });
  } catch (error) {
    cause = error;
  }
  // `f(x) { … }`, a method, begins as a call does.
  if (tree?.type !== 'ArrowFunctionExpression' && tree?.type !== 'FunctionExpression') {
    throw new ArgumentError(
      `vectorize: expected an arrow function or a function, got ${fn.name || 'one'} without such a source (a method, a bound or a built-in function); write (x) => ${fn.name || 'f'}(x)`,
      { cause },
    );
  }
  const source = { text, tree: tree as FunctionNode };
  if (source.tree.async || source.tree.generator) throw notCompiled(source, tree, 'an async or generator function');
  return source;
}

/** The error for a construct, with its line and column (both from 1) in the function's text. */
export function notCompiled(source: Source, node: Node, found: string, instead = ''): ArgumentError {
  const { line, column } = node.loc?.start ?? { line: 1, column: 0 };
  const shown = source.text.split('\n')[line - 1];
  return new ArgumentError(
    `vectorize: line ${line}, column ${column + 1}: ${found} is not compiled${instead === '' ? '' : `; ${instead}`}\n    ${shown}\n    ${' '.repeat(column)}^`,
  );
}
