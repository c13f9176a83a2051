/** The rules: mistakes that JavaScript lets pass without a word. */
import { rule } from './made-rule.js';
import { child, children, type Node, nameOf } from './syntax.js';

/** A call that returns a promise which is not awaited: its failure is an unhandled rejection. */
export const noFloating = rule(
  'expect promises of maniple to be awaited',
  { floating: '{{text}} is a promise that is dropped: await it, or say so with void' },
  (values, report) => ({
    ExpressionStatement(node) {
      const expression = child(node, 'expression');
      if (expression !== null && values.of(expression) === 'promise') report(expression, 'floating');
    },
  }),
);

/** Promises and arrays are objects, and objects are true. */
export const noCondition = rule(
  'disallow promises and arrays of maniple in conditions',
  {
    promise: '{{text}} is a promise, which is always true: await it',
    array: '{{text}} is an array, which is always true: read it, await ….item()',
  },
  (values, report) => {
    const check = (node: Node | null): void => {
      if (node?.type === 'LogicalExpression') return;
      const found = values.of(node);
      if (node !== null && found !== null) report(node, found);
    };
    const test = (node: Node): void => check(child(node, 'test'));
    return {
      IfStatement: test,
      WhileStatement: test,
      DoWhileStatement: test,
      ForStatement: test,
      ConditionalExpression: test,
      LogicalExpression(node) {
        if (node.operator === '??') return;
        check(child(node, 'left'));
        if (isTest(node)) check(child(node, 'right'));
      },
      UnaryExpression(node) {
        if (node.operator === '!') check(child(node, 'argument'));
      },
    };
  },
);

/** Whether the value of a logical expression decides something, and is not used for itself. */
function isTest(node: Node): boolean {
  const parent = child(node, 'parent');
  if (parent === null) return false;
  if (parent.type === 'LogicalExpression') return isTest(parent);
  return parent.test === node || (parent.type === 'UnaryExpression' && parent.operator === '!');
}

/** The operators of which `noComparison` knows. */
const IDENTITY = new Set(['==', '!=', '===', '!==']);

/** Such a use throws when it runs, or compares an object with a number. */
export const noArithmetic = rule(
  'disallow promises and arrays of maniple as operands, and promises in template strings',
  {
    promise: '{{text}} is a promise, and no number: await it',
    array: '{{text}} is an array, for which JavaScript has no operators: x.add(y) for x + y, x.neg() for -x, x.less(y) for x < y',
  },
  (values, report) => {
    const check = (node: Node | null, isIdentity = false): void => {
      const found = values.of(node);
      if (node === null || found === null || (isIdentity && found === 'array')) return;
      report(node, found);
    };
    return {
      BinaryExpression(node) {
        if (node.operator === 'in' || node.operator === 'instanceof') return;
        const isIdentity = IDENTITY.has(node.operator as string);
        check(child(node, 'left'), isIdentity);
        check(child(node, 'right'), isIdentity);
      },
      AssignmentExpression(node) {
        if (!['=', '??=', '||=', '&&='].includes(node.operator as string)) check(child(node, 'right'));
      },
      UnaryExpression(node) {
        if (['+', '-', '~'].includes(node.operator as string)) check(child(node, 'argument'));
      },
      TemplateLiteral(node) {
        for (const each of children(node, 'expressions')) if (values.of(each) === 'promise') report(each, 'promise');
      },
    };
  },
);

/** An operator for identity compares two objects and never their elements. */
export const noComparison = rule(
  'disallow comparisons of arrays of maniple by identity',
  { array: '{{text}} compares objects and not elements: write x.equal(y), or await np.arrayEqual(x, y).item()' },
  (values, report) => ({
    BinaryExpression(node) {
      if (!IDENTITY.has(node.operator as string)) return;
      const [left, right] = [child(node, 'left'), child(node, 'right')];
      if (isNothing(left) || isNothing(right)) return;
      if (values.of(left) === 'array' || values.of(right) === 'array') report(node, 'array');
    },
  }),
);

/** Whether an expression is `null` or `undefined`: a comparison with these asks whether there is an array. */
function isNothing(node: Node | null): boolean {
  if (node?.type === 'Identifier') return node.name === 'undefined';
  return node?.type === 'Literal' && node.value === null && node.raw === 'null';
}

/** Operations give new arrays: one that is a statement has no effect. */
export const noDropped = rule(
  'expect arrays that operations of maniple give to be used',
  { array: '{{text}} gives a new array, which is dropped: assign it, or write in place (x.addAssign(y), x.assign(y), { out })' },
  (values, report) => ({
    ExpressionStatement(node) {
      const expression = child(node, 'expression');
      if (expression?.type !== 'CallExpression' || values.of(expression) !== 'array') return;
      if (!children(expression, 'arguments').some(mayNameOut)) report(expression, 'array');
    },
  }),
);

/** Whether an argument may be options with `out`, into which the result goes. */
function mayNameOut(node: Node): boolean {
  if (node.type === 'SpreadElement') return true;
  if (node.type !== 'ObjectExpression') return false;
  return children(node, 'properties').some((each) => each.type === 'SpreadElement' || nameOf(child(each, 'key')) === 'out');
}
