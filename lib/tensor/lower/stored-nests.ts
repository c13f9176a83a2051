/**
 * Nests over compressed tensors as nests over their arrays. Where entries are cut and their result is dense, two nests: each part of a row that one
 * processor has is added up first, then the parts of each row, in order.
 *
 *     y(i) += B(i, j) * x(j)              y(i) += B_values(p) * x(j)            p: entries of row i, j: the column of entry p
 *     ∀po …  divide(p, po, pi, 4)         y_parts(s) += B_values(p) * x(j)      s: parts of rows, those of po
 *                                         y(i) += y_parts(s)                    i: rows that begin at po
 */
import { sizeOf } from '../../shape/index.js';
import { Bounds } from '../concrete/bounds.js';
import { type Concrete, distributedOf, type Nest } from '../concrete/concrete.js';
import { leadingOf, partsMade, posOf, type Ranges, type Walk } from '../concrete/walk.js';
import { bounded, type Order, Table } from '../format/pattern.js';
import { type AccessTerm, accessesOf, IndexVariable, TensorSymbol, type Term } from '../notation/terms.js';
import type { Storage } from './storage.js';

/** A walk, and the tables that its kernel reads. */
export interface StoredWalk extends Walk {
  readonly low: AccessTerm | null;
  readonly high: AccessTerm | null;
  /** By variable: its coordinates, of those that operands are indexed by. */
  readonly tables: ReadonlyMap<IndexVariable, AccessTerm>;
}

/** A nest whose tensors are arrays. */
export interface StoredNest {
  readonly nest: Nest;
  /** The nest as commands know it. */
  readonly original: Nest;
  readonly walk: StoredWalk | null;
  /** Distributed loops that the nest has not: it runs where their coordinates are 0. */
  readonly without: readonly IndexVariable[];
}

export function storedNests(concrete: Concrete, nest: Nest, storage: Storage): readonly StoredNest[] {
  const { driver } = nest;
  if (driver === null) return [{ nest, original: nest, walk: null, without: [] }];
  const made = posOf(concrete, nest);
  const distributed = distributedOf(concrete).variables;
  const outer = made === null ? undefined : partsMade(concrete, made.into).find((loop) => distributed.includes(loop));
  if (outer !== undefined && !nest.target.tensor.isCompressed) return new Parts(concrete, nest, driver, outer, storage).nests();
  const pattern = driver.tensor.pattern;
  const leading = leadingOf(nest);
  const { isCompressed } = nest.target.tensor;
  const order = pattern?.orderBy(leading);
  if (order === undefined) return [];
  const isLoop = made !== null && isCompressed;
  const position = isLoop ? made.into : hidden(driver, 'entry');
  const kept = [...nest.target.indices, position, ...(made === null ? [] : [made.into])];
  const walk: Walk = {
    order,
    leading: leading.map((dim) => driver.indices[dim]),
    position,
    isLoop,
    isSegmented: !isCompressed,
    ...entriesIn(order, driver, position),
    kept: isCompressed ? kept : nest.target.indices,
    ranges: null,
  };
  const stored = storedNest(nest, walk, storage);
  return [{ nest: stored, original: nest, walk: storedWalk(stored, walk, driver.tensor, storage), without: [] }];
}

function hidden({ tensor }: AccessTerm, name: string): IndexVariable {
  return new IndexVariable(`${tensor.name}_${name}`);
}

/** The variables that follow from a position: coordinates, and the place of a value that is in a different order. */
function entriesIn(order: Order, driver: AccessTerm, position: IndexVariable): Pick<Walk, 'coordinates' | 'place'> {
  const coordinates = new Map(driver.indices.map((variable, dim) => [variable, order.coordinates[dim]]));
  if (order.places === null) return { coordinates, place: position };
  const place = hidden(driver, 'place');
  return { coordinates: coordinates.set(place, order.places), place };
}

/** The nest with values of entries for accesses to compressed tensors. */
function storedNest(nest: Nest, { position, place, isSegmented }: Walk, storage: Storage): Nest {
  const access = (of: AccessTerm): AccessTerm =>
    of.tensor.isCompressed ? { kind: 'access', tensor: storage.valuesOf(of.tensor), indices: [place] } : of;
  const target = isSegmented ? nest.target : { ...access(nest.target), indices: [position] };
  return { ...nest, target, value: mapped(nest.value, access) };
}

