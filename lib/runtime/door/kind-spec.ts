/** The argument of `defineKind`: names of privileges, accesses and constraints, and numbers of arguments that there are. */
import { isPlain, type Kind, kind, oneOf } from '../../base/index.js';
import type { defineKind } from '../../task/index.js';
import { FOLD, INTEGERS } from './kinds.js';

type Full = Parameters<typeof defineKind>[0];
export type Spec = Omit<Full, 'body'> & { readonly body: Exclude<Full['body'], { readonly kind: 'native' }> };

const PRIVILEGE = oneOf('read', 'write', 'readwrite', 'reduce') as Kind<unknown>;
const ACCESS = oneOf('elementwise', 'whole', 'full', 'rows', 'columns', 'bins') as Kind<unknown>;
const AXES = INTEGERS as Kind<unknown>;

/** By kind of constraint: its fields that are numbers of arguments, and the ones that have a number for each axis. */
const CONSTRAINTS: Readonly<Record<string, { readonly args: readonly string[]; readonly axes: readonly string[] }>> = {
  align: { args: ['a', 'b'], axes: [] },
  broadcast: { args: ['arg'], axes: [] },
  image: { args: ['from', 'to'], axes: [] },
  scale: { args: ['from', 'to'], axes: ['factors'] },
  bloat: { args: ['from', 'to'], axes: ['low', 'high'] },
};

function isBody(given: unknown): boolean {
  if (!isPlain(given)) return false;
  if (given.kind === 'kernel') return typeof given.kernel === 'function';
  if (given.kind === 'js') return typeof given.run === 'function';
  if (given.kind === 'c') return typeof given.source === 'string' && typeof given.entry === 'string';
  // Routines of the addon are our libraries': they take parameters as they come.
  return given.kind === 'function' && Number.isSafeInteger(given.address) && Number(given.address) > 0;
}

function isArg(given: unknown): boolean {
  if (!isPlain(given) || !PRIVILEGE.is(given.privilege) || !ACCESS.is(given.access)) return false;
  return given.privilege === 'reduce' ? FOLD.is(given.op as never) : given.op === undefined;
}

/** Whether a constraint relates arguments of a kind with `count` of them. */
function isConstraint(given: unknown, count: number): boolean {
  if (!isPlain(given) || !Object.hasOwn(CONSTRAINTS, String(given.kind))) return false;
  const { args, axes } = CONSTRAINTS[String(given.kind)];
  const isArgument = (n: unknown): boolean => Number.isInteger(n) && Number(n) >= 0 && Number(n) < count;
  return (
    args.every((name) => isArgument(given[name])) &&
    axes.every((name) => AXES.is(given[name])) &&
    (given.axes === undefined || AXES.is(given.axes)) &&
    (given.until === undefined || isArgument(given.until)) &&
    (given.axis === undefined || Number.isInteger(given.axis))
  );
}

export const SPEC: Kind<Spec> = kind(
  "{ name, args, body }: a text, an Array of { privilege: 'read', access: 'elementwise' } and the like, and a body; constraints name arguments by number",
  (given) => {
    if (!isPlain(given) || typeof given.name !== 'string' || !isBody(given.body)) return false;
    const { args, constraints = [], points } = given;
    if (!Array.isArray(args) || !args.every(isArg) || !Array.isArray(constraints)) return false;
    return constraints.every((one) => isConstraint(one, args.length)) && (points === undefined || points === 'rows');
  },
);
