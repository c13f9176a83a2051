/**
 * Names that objects of a class do not have, and that users of other libraries try: JavaScript gives `undefined` for them, and the mistake
 * shows somewhere else, or nowhere. They stand on an object of their own behind the prototypes of a class, where look-ups come that found
 * nothing: members that are there are found as before. A Proxy in that place would answer for all names, and makes each operation take a
 * third longer.
 */
import type { ManipleError } from './errors.js';

/** Makes the error for a use of a name. */
type Refusal = (name: string) => ManipleError;

/** An object behind prototypes, with no name so far. */
export function refusing(): object {
  return Object.create(Object.prototype) as object;
}

/** Names of attributes: reading one, or writing it, throws. */
export function refuseReads(target: object, names: Iterable<string>, refusal: Refusal): void {
  for (const name of names) {
    const refuse = (): never => {
      throw refusal(name);
    };
    Object.defineProperty(target, name, { get: refuse, set: refuse, configurable: true });
  }
}

/** Names of methods: a call throws. Code that asks whether there is such a method is not disturbed. */
export function refuseCalls(target: object, names: Iterable<string>, refusal: Refusal): void {
  for (const name of names) {
    const value = (): never => {
      throw refusal(name);
    };
    Object.defineProperty(target, name, { value, writable: true, configurable: true });
  }
}

/** So many that V8 notes the objects that a look-up met. */
const LOOKS = 300;

/**
 * Looks for a name behind an object. V8 keeps many members in a hash table until a look-up that it keeps in mind goes through them as a prototype's, and goes
 * no further than prototypes that it has met before; optimized code does not add fields to objects with such a table behind them, which makes a
 * chain of additions of 100 elements an eighth slower.
 */
function lookThrough(target: object): unknown {
  return (Object.create(target) as { readonly absent?: unknown }).absent;
}

/** Puts such an object behind the last prototype of a class that is not JavaScript's own. */
export function putBehind(Class: { readonly prototype: object }, target: object): void {
  for (let i = 0; i < LOOKS; i++) lookThrough(target);
  let last = Class.prototype;
  for (let next = last; next !== Object.prototype && next !== target; next = Object.getPrototypeOf(next) as object) last = next;
  Object.setPrototypeOf(last, target);
}

/** Loops begin at one of these indices, or end there. */
const LEAST_INDEX = -4;
const INDICES = 20;
/** Indices of which all pairs are refused: JavaScript makes the text '0,1' of the list in x[[0, 1]]. */
const OF_PAIRS = [-1, 0, 1, 2, 3];
const SLICES = [':', '1:', ':1', '2:', ':2', '-1:', ':-1', '1:-1', '::2', '::-1', '...'];
/** A part of the slices again, each beside an index or a second slice: x[[':', 0]]. */
const BESIDE = [':', '1:', ':-1', '0', '1', '-1'];

function* brackets(): Iterable<string> {
  for (let i = 0; i < INDICES; i++) yield String(LEAST_INDEX + i);
  for (const i of OF_PAIRS) for (const j of OF_PAIRS) yield `${i},${j}`;
  yield* SLICES;
  for (const one of BESIDE) for (const other of BESIDE) if (`${one}${other}`.includes(':')) yield `${one},${other}`;
}

/** Texts that programs put in brackets where JavaScript looks for a member: x[-1], x[[0, 1]], x['1:']. */
export const BRACKETS: readonly string[] = [...brackets()];
