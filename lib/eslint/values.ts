/**
 * Finds the expressions of a file that are promises or arrays of maniple, by names alone: calls of functions that the file imports from
 * `maniple`, methods with the names of reads and predicates in files that import anything from it, and the methods of what is an array already. Types are not needed, so that the rules
 * work on plain JavaScript as on TypeScript.
 */
import { ARRAY_METHODS, ARRAYS, PREDICATES, PROMISES, READS } from './names.js';
import { type Context, child, children, definitionOf, type Node, nameOf } from './syntax.js';

/** A promise, or an array. */
type Given = 'promise' | 'array';

/** Expressions around one that have its value. */
const WRAPPERS = new Set([
  'ChainExpression',
  'TSNonNullExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
]);
/** How many variables are followed, where a variable's value is a variable in turn. */
const DEEPEST = 8;

export class Values {
  readonly #context: Context;
  /** Local names of whole modules, and of functions with the names that the package has for them. */
  readonly #modules = new Set<string>();
  readonly #functions = new Map<string, string>();
  /** Local names of the module `maniple`, which has parts such as `linalg`. */
  readonly #wholes = new Set<string>();

  constructor(context: Context) {
    this.#context = context;
    for (const statement of children(context.sourceCode.ast, 'body')) {
      if (statement.type === 'ImportDeclaration') this.#addImport(statement);
      if (statement.type === 'VariableDeclaration') for (const one of children(statement, 'declarations')) this.#addRequire(one);
    }
  }

  /** Whether the file has anything of the package. */
  get isOurs(): boolean {
    return this.#modules.size + this.#functions.size > 0;
  }

  /**
   * Whether an expression's value is a promise or an array; null for values that are neither, or unknown. An awaited array is that array.
   */
  of(node: Node | null, depth = 0): Given | null {
    if (node === null || depth > DEEPEST) return null;
    if (WRAPPERS.has(node.type)) return this.of(child(node, 'expression'), depth + 1);
    if (node.type === 'AwaitExpression') return this.of(child(node, 'argument'), depth + 1) === 'array' ? 'array' : null;
    if (node.type === 'CallExpression') return this.#ofCall(node, depth);
    return node.type === 'Identifier' ? this.#ofVariable(node, depth) : null;
  }

  #ofCall(node: Node, depth: number): Given | null {
    const callee = child(node, 'callee');
    if (callee?.type === 'Identifier') return given(this.#functions.get(callee.name as string) ?? '');
    if (callee?.type !== 'MemberExpression' || callee.computed === true) return null;
    const name = nameOf(child(callee, 'property')) ?? '';
    if (this.isModule(child(callee, 'object'))) return given(name);
    if (READS.has(name)) return 'promise';
    if (PREDICATES.has(name)) return 'array';
    // Sets have `add` and strings `slice`: only arrays that are known have the other methods.
    return ARRAY_METHODS.has(name) && this.of(child(callee, 'object'), depth + 1) === 'array' ? 'array' : null;
  }

  /** Whether an expression is `np`, or a part such as `np.linalg`. */
  isModule(node: Node | null): boolean {
    if (node?.type === 'MemberExpression') return this.isModule(child(node, 'object'));
    return this.#modules.has(nameOf(node) ?? '');
  }

  /** Whether an expression is `np`, and no part of it. */
  isWhole(node: Node | null): boolean {
    return this.#wholes.has(nameOf(node) ?? '');
  }

  /** Of a constant: the value that it was given. */
  #ofVariable(node: Node, depth: number): Given | null {
    const found = definitionOf(node.name as string, node, this.#context);
    if (found?.type !== 'Variable' || found.parent?.kind !== 'const' || nameOf(child(found.node, 'id')) === null) return null;
    return this.of(child(found.node, 'init'), depth + 1);
  }

  #addImport(statement: Node): void {
    if (!isPackage(child(statement, 'source'))) return;
    for (const specifier of children(statement, 'specifiers')) {
      const local = nameOf(child(specifier, 'local')) ?? '';
      const imported = nameOf(child(specifier, 'imported'));
      this.#add(local, imported);
      if (imported === null && child(statement, 'source')?.value === 'maniple') this.#wholes.add(local);
    }
  }

  /** `const np = require('maniple')`, and `const { cg } = require('maniple/sparse')`. */
  #addRequire(declarator: Node): void {
    const call = child(declarator, 'init');
    if (call?.type !== 'CallExpression' || nameOf(child(call, 'callee')) !== 'require') return;
    if (!isPackage(children(call, 'arguments')[0] ?? null)) return;
    const id = child(declarator, 'id');
    if (id?.type === 'Identifier') {
      this.#modules.add(id.name as string);
      if (children(call, 'arguments')[0].value === 'maniple') this.#wholes.add(id.name as string);
    }
    if (id?.type !== 'ObjectPattern') return;
    for (const property of children(id, 'properties')) {
      this.#add(nameOf(child(property, 'value')) ?? '', nameOf(child(property, 'key')));
    }
  }

  #add(local: string, imported: string | null): void {
    if (imported === null || imported === 'linalg' || imported === 'random') this.#modules.add(local);
    else this.#functions.set(local, imported);
  }
}

function given(name: string): Given | null {
  if (PROMISES.has(name)) return 'promise';
  return ARRAYS.has(name) ? 'array' : null;
}

function isPackage(source: Node | null): boolean {
  return typeof source?.value === 'string' && /^maniple(\/|$)/.test(source.value);
}
