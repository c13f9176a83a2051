/**
 * The arrays of compressed tensors as tensors of a program: values of entries, and tables of a pattern. They are read where they are; their
 * distributions follow from the rows of the tensor's own.
 */
import type { NDArray } from '../../array/index.js';
import { type DType, int32 } from '../../dtype/index.js';
import type { Shape } from '../../shape/index.js';
import type { Distribution } from '../format/distribution.js';
import type { Order, Table } from '../format/pattern.js';
import { type AccessTerm, type IndexVariable, TensorSymbol } from '../notation/terms.js';

/** Values of a compressed tensor's entries, or numbers of its pattern. */
export class StorageSymbol extends TensorSymbol {
  /** The compressed tensor. */
  readonly of: TensorSymbol;
  readonly #table: Table | null;

  /** `table`: null for values. */
  constructor(name: string, shape: Shape, of: TensorSymbol, table: Table | null, distribution: Distribution | null) {
    const dtype: DType | null = table === null ? of.dtype : int32;
    super(name, shape, dtype, distribution, null);
    this.of = of;
    this.#table = table;
  }

  override get isComputed(): boolean {
    return this.#table !== null || this.of.isComputed;
  }

  override array(): NDArray {
    return this.#table === null ? this.of.values() : this.#table.array;
  }

  override hold(array: NDArray): void {
    this.of.hold(array);
  }
}

/** The tensor that commands name. */
export function namedOf(tensor: TensorSymbol): TensorSymbol {
  return tensor instanceof StorageSymbol ? tensor.of : tensor;
}

/** The arrays of a program's compressed tensors, each one tensor. */
export class Storage {
  readonly #values = new Map<TensorSymbol, StorageSymbol>();
  readonly #tables = new Map<Table, StorageSymbol>();

  /** Values of entries; a dense tensor itself. */
  valuesOf(tensor: TensorSymbol): TensorSymbol {
    if (!tensor.isCompressed) return tensor;
    let found = this.#values.get(tensor);
    if (found === undefined) {
      const shape = [tensor.pattern?.count ?? 0];
      found = new StorageSymbol(`${tensor.name}_values`, shape, tensor, null, entriesOn(tensor));
      this.#values.set(tensor, found);
    }
    return found;
  }

  /** A bound of each segment, `low` or `high`. */
  bound(side: 'low' | 'high', order: Order, of: TensorSymbol, indices: readonly IndexVariable[]): AccessTerm {
    const isRows = order === of.pattern?.orderBy([0]);
    return this.#access(`${of.name}_${side}`, order[side], order.shape, of, indices, isRows ? of.distribution : null);
  }

  /** A number of each entry. */
  ofEntries(name: string, table: Table, order: Order, of: TensorSymbol, position: IndexVariable): AccessTerm {
    const isInRows = order.places === null;
    return this.#access(`${of.name}_${name}`, table, [of.pattern?.count ?? 0], of, [position], isInRows ? entriesOn(of) : null);
  }

  #access(
    name: string,
    table: Table,
    shape: Shape,
    of: TensorSymbol,
    indices: readonly IndexVariable[],
    distribution: Distribution | null,
  ): AccessTerm {
    let tensor = this.#tables.get(table);
    if (tensor === undefined) this.#tables.set(table, (tensor = new StorageSymbol(name, shape, of, table, distribution)));
    return { kind: 'access', tensor, indices };
  }
}

/** The distribution of entries whose rows are distributed. */
function entriesOn({ distribution, pattern, shape }: TensorSymbol): Distribution | null {
  if (distribution === null || pattern === null) return null;
  const { places, grid, text } = distribution;
  const cut = places.findIndex(({ kind }) => kind === 'cut');
  if (cut < 0) return distribution;
  const parts = grid.shape[cut];
  const rows = Math.ceil(shape[0] / parts);
  const { numbers } = pattern.orderBy([0]).starts;
  const starts = Array.from({ length: parts + 1 }, (_, q) => numbers[Math.min(shape[0], q * rows)]);
  return { grid, places, starts, text: `entries of ${text}, ${starts.join()}` };
}
