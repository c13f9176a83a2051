/**
 * Leaves over the entries of a compressed tensor as kernels: folds over segments of entries, of which operands are gathered at the entry's coordinates
 * (thesis section 7.2.1). Where entries are elements of the result, they are an axis of the domain.
 *
 *     y(i) += B(i, j) * x(j)                   domain (i)        y[i] = Σ e from low[i] to high[i]: values[e] · x[column[e]]
 *     A(i, l) += B(i, j, k) * C(j, l) * D(k, l)     (i, l)       A[i, l] = Σ e: values[e] · C[j[e], l] · D[k[e], l]
 *     A(i, j) = B(i, j) * C(i, k) * D(k, j)         (e, k)       values of A[e] = Σ k: values[e] · C[row[e], k] · D[k, column[e]]
 */
import { invariant } from '../../base/index.js';
import { type DType, int64 } from '../../dtype/index.js';
import {
  inout,
  input,
  type Kernel,
  type KernelArg,
  type KernelBuilder,
  kernel,
  output,
  rowsOut,
  type Value,
  whole,
} from '../../ir/index.js';
import type { Constraint } from '../../partition/index.js';
import { type ArgSpec, defineKind, impliedConstraints, type TaskKind } from '../../task/index.js';
import type { Nest } from '../concrete/concrete.js';
import type { AccessTerm, IndexVariable } from '../notation/terms.js';
import { atFirst, formulaOf, isEqual, operandsOf } from './kernels.js';
import { isOfEntries, type StoredWalk, tablesOf } from './stored-nests.js';

/** The domain of a leaf: an axis of length 1 in front of a result without axes, the result's axes, then the ones that are summed over. */
interface WalkDomain {
  readonly front: number;
  readonly rows: number;
  readonly rank: number;
  readonly axes: readonly IndexVariable[];
  /** Whether sums are added to the target, and whether it is read as a last argument for that. */
  readonly adds: boolean;
}

/** The arguments of a leaf's kernel behind the target: tables, then operands. */
export function argumentsOf(nest: Nest, walk: StoredWalk): readonly AccessTerm[] {
  return [...tablesOf(walk), ...operandsOf(nest)];
}

/** Whether a kernel reads elements of an argument by their numbers. */
export function isGathered(walk: StoredWalk, { indices }: AccessTerm): boolean {
  return indices.some((variable) => isOfEntries(walk, variable) || (walk.isSegmented && variable === walk.position));
}

/** Whether the target is an argument that is read once more, as one of the terms of a sum. */
export function readsAgain({ adds, rows, rank }: WalkDomain): boolean {
  return adds && rank > rows;
}

class WalkKernel {
  readonly #nest: Nest;
  readonly #walk: StoredWalk;
  readonly #domain: WalkDomain;
  readonly #compute: DType;
  readonly #arguments: readonly AccessTerm[];

  constructor(nest: Nest, walk: StoredWalk, domain: WalkDomain, compute: DType) {
    this.#nest = nest;
    this.#walk = walk;
    this.#domain = domain;
    this.#compute = compute;
    this.#arguments = argumentsOf(nest, walk);
  }

