/**
 * Concrete index notation as data (DISTAL, section 5.1; Kjolstad et al., "Tensor Algebra Compilation with Workspaces", 2019): loops around
 * assignments, and the relations that commands of a schedule left (`s.t.`). Nests are perfect; a statement with several has them one after
 * the other. Accesses keep the variables that they were written with: relations say how these follow from the loops.
 *
 *     ∀io ∀jo ∀ko ∀ii ∀ji ∀ki A(i, j) += B(i, k) * C(k, j)
 *       s.t. divide(i, io, ii, 2), divide(j, jo, ji, 2), distribute(io, jo), divide(k, ko, ki, 2)
 */
import type { DType } from '../../dtype/index.js';
import { driverOf, haveOneOrder } from '../notation/compressed.js';
import type { Extents } from '../notation/infer.js';
import type { Statement } from '../notation/statement.js';
import {
  type AccessTerm,
  formatTerm,
  type IndexVariable,
  summandsOf,
  type TensorSymbol,
  type Term,
  variablesOf,
} from '../notation/terms.js';

/** A routine that takes the place of leaf loops. */
export interface Leaf {
  readonly name: string;
  /** Why the loops and the assignment are not the routine's; null where they are. */
  refuses(nest: Nest, variables: readonly IndexVariable[]): string | null;
}

export type Relation =
  /** of = outer · length + inner. A split is given the length, a division the number of parts. */
  | {
      readonly kind: 'split' | 'divide';
      readonly of: IndexVariable;
      readonly outer: IndexVariable;
      readonly inner: IndexVariable;
      readonly count: number;
    }
  /** into = outer · extent(inner) + inner. */
  | { readonly kind: 'collapse'; readonly outer: IndexVariable; readonly inner: IndexVariable; readonly into: IndexVariable }
  /** of = (into + Σ by) mod extent(of). */
  | { readonly kind: 'rotate'; readonly of: IndexVariable; readonly by: readonly IndexVariable[]; readonly into: IndexVariable }
  /** One loop over the entries of a compressed tensor, in the place of loops over its dimensions. */
  | {
      readonly kind: 'pos';
      readonly loops: readonly IndexVariable[];
      readonly into: IndexVariable;
      readonly tensor: TensorSymbol;
    }
  /**
   * The loops' iterations are processors. `dims`: the processors along each dimension of the machine; `places`: for each dimension the loop along
   * it, or the coordinate at which all iterations run.
   */
  | {
      readonly kind: 'distribute';
      readonly variables: readonly IndexVariable[];
      readonly dims: readonly number[];
      readonly places: readonly (IndexVariable | number)[];
    }
  /** The elements that an iteration of the loop uses are brought together at its beginning, and dropped at its end. */
  | { readonly kind: 'communicate'; readonly tensor: TensorSymbol; readonly at: IndexVariable }
  | { readonly kind: 'substitute'; readonly variables: readonly IndexVariable[]; readonly leaf: Leaf }
  /** Loops of a leaf: `count` iterations are written one after the other, iterations are vectors, or threads take them. */
  | { readonly kind: 'unroll'; readonly loop: IndexVariable; readonly count: number }
  | { readonly kind: 'vectorize' | 'parallelize'; readonly loop: IndexVariable }
  /** Loops over the insides of a leaf's tiles, which stay in this order of loops. */
  | { readonly kind: 'tile'; readonly loops: readonly IndexVariable[] }
  /** The workspace has the values of an expression. */
  | { readonly kind: 'precompute'; readonly workspace: AccessTerm; readonly value: Term };

/** Loops, the outermost first, around one assignment. */
export interface Nest {
  readonly loops: readonly IndexVariable[];
  readonly target: AccessTerm;
  /** `+=`: the target is 0 before the first nest that assigns it. */
  readonly accumulates: boolean;
  readonly value: Term;
  /** The compressed factor of all summands, over whose entries the loops go; null where all tensors are dense. */
  readonly driver: AccessTerm | null;
}

export interface Concrete {
  readonly nests: readonly Nest[];
  readonly relations: readonly Relation[];
  /** Of the variables that accesses have. */
  readonly extents: Extents;
  readonly compute: DType;
}

/** A statement as loops, in the order in which its variables are written; summands over the same variables, and entries, share a nest. */
export function concretize({ target, value, extents, compute }: Statement): Concrete {
  const nests: Nest[] = [];
  for (const { negative, term } of summandsOf(value)) {
    const summed = variablesOf(term).filter((variable) => !target.indices.includes(variable));
    const loops = [...target.indices, ...summed];
    const driver = driverOf(term);
    const known = nests.findIndex(
      (nest) => nest.loops.length === loops.length && loops.every((v) => nest.loops.includes(v)) && isAlike(nest.driver, driver),
    );
    if (known >= 0) {
      const nest = nests[known];
      nests[known] = { ...nest, value: { kind: negative ? 'subtract' : 'add', a: nest.value, b: term } };
    } else {
      const accumulates = summed.length > 0 || nests.length > 0;
      nests.push({ loops, target, accumulates, driver, value: negative ? { kind: 'negate', a: term } : term });
    }
  }
  return { nests, relations: [], extents, compute };
}

