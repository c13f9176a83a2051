/**
 * The calls of a schedule's commands, as text for reports and errors, and as source of a program, where names are identifiers of their own: a
 * variable may be called as a tensor is, or as a word of the language.
 *
 *     communicate({B, C}, ko)      communicate([B, C], ko)
 */
import { Grid } from '../machine/grid.js';
import { Formula, formatTerm, IndexVariable, TensorSymbol, type Term } from '../notation/terms.js';
import type { Leaf } from './concrete.js';

export type Argument = IndexVariable | TensorSymbol | Grid | Formula | Leaf | number | readonly Argument[];

/** A command as it was given. */
export interface Call {
  readonly name: string;
  readonly given: readonly Argument[];
}

/** As `divide(k, ko, ki, 4)`. */
export function formatCall({ name, given }: Call): string {
  return `${name}(${given.map(format).join(', ')})`;
}

function isList(given: Argument): given is readonly Argument[] {
  return Array.isArray(given);
}

function format(given: Argument): string {
  if (isList(given)) return `{${given.map(format).join(', ')}}`;
  if (given instanceof Grid) return `Grid${given}`;
  if (given instanceof Formula) return formatTerm(given.term);
  return typeof given === 'number' ? String(given) : given.name;
}

/** The call as source of a program. */
export function sourceOfCall({ name, given }: Call, names: Names): string {
  return `${name}(${given.map((argument) => sourceOf(argument, names)).join(', ')})`;
}

function sourceOf(given: Argument, names: Names): string {
  if (isList(given)) return `[${given.map((element) => sourceOf(element, names)).join(', ')}]`;
  if (given instanceof Grid) return sourceOfGrid(given);
  if (given instanceof Formula) return sourceOfTerm(given.term, names);
  if (given instanceof IndexVariable || given instanceof TensorSymbol) return names.of(given);
  return typeof given === 'number' ? String(given) : `blas.${given.name}`;
}

/** As `new Grid(2).of(new Grid(4))`. */
export function sourceOfGrid({ levels }: Grid): string {
  return levels.map(({ dims }) => `new Grid(${dims.join(', ')})`).reduceRight((inner, outer) => `${outer}.of(${inner})`);
}

/** As `B.at(i, k).times(C.at(k, j))`. */
export function sourceOfTerm(term: Term, names: Names): string {
  const write = (of: Term): string => sourceOfTerm(of, names);
  switch (term.kind) {
    case 'access':
      return `${names.of(term.tensor)}.at(${term.indices.map((variable) => names.of(variable)).join(', ')})`;
    case 'constant':
      return typeof term.value === 'bigint' ? `${term.value}n` : String(term.value);
    case 'negate':
      return term.a.kind === 'constant' ? `-${write(term.a)}` : `${write(term.a)}.negative()`;
    default:
      return `${write(term.a)}.${METHODS[term.kind]}(${write(term.b)})`;
  }
}

const METHODS = { add: 'plus', subtract: 'minus', multiply: 'times' } as const;

/** Names that programs of schedules use, and words that are no names in modules and strict functions. */
const TAKEN =
  'Grid blas indices schedule tensor arguments await break case catch class const continue debugger default delete do else enum eval export ' +
  'extends false finally for function if implements import in instanceof interface let new null package private protected public return static ' +
  'super switch this throw true try typeof undefined var void while with yield';

/** Identifiers: a symbol's own name where it is one that nothing else has, and a number behind it elsewhere. */
export class Names {
  readonly #taken = new Set(TAKEN.split(' '));
  readonly #given = new Map<object, string>();

  of(symbol: IndexVariable | TensorSymbol): string {
    let name = this.#given.get(symbol);
    if (name === undefined) this.#given.set(symbol, (name = this.fresh(symbol.name)));
    return name;
  }

  fresh(wanted: string): string {
    const stem = /^[A-Za-z_$][\w$]*$/.test(wanted) ? wanted : 'v';
    let name = stem;
    for (let n = 1; this.#taken.has(name); n++) name = `${stem}${n}`;
    this.#taken.add(name);
    return name;
  }
}