  args(): readonly KernelArg[] {
    const { rank, rows, adds } = this.#domain;
    const isSum = rank > rows;
    const target = isSum ? rowsOut(this.#compute, rows) : adds ? inout(this.#compute, rank) : output(this.#compute, rank);
    const read = this.#arguments.map((access) => {
      const dtype = access.tensor.dtype ?? this.#compute;
      return isGathered(this.#walk, access) ? whole(dtype, access.tensor.shape.length) : input(dtype, rank);
    });
    return [target, ...read, ...(readsAgain(this.#domain) ? [input(this.#compute, rank)] : [])];
  }

  kernel(): Kernel {
    const { rank, rows, adds } = this.#domain;
    const isSum = rank > rows;
    const args = this.args();
    return kernel(
      rank,
      args,
      [],
      (b) => {
        const value = this.#walk.isSegmented ? this.#segments(b) : this.#entries(b);
        if (isSum) b.foldInner('sum', 0, adds ? b.add(value, atFirst(b, args.length - 1, rows, rank)) : value);
        else b.store(0, adds ? b.add(b.load(0), value) : value);
      },
      isSum ? { rowRank: rows } : {},
    );
  }

  #argument(access: AccessTerm | null | undefined): number {
    const at = this.#arguments.findIndex((other) => access != null && isEqual(access, other));
    invariant(at >= 0, 'each access is an argument');
    return 1 + at;
  }

  #axis(b: KernelBuilder, variable: IndexVariable): Value {
    const at = this.#domain.axes.indexOf(variable);
    invariant(at >= 0, `${variable} is an axis of the leaf`);
    return b.index(this.#domain.front + at);
  }

  #segments(b: KernelBuilder): Value {
    const { low, high, position, tables } = this.#walk;
    const bound = (side: AccessTerm | null): Value => b.cast(b.load(this.#argument(side)), int64);
    const [from, to] = [bound(low), bound(high)];
    return b.segfold('sum', from, to, (s) => {
      const at = (variable: IndexVariable): Value => {
        if (variable === position) return s.segment();
        const table = tables.get(variable);
        return table === undefined ? s.outer(this.#axis(b, variable)) : s.cast(s.load(this.#argument(table)), int64);
      };
      return formulaOf(s, this.#nest.value, this.#compute, (access) => {
        const arg = this.#argument(access);
        if (!isGathered(this.#walk, access)) return s.outer(b.load(arg));
        const isValue = access.indices.length === 1 && access.indices[0] === position;
        return isValue ? s.load(arg) : s.gather(arg, ...access.indices.map(at));
      });
    });
  }

  #entries(b: KernelBuilder): Value {
    const { tables } = this.#walk;
    const at = (variable: IndexVariable): Value => {
      const table = tables.get(variable);
      return table === undefined ? this.#axis(b, variable) : b.cast(b.load(this.#argument(table)), int64);
    };
    return formulaOf(b, this.#nest.value, this.#compute, (access) => {
      const arg = this.#argument(access);
      return isGathered(this.#walk, access) ? b.gather(arg, ...access.indices.map(at)) : b.load(arg);
    });
  }

  /** Rows lead to ranges of entries, and coordinates to elements of operands: so the runtime cuts a task that no schedule places. */
  constraints(specs: readonly ArgSpec[]): readonly Constraint[] {
    const { low, high, tables } = this.#walk;
    const images: Constraint[] = [];
    const ofEntries = (access: AccessTerm): number => this.#argument(access);
    this.#arguments.forEach((access, k) => {
      if (!isGathered(this.#walk, access)) return;
      const axis = access.indices.findIndex((variable) => tables.has(variable));
      const table = axis < 0 ? undefined : tables.get(access.indices[axis]);
      const isOfPosition = access.indices.length === 1 && access.indices[0] === this.#walk.position;
      if (table !== undefined) images.push({ kind: 'image', from: ofEntries(table), to: 1 + k, axis });
      else if (isOfPosition && low !== null && high !== null)
        images.push({ kind: 'image', from: ofEntries(low), until: ofEntries(high), to: 1 + k });
    });
    const cut = new Set(images.flatMap((image) => (image.kind === 'image' ? [image.to] : [])));
    const implied = impliedConstraints(specs).filter((c) => c.kind !== 'broadcast' || !cut.has(c.arg));
    return [...implied, ...images];
  }
}

/** The kind of a leaf's tasks. */
export function walkKind(nest: Nest, walk: StoredWalk, domain: WalkDomain, compute: DType): TaskKind {
  const own = new WalkKernel(nest, walk, domain, compute);
  const specs = own.args().map(({ privilege, access }): ArgSpec => ({ privilege, access }));
  const made = own.kernel();
  return defineKind({
    name: `entries_of_${walk.isSegmented ? 'segments' : 'result'}`,
    args: specs,
    constraints: own.constraints(specs),
    body: { kind: 'kernel', kernel: () => made },
  });
}
