/** Names of a function that is compiled: what they are bound to, and where they are found. */
import type { FunctionNode, Source } from './source.js';
import type { Term } from './terms.js';

/** A function within the function, or a captured one. */
export interface Closure {
  readonly source: Source;
  readonly tree: FunctionNode;
  readonly scope: Scope;
}
/** A variable's value. */
export type Bound = Term | Closure;

export function isClosure(value: Bound): value is Closure {
  return typeof value === 'object' && 'tree' in value;
}

/** A declared variable: its values are found by its identity. */
export interface Variable {
  readonly name: string;
  readonly constant: boolean;
}

/** Names of a block, and of the blocks around it. */
export class Scope {
  readonly #names = new Map<string, Variable>();
  readonly #outer: Scope | null;

  constructor(outer: Scope | null) {
    this.#outer = outer;
  }

  declare(variable: Variable): void {
    this.#names.set(variable.name, variable);
  }
  find(name: string): Variable | undefined {
    return this.#names.get(name) ?? this.#outer?.find(name);
  }
}
