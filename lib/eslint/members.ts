/** Members that promises, arrays and modules of maniple do not have: JavaScript gives undefined for most of them. */
import { DTYPES, ELSEWHERE, VALUES } from './foreign.js';
import { type Report, rule } from './made-rule.js';
import { child, type Node, nameOf, type Rule } from './syntax.js';
import type { Values } from './values.js';

/** Members of a promise itself. */
const OF_PROMISES = new Set(['then', 'catch', 'finally']);

/** The member of an expression whose value has no such member. */
export const knownMembers: Rule = rule(
  'disallow members that promises, arrays and modules of maniple do not have',
  {
    promise: '{{text}} is a member of a promise, and not of its value: (await …){{member}}',
    brackets:
      "{{text}} reads no element, as JavaScript's brackets do not work on arrays: x.slice(0, '1:'), x.get([0, 2]), await x.item(0)",
    attribute: '{{text}} calls what is no function: {{member}} is a value, without parentheses',
    dtype: "{{text}} calls a dtype, which is no function: np.asarray(value, '{{member}}'), or x.astype('{{member}}')",
    named: '{{text}} does not exist: {{member}} is meant',
    camel: '{{text}} does not exist: names of functions and options are in camel case, {{member}}',
  },
  (values, report) => ({
    MemberExpression(node) {
      const object = child(node, 'object');
      const property = child(node, 'property');
      if (node.computed === true) return isName(node, property) ? undefined : ofBrackets(node, values.of(object), report);
      const name = nameOf(property) ?? '';
      if (values.of(object) === 'promise' && !OF_PROMISES.has(name)) report(node, 'promise', `.${name}`);
      if (values.isModule(object)) ofModule(node, name, values, report);
    },
    CallExpression(node) {
      const callee = child(node, 'callee');
      if (callee?.type !== 'MemberExpression' || callee.computed === true) return;
      const name = nameOf(child(callee, 'property')) ?? '';
      const object = child(callee, 'object');
      if (DTYPES.has(name) && values.isModule(object)) report(node, 'dtype', name);
      if (VALUES.has(name) && values.of(object) === 'array') report(node, 'attribute', name);
    },
  }),
);

/** Whether brackets may hold the name of a member: a word, or a variable of which a method is called. */
function isName(node: Node, property: Node | null): boolean {
  if (property?.type === 'Literal') return typeof property.value === 'string' && /^[A-Za-z_]\w*$/.test(property.value);
  const parent = child(node, 'parent');
  if (property?.type === 'MemberExpression') return true; // Symbol.iterator
  return parent?.type === 'CallExpression' && parent.callee === node;
}

function ofBrackets(node: Node, found: ReturnType<Values['of']>, report: Report): void {
  if (found === 'array') report(node, 'brackets');
  if (found === 'promise') report(node, 'promise', '[…]');
}

function ofModule(node: Node, name: string, values: Values, report: Report): void {
  const meant = Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : null;
  if (meant === null) {
    if (/^[a-z]\w*_\w/.test(name)) report(node, 'camel', camelCase(name));
  } else if (!meant.startsWith('linalg.') || values.isWhole(child(node, 'object'))) report(node, 'named', meant);
}

function camelCase(name: string): string {
  return name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase());
}