function mapped(term: Term, access: (of: AccessTerm) => AccessTerm): Term {
  if (term.kind === 'access') return access(term);
  if (term.kind === 'constant') return term;
  if (term.kind === 'negate') return { kind: 'negate', a: mapped(term.a, access) };
  return { kind: term.kind, a: mapped(term.a, access), b: mapped(term.b, access) };
}

/** Whether a kernel takes a variable's values from entries: it is no axis of its domain. */
export function isOfEntries({ coordinates, isSegmented, leading }: Walk, variable: IndexVariable): boolean {
  return coordinates.has(variable) && !(isSegmented && leading.includes(variable));
}

/** Whether a variable is an axis of the kernel's domain. */
export function isAxis(walk: Walk, variable: IndexVariable): boolean {
  return !isOfEntries(walk, variable) && !(walk.isSegmented && variable === walk.position);
}

/** The tables that a nest's kernel reads. */
export function tablesOf(walk: StoredWalk | null): readonly AccessTerm[] {
  if (walk === null) return [];
  return [walk.low, walk.high, ...walk.tables.values()].filter((access) => access !== null);
}

function storedWalk(nest: Nest, walk: Walk, of: TensorSymbol, storage: Storage): StoredWalk {
  const { order, leading, position, isSegmented } = walk;
  const used = [...new Set(accessesOf(nest.value).flatMap(({ indices }) => indices))].filter((v) => isOfEntries(walk, v));
  const tables = used.flatMap((variable): [IndexVariable, AccessTerm][] => {
    const table = walk.coordinates.get(variable);
    return table === undefined ? [] : [[variable, storage.ofEntries(variable.name, table, order, of, position)]];
  });
  return {
    ...walk,
    low: isSegmented ? storage.bound('low', order, of, leading) : null,
    high: isSegmented ? storage.bound('high', order, of, leading) : null,
    tables: new Map(tables),
  };
}

/** The two nests of a dense result whose entries are cut. */
class Parts {
  readonly #concrete: Concrete;
  readonly #nest: Nest;
  readonly #driver: AccessTerm;
  readonly #outer: IndexVariable;
  readonly #storage: Storage;

  constructor(concrete: Concrete, nest: Nest, driver: AccessTerm, outer: IndexVariable, storage: Storage) {
    this.#concrete = concrete;
    this.#nest = nest;
    this.#driver = driver;
    this.#outer = outer;
    this.#storage = storage;
  }

