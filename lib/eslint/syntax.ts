/** The part of ESLint that the rules use, in the few types that they need: the plugin depends on no package. */

/** A node of the syntax tree (ESTree). */
export interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Definition {
  readonly type: string;
  readonly node: Node;
  readonly parent: Node | null;
}

interface Variable {
  readonly defs: readonly Definition[];
}

interface Scope {
  readonly upper: Scope | null;
  readonly set: ReadonlyMap<string, Variable>;
}

/** The argument of a rule. */
export interface Context {
  readonly sourceCode: { readonly ast: Node; getScope(node: Node): Scope; getText(node: Node): string };
  report(problem: { readonly node: Node; readonly messageId: string; readonly data: Readonly<Record<string, string>> }): void;
}

export interface Rule {
  readonly meta: {
    readonly type: 'problem';
    readonly docs: { readonly description: string };
    readonly schema: readonly [];
    readonly messages: Readonly<Record<string, string>>;
  };
  create(context: Context): Readonly<Record<string, (node: Node) => void>>;
}

/** A child of a node, where the field holds one. */
export function child(node: Node, field: string): Node | null {
  const value = node[field];
  return typeof value === 'object' && value !== null && 'type' in value ? (value as Node) : null;
}

/** Children of a node, where the field holds several. */
export function children(node: Node, field: string): readonly Node[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter((each) => each !== null) : [];
}

/** The name of an identifier; null for nodes of other types. */
export function nameOf(node: Node | null): string | null {
  return node?.type === 'Identifier' ? (node.name as string) : null;
}

/** The definition of a variable as it is seen from a node, where it has one alone. */
export function definitionOf(name: string, from: Node, context: Context): Definition | null {
  for (let scope: Scope | null = context.sourceCode.getScope(from); scope !== null; scope = scope.upper) {
    const found = scope.set.get(name);
    if (found !== undefined) return found.defs.length === 1 ? found.defs[0] : null;
  }
  return null;
}
