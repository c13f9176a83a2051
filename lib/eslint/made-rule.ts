/** A rule that knows the values of a file which imports the package; other files have none. */
import type { Context, Node, Rule } from './syntax.js';
import { Values } from './values.js';

const LONGEST = 60;

/** Reports a node by a message; `member` is the part of the message that is not the node's text. */
export type Report = (node: Node, messageId: string, member?: string) => void;

function textOf(node: Node, context: Context): string {
  const text = context.sourceCode.getText(node).replace(/\s+/g, ' ');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

export function rule(
  description: string,
  messages: Readonly<Record<string, string>>,
  listen: (values: Values, report: Report) => ReturnType<Rule['create']>,
): Rule {
  return {
    meta: { type: 'problem', docs: { description }, schema: [], messages },
    create(context) {
      const values = new Values(context);
      if (!values.isOurs) return {};
      return listen(values, (node, messageId, member = '') =>
        context.report({ node, messageId, data: { text: textOf(node, context), member } }),
      );
    },
  };
}