  nests(): readonly StoredNest[] {
    const { target } = this.#nest;
    const { tensor, indices } = this.#driver;
    const dims = leadingOf(this.#nest);
    const rows = tensor.pattern?.orderBy(dims);
    if (rows === undefined) return [];
    const leading = dims.map((dim) => indices[dim]);
    const cut = cutRows(rows, this.#boundaries());
    const segment = hidden(this.#driver, 'part');
    const position = hidden(this.#driver, 'entry');
    const others = target.indices.filter((variable) => !leading.includes(variable));
    const shape = [cut.segments.shape[0], ...others.map((variable) => this.#concrete.extents.get(variable) ?? 1)];
    const parts = new TensorSymbol(`${target.tensor.name}_parts`, shape, target.tensor.dtype, null, null);
    const into: Nest = {
      ...this.#nest,
      target: { kind: 'access', tensor: parts, indices: [segment, ...others] },
      accumulates: true,
    };
    const byEntries: Walk = {
      order: cut.segments,
      leading: [segment],
      position,
      isLoop: false,
      isSegmented: true,
      ...entriesIn(rows, this.#driver, position),
      kept: [segment, ...others, ...this.#made()],
      ranges: { loop: this.#outer, of: segment, starts: cut.starts },
    };
    const stored = storedNest(into, byEntries, this.#storage);
    const walk = storedWalk(stored, byEntries, tensor, this.#storage);
    const first: StoredNest = { nest: stored, original: this.#nest, walk, without: [] };
    return [first, this.#sum(rows, leading, { parts, others, cut })];
  }

  /** The parts of each row added up, where its first part is. */
  #sum(
    rows: Order,
    leading: readonly IndexVariable[],
    { parts, others, cut }: { readonly parts: TensorSymbol; readonly others: readonly IndexVariable[]; readonly cut: CutRows },
  ): StoredNest {
    const position = hidden(this.#driver, 'part_of_row');
    const ranges: Ranges | null = leading.length === 1 ? { loop: this.#outer, of: leading[0], starts: cut.rowStarts } : null;
    const byRows: Walk = {
      order: { ...bounded(rows.shape, cut.first), coordinates: [], places: null },
      leading,
      position,
      isLoop: false,
      isSegmented: true,
      coordinates: new Map(),
      place: position,
      kept: [...this.#nest.target.indices, ...(ranges === null ? [] : this.#made())],
      ranges,
    };
    const value: AccessTerm = { kind: 'access', tensor: parts, indices: [position, ...others] };
    const nest: Nest = { ...this.#nest, value, driver: null };
    const walk = storedWalk(nest, byRows, this.#driver.tensor, this.#storage);
    return { nest, original: this.#nest, walk, without: this.#notOf(byRows.kept) };
  }

  /** Distributed loops that are summed over: their sums are in the parts already. */
  #notOf(kept: readonly IndexVariable[]): readonly IndexVariable[] {
    const bounds = new Bounds(this.#concrete);
    const { variables } = distributedOf(this.#concrete);
    return variables.filter((loop) => bounds.originals(loop).some((variable) => !kept.includes(variable)));
  }

  /** Loops over entries. */
  #made(): readonly IndexVariable[] {
    const made = posOf(this.#concrete, this.#nest);
    return made === null ? [] : partsMade(this.#concrete, made.into);
  }

  /** The first entry of each part, and the number of entries. */
  #boundaries(): readonly number[] {
    const bounds = new Bounds(this.#concrete);
    const made = posOf(this.#concrete, this.#nest);
    const count = bounds.extent(this.#outer);
    const ends = Array.from({ length: count }, (_, q) => {
      const { low } = bounds.interval(made?.into ?? this.#outer, new Map([[this.#outer, q]]));
      return low;
    });
    return [...ends, this.#driver.tensor.pattern?.count ?? 0];
  }
}

interface CutRows {
  /** Parts of rows as segments of entries. */
  readonly segments: Order;
  /** The first part of each processor, and the number of parts. */
  readonly starts: readonly number[];
  /** The first part of each row, and the number of parts. */
  readonly first: Table;
  /** The first row whose first part each processor has, and the number of rows. */
  readonly rowStarts: readonly number[];
}

/** Rows cut at these entries; a row without entries is one part. */
function cutRows({ starts: { numbers }, shape, coordinates, places }: Order, boundaries: readonly number[]): CutRows {
  const count = sizeOf(shape);
  const processors = boundaries.length - 1;
  const begins: number[] = [];
  const first = new Int32Array(count + 1);
  const starts: number[] = [0];
  const rowStarts: number[] = [0];
  for (let row = 0; row < count; row++) {
    const [low, high] = [numbers[row], numbers[row + 1]];
    while (starts.length < processors && boundaries[starts.length] <= low && low < boundaries[processors]) {
      starts.push(begins.length);
      rowStarts.push(row);
    }
    first[row] = begins.length;
    begins.push(low);
    while (starts.length < processors && boundaries[starts.length] < high) {
      const cut = boundaries[starts.length];
      starts.push(begins.length);
      rowStarts.push(row + 1);
      if (cut > begins[begins.length - 1]) begins.push(cut);
    }
  }
  while (starts.length <= processors) {
    starts.push(begins.length);
    rowStarts.push(count);
  }
  first[count] = begins.length;
  const bounds = Int32Array.from([...begins, boundaries[processors]]);
  const segments: Order = { ...bounded([begins.length], new Table(() => bounds)), coordinates, places };
  return { segments, starts, first: new Table(() => first), rowStarts };
}
