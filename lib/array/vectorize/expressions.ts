/** Expressions of JavaScript as terms. */
import type * as acorn from 'acorn';
import type { Flow } from './flow.js';
import { mathCall, mathConstant } from './math.js';
import { type Bound, type Closure, isClosure, Scope, type Variable } from './scope.js';
import { notCompiled } from './source.js';
import { isNode, type Term, Terms } from './terms.js';

/** Runs the body of a function: statements, which are in a file of their own. */
type RunBody = (flow: Flow, body: acorn.BlockStatement) => void;

const CAPTURE = 'say it as { captured: { name: value } }, since JavaScript does not show what a function captured';

/** `ArrayExpression` as 'an array expression'. */
export function constructName(type: string): string {
  const words = type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}

type Handlers = { readonly [Type in acorn.Expression['type']]?: (node: never) => Bound };

/** Evaluates expressions on a path. */
export class Expressions {
  readonly #flow: Flow;
  readonly #run: RunBody;
  readonly #handlers: Handlers = {
    Literal: (node: acorn.Literal) => this.#literal(node),
    Identifier: (node: acorn.Identifier) => this.#name(node),
    MemberExpression: (node: acorn.MemberExpression) => this.#member(node),
    ParenthesizedExpression: (node: acorn.ParenthesizedExpression) => this.bound(node.expression),
    UnaryExpression: (node: acorn.UnaryExpression) => this.#unary(node),
    BinaryExpression: (node: acorn.BinaryExpression) => this.#binary(node),
    LogicalExpression: (node: acorn.LogicalExpression) => this.#logical(node),
    ConditionalExpression: (node: acorn.ConditionalExpression) =>
      this.#choice(
        node,
        this.term(node.test),
        () => this.term(node.consequent),
        () => this.term(node.alternate),
      ),
    AssignmentExpression: (node: acorn.AssignmentExpression) => this.#assignment(node),
    UpdateExpression: (node: acorn.UpdateExpression) => this.#update(node),
    SequenceExpression: (node: acorn.SequenceExpression) => node.expressions.map((part) => this.bound(part)).at(-1),
    CallExpression: (node: acorn.CallExpression) => this.#call(node),
    ArrowFunctionExpression: (node: acorn.ArrowFunctionExpression) => this.#closure(node),
    FunctionExpression: (node: acorn.FunctionExpression) => this.#closure(node),
  };

  constructor(flow: Flow, run: RunBody) {
    this.#flow = flow;
    this.#run = run;
  }

  /** The value of an expression, which may be a function. Throws `ArgumentError` for a construct that is not compiled. */
  bound(node: acorn.Expression | acorn.PrivateIdentifier | acorn.Super): Bound {
    const handle = this.#handlers[node.type as acorn.Expression['type']];
    if (handle === undefined) throw this.#refused(node, constructName(node.type));
    return handle(node as never);
  }

  /** The value of an expression that is no function. */
  term(node: acorn.Expression | acorn.PrivateIdentifier | acorn.Super): Term {
    const value = this.bound(node);
    if (isClosure(value)) throw this.#refused(node, 'a function as a value');
    return value;
  }

  #refused(node: acorn.Node, found: string, instead?: string): Error {
    return notCompiled(this.#flow.source, node, found, instead);
  }

  #literal(node: acorn.Literal): Term {
    if (typeof node.value === 'number' || typeof node.value === 'boolean') return node.value;
    throw this.#refused(node, `the literal ${node.raw ?? ''}`, 'values are numbers and booleans');
  }

  #name(node: acorn.Identifier): Bound {
    const variable = this.#flow.scope.find(node.name);
    if (variable !== undefined) return this.#flow.valueOf(variable);
    if (node.name === 'undefined') return undefined;
    if (node.name === 'NaN') return Number.NaN;
    if (node.name === 'Infinity') return Number.POSITIVE_INFINITY;
    throw this.#refused(node, `${node.name}, which is not defined in the function,`, CAPTURE);
  }

  #member(node: acorn.MemberExpression): Term {
    const name = this.#dotted(node);
    const value = name === undefined ? undefined : mathConstant(name);
    if (value === undefined) throw this.#refused(node, `${name ?? 'a property'}`);
    return value;
  }

  /** `Math.PI` as a text, unless Math is a variable. */
  #dotted(node: acorn.Expression | acorn.Super): string | undefined {
    if (node.type === 'Identifier') return this.#flow.scope.find(node.name) === undefined ? node.name : undefined;
    if (node.type !== 'MemberExpression' || node.computed || node.optional || node.object.type !== 'Identifier') return undefined;
    if (node.property.type !== 'Identifier' || this.#flow.scope.find(node.object.name) !== undefined) return undefined;
    return `${node.object.name}.${node.property.name}`;
  }

  #unary(node: acorn.UnaryExpression): Term {
    const found = this.#flow.terms.unary(node.operator, this.term(node.argument));
    if (found === undefined) throw this.#refused(node, `the operator ${node.operator}`);
    return found.term;
  }

  #binary(node: acorn.BinaryExpression): Term {
    if (!Terms.has(node.operator)) throw this.#refused(node, `the operator ${node.operator}`);
    const [left, right] = [this.term(node.left), this.term(node.right)];
    const { terms } = this.#flow;
    const isKnown = !isNode(left) && !isNode(right);
    if (/^[!=]==?$/.test(node.operator) && !isKnown && (terms.mayBeUndefined(left) || terms.mayBeUndefined(right)))
      throw this.#refused(node, 'a comparison with a value that is undefined for some elements');
    return terms.binary(node.operator, left, right);
  }

  #logical(node: acorn.LogicalExpression): Term {
    const left = this.term(node.left);
    if (node.operator === '??') {
      if (isNode(left) && this.#flow.terms.mayBeUndefined(left))
        throw this.#refused(node, 'a choice by a value that is undefined for some elements');
      return left === undefined ? this.term(node.right) : left;
    }
    const right = (): Term => this.term(node.right);
    const same = (): Term => left;
    return node.operator === '&&' ? this.#choice(node, left, right, same) : this.#choice(node, left, same, right);
  }

  #choice(node: acorn.Node, test: Term, then: () => Term, otherwise: () => Term): Term {
    const flow = this.#flow;
    const condition = flow.terms.truth(test);
    let [one, other]: Term[] = [undefined, undefined];
    flow.branch(
      node,
      condition,
      () => {
        one = then();
      },
      () => {
        other = otherwise();
      },
    );
    return flow.terms.select(condition, one, other);
  }

  #target(node: acorn.Node): Variable {
    if (node.type !== 'Identifier') throw this.#refused(node, 'an assignment to anything but a variable');
    const { name } = node as acorn.Identifier;
    const variable = this.#flow.scope.find(name);
    if (variable === undefined) throw this.#refused(node, `an assignment to ${name}, which is not declared in the function,`);
    if (variable.constant) throw this.#refused(node, `an assignment to the constant ${name}`);
    return variable;
  }

  #assignment(node: acorn.AssignmentExpression): Bound {
    const variable = this.#target(node.left);
    if (node.operator === '=') {
      const value = this.bound(node.right);
      this.#flow.assign(variable, value);
      return value;
    }
    const operator = node.operator.slice(0, -1);
    if (!Terms.has(operator)) throw this.#refused(node, `the operator ${node.operator}`);
    const before = this.#flow.valueOf(variable);
    if (isClosure(before)) throw this.#refused(node, 'a function as a number');
    const value = this.#flow.terms.binary(operator, before, this.term(node.right));
    this.#flow.assign(variable, value);
    return value;
  }

  #update(node: acorn.UpdateExpression): Term {
    const { terms } = this.#flow;
    const variable = this.#target(node.argument);
    const before = terms.unary('+', this.term(node.argument as acorn.Expression))?.term;
    const after = terms.binary(node.operator === '++' ? '+' : '-', before, 1);
    this.#flow.assign(variable, after);
    return node.prefix ? after : before;
  }

  #closure(tree: Closure['tree']): Closure {
    if (tree.async || tree.generator) throw this.#refused(tree, 'an async or generator function');
    return { source: this.#flow.source, tree, scope: this.#flow.scope };
  }

  #call(node: acorn.CallExpression): Term {
    const spread = node.arguments.find((argument) => argument.type === 'SpreadElement');
    if (spread !== undefined || node.optional) throw this.#refused(spread ?? node, 'a spread or optional call');
    const given = node.arguments.map((argument) => this.bound(argument as acorn.Expression));
    const name = this.#dotted(node.callee);
    if (name !== undefined) {
      const numbers = given.filter((value): value is Term => !isClosure(value));
      const found = numbers.length === given.length ? mathCall(this.#flow.terms, name, numbers) : undefined;
      if (found !== undefined) return found.term;
      throw this.#refused(node, `${name} of ${given.length} arguments`, name.includes('.') ? undefined : CAPTURE);
    }
    const callee = this.bound(node.callee);
    if (!isClosure(callee)) throw this.#refused(node, 'a call of a value that is no function');
    return this.apply(node, callee, given);
  }

  /** A function's result of these arguments. */
  apply(node: acorn.Node, { source, tree, scope }: Closure, given: readonly Bound[]): Term {
    const flow = this.#flow;
    const outer = flow.source;
    const result = flow.call(node, new Scope(scope), () => {
      flow.source = source;
      for (const [i, parameter] of tree.params.entries()) {
        if (parameter.type !== 'Identifier') throw this.#refused(parameter, 'a parameter that is no plain name');
        flow.declare(parameter.name, given[i]);
      }
      if (tree.body.type === 'BlockStatement') this.#run(flow, tree.body);
      else flow.leave(this.term(tree.body));
    });
    flow.source = outer;
    return result;
  }
}
