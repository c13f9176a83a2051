/**
 * Room `eslint`: `maniple/eslint`, a plugin with rules for mistakes that cannot be told at run time: a promise or an array in a condition,
 * a promise or a new array that is dropped, a promise or an array among operands, arrays compared by identity, members that there are not.
 *
 *     // eslint.config.js
 *     import maniple from 'maniple/eslint';
 *     export default [maniple.configs.recommended];
 */
import { knownMembers } from './members.js';
import { noArithmetic, noComparison, noCondition, noDropped, noFloating } from './rules.js';
import type { Rule } from './syntax.js';

interface Plugin {
  readonly meta: { readonly name: string };
  readonly rules: Readonly<
    Record<'known-members' | 'no-arithmetic' | 'no-comparison' | 'no-condition' | 'no-dropped' | 'no-floating', Rule>
  >;
  /** For `eslint.config.js`: all rules as errors. */
  readonly configs: {
    readonly recommended: { readonly plugins: Record<string, unknown>; readonly rules: Record<string, 'error'> };
  };
}

const rules: Plugin['rules'] = {
  'known-members': knownMembers,
  'no-arithmetic': noArithmetic,
  'no-comparison': noComparison,
  'no-condition': noCondition,
  'no-dropped': noDropped,
  'no-floating': noFloating,
};
const meta = { name: 'maniple' };
const errors = Object.fromEntries(Object.keys(rules).map((name) => [`maniple/${name}`, 'error' as const]));

const plugin: Plugin = { meta, rules, configs: { recommended: { plugins: { maniple: { meta, rules } }, rules: errors } } };
export default plugin;
