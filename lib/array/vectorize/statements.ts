/** Statements of JavaScript, run on a path. */
import type * as acorn from 'acorn';
import { constructName, Expressions } from './expressions.js';
import type { Flow } from './flow.js';
import { repeat } from './loops.js';
import { notCompiled } from './source.js';
import type { Truth } from './terms.js';

type Handlers = { readonly [Type in acorn.Statement['type']]?: (node: never) => void };

/** Runs the body of a function. */
export function runBody(flow: Flow, body: acorn.BlockStatement): void {
  new Statements(flow).block(body.body);
}

/** Runs statements; statements behind a return are not looked at. */
class Statements {
  readonly #flow: Flow;
  readonly #expressions: Expressions;
  readonly #handlers: Handlers = {
    BlockStatement: (node: acorn.BlockStatement) => this.#flow.within(() => this.block(node.body)),
    EmptyStatement: () => {},
    ExpressionStatement: (node: acorn.ExpressionStatement) => {
      this.#expressions.bound(node.expression);
    },
    VariableDeclaration: (node: acorn.VariableDeclaration) => this.#declare(node),
    FunctionDeclaration: () => {},
    IfStatement: (node: acorn.IfStatement) => this.#if(node),
    ReturnStatement: (node: acorn.ReturnStatement) =>
      this.#flow.leave(node.argument == null ? undefined : this.#expressions.term(node.argument)),
    ForStatement: (node: acorn.ForStatement) => this.#for(node),
    WhileStatement: (node: acorn.WhileStatement) =>
      repeat(
        this.#flow,
        node,
        () => this.#one(node.body),
        () => this.#test(node.test),
      ),
    DoWhileStatement: (node: acorn.DoWhileStatement) =>
      repeat(
        this.#flow,
        node,
        () => this.#one(node.body),
        (round) => round === 0 || this.#test(node.test),
      ),
    BreakStatement: (node: acorn.BreakStatement) => this.#jump(node, 'break'),
    ContinueStatement: (node: acorn.ContinueStatement) => this.#jump(node, 'continue'),
  };

  constructor(flow: Flow) {
    this.#flow = flow;
    this.#expressions = new Expressions(flow, runBody);
  }

  block(statements: readonly acorn.Statement[]): void {
    for (const node of statements) if (node.type === 'FunctionDeclaration') this.#function(node as acorn.FunctionDeclaration);
    for (const node of statements) {
      if (this.#flow.live === false) return;
      this.#one(node);
    }
  }

  #one(node: acorn.Statement): void {
    const handle = this.#handlers[node.type];
    if (handle === undefined) throw notCompiled(this.#flow.source, node, constructName(node.type));
    handle(node as never);
  }

  #function(node: acorn.FunctionDeclaration): void {
    const tree = { ...node, type: 'FunctionExpression' } as acorn.FunctionExpression;
    this.#flow.declare(node.id.name, this.#expressions.bound(tree));
  }

  #declare(node: acorn.VariableDeclaration): void {
    for (const { id, init } of node.declarations) {
      if (id.type !== 'Identifier') throw notCompiled(this.#flow.source, id, 'a declaration that takes a value apart');
      this.#flow.declare(id.name, init == null ? undefined : this.#expressions.bound(init), node.kind === 'const');
    }
  }

  #test(node: acorn.Expression): Truth {
    return this.#flow.terms.truth(this.#expressions.term(node));
  }

  #if(node: acorn.IfStatement): void {
    this.#flow.branch(
      node,
      this.#test(node.test),
      () => this.#flow.within(() => this.#one(node.consequent)),
      () => {
        const { alternate } = node;
        if (alternate != null) this.#flow.within(() => this.#one(alternate));
      },
    );
  }

  #for({ init, test, update, ...node }: acorn.ForStatement): void {
    this.#flow.within(() => {
      if (init != null) {
        if (init.type === 'VariableDeclaration') this.#declare(init);
        else this.#expressions.bound(init);
      }
      repeat(
        this.#flow,
        node as acorn.Node,
        () => this.#flow.within(() => this.#one(node.body)),
        (round) => {
          if (round > 0 && update != null) this.#expressions.bound(update);
          return test == null || this.#test(test);
        },
      );
    });
  }

  #jump(node: acorn.BreakStatement | acorn.ContinueStatement, how: 'break' | 'continue'): void {
    const { loop } = this.#flow;
    if (node.label != null || loop === null) throw notCompiled(this.#flow.source, node, `a ${how} with a label`);
    this.#flow[how](loop);
  }
}
