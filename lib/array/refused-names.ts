/**
 * Members that arrays refuse, real ones, complex ones and lazy ones: JavaScript's brackets, and names of other libraries
 * (`foreign-names.ts`). All would be undefined, and a write by brackets be lost.
 */
import {
  ArgumentError,
  BRACKETS,
  FormedArray,
  IndexError,
  putBehind,
  refuseCalls,
  refuseReads,
  refusing,
} from '../base/index.js';
import { FOREIGN_ATTRIBUTES, FOREIGN_METHODS, FUNCTIONS_ONLY } from './foreign-names.js';
import { NDArray } from './ndarray.js';

function refusedBracket(key: string): IndexError {
  const { shown, instead } = /^-?\d+,-?\d+$/.test(key) ? ofList(key) : ofSlices(key);
  return new IndexError(`JavaScript's brackets do not work on arrays, got x[${shown}]: ${instead}`);
}

/** Of the text '0,1'. */
function ofList(key: string): { shown: string; instead: string } {
  const list = key.replace(',', ', ');
  const instead = `x.get([${list}]) has the elements, or rows, at these indices, x.set([${list}], y) writes them; x.slice(${list}) goes by axes`;
  return { shown: `[${list}]`, instead };
}

/** Of the texts '0', ':' and ':,0'. */
function ofSlices(key: string): { shown: string; instead: string } {
  const parts = key.split(',').map((part) => (/^-?\d+$/.test(part) ? part : `'${part}'`));
  const given = parts.join(', ');
  const instead = `x.slice(${given}) is a view of that part, x.slice(${given}).assign(y) writes it, await x.tolist() reads all`;
  return { shown: parts.length === 1 ? given : `'${key}'`, instead };
}

function refusedCall(name: string): ArgumentError {
  return new ArgumentError(`x.${name}: arrays have no such method: ${FOREIGN_METHODS[name]}`);
}

function refusedRead(name: string): ArgumentError {
  return new ArgumentError(`x.${name}: arrays have no such attribute: ${FOREIGN_ATTRIBUTES[name]}`);
}

/** Has arrays refuse all of them. */
function refuseForeignNames(): void {
  const refused = refusing();
  refuseReads(refused, BRACKETS, refusedBracket);
  refuseReads(refused, Object.keys(FOREIGN_ATTRIBUTES), refusedRead);
  refuseCalls(refused, Object.keys(FOREIGN_METHODS), refusedCall);
  for (const [where, names] of Object.entries(FUNCTIONS_ONLY)) {
    const refusal = (name: string): ArgumentError =>
      new ArgumentError(`x.${name}: arrays have no such method: it is a function, ${where}.${name}`);
    refuseCalls(refused, names, refusal);
  }
  for (const Class of [NDArray, FormedArray]) putBehind(Class, refused);
}

refuseForeignNames();