/** Whether summands go over one tensor's entries, or over all elements both. */
function isAlike(a: AccessTerm | null, b: AccessTerm | null): boolean {
  return a === null || b === null ? a === b : haveOneOrder(a, b);
}

/** The distributed variables, outermost first, and the dimensions of the machine, with the variable or the coordinate of each. */
export function distributedOf({ relations }: Concrete): {
  readonly variables: readonly IndexVariable[];
  readonly dims: readonly number[];
  readonly places: readonly (IndexVariable | number)[];
} {
  const found = relations.filter((r) => r.kind === 'distribute');
  return {
    variables: found.flatMap((r) => r.variables),
    dims: found.flatMap((r) => r.dims),
    places: found.flatMap((r) => r.places),
  };
}

/** The routine that takes the place of a nest's innermost loops, and these loops; undefined for a nest without one. */
export function routineOf({ relations }: Pick<Concrete, 'relations'>, { loops }: Pick<Nest, 'loops'>): Substituted | undefined {
  return relations.find(
    (r): r is Substituted => r.kind === 'substitute' && r.variables.every((variable) => loops.includes(variable)),
  );
}

type Substituted = Extract<Relation, { kind: 'substitute' }>;

/** Variables that relations have taken apart or turned: they are no loops any more. */
export function definedBy(relation: Relation): readonly IndexVariable[] {
  if (relation.kind === 'split' || relation.kind === 'divide' || relation.kind === 'rotate') return [relation.of];
  if (relation.kind === 'pos') return relation.loops;
  return relation.kind === 'collapse' ? [relation.outer, relation.inner] : [];
}

/** The loops that a relation needs as they are. */
export function heldBy(relation: Relation): readonly IndexVariable[] {
  if ('loop' in relation) return [relation.loop];
  if (relation.kind === 'tile') return relation.loops;
  if (relation.kind === 'distribute' || relation.kind === 'substitute') return relation.variables;
  if (relation.kind === 'communicate') return [relation.at];
  return relation.kind === 'rotate' ? relation.by : [];
}

/** The loops that a relation made. */
export function madeBy(relation: Relation): readonly IndexVariable[] {
  if (relation.kind === 'split' || relation.kind === 'divide') return [relation.outer, relation.inner];
  return 'into' in relation ? [relation.into] : [];
}

export function formatRelation(relation: Relation): string {
  switch (relation.kind) {
    case 'split':
    case 'divide':
      return `${relation.kind}(${relation.of}, ${relation.outer}, ${relation.inner}, ${relation.count})`;
    case 'collapse':
      return `collapse(${relation.outer}, ${relation.inner}, ${relation.into})`;
    case 'rotate':
      return `rotate(${relation.of}, {${relation.by.join(', ')}}, ${relation.into})`;
    case 'pos':
      return `pos({${relation.loops.join(', ')}}, ${relation.into}, ${relation.tensor.name})`;
    case 'distribute':
      return `distribute(${relation.places.join(', ')})`;
    case 'communicate':
      return `communicate(${relation.tensor.name}, ${relation.at})`;
    case 'substitute':
      return `substitute({${relation.variables.join(', ')}}, ${relation.leaf.name})`;
    case 'tile':
      return `tile(${relation.loops.join(', ')})`;
    case 'unroll':
      return `unroll(${relation.loop}, ${relation.count})`;
    case 'vectorize':
    case 'parallelize':
      return `${relation.kind}(${relation.loop})`;
    case 'precompute':
      return `precompute(${formatTerm(relation.value)}, ${formatTerm(relation.workspace)})`;
  }
}

function formatNest({ loops, target, accumulates, value }: Nest): string {
  const assignment = `${formatTerm(target)} ${accumulates ? '+=' : '='} ${formatTerm(value)}`;
  return [...loops.map((variable) => `∀${variable}`), assignment].join(' ');
}

/** As text, nests on lines of their own, relations on the last. */
export function formatConcrete({ nests, relations }: Pick<Concrete, 'nests' | 'relations'>): string {
  const lines = nests.map(formatNest);
  return relations.length === 0 ? lines.join('\n') : `${lines.join('\n')}\n  s.t. ${relations.map(formatRelation).join(', ')}`;
}
