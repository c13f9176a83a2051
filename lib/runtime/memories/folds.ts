/**
 * Makes elements of partial results. Those of each tile are brought together where its owner is, and finished there:
 *
 *     columns, 2 points, 2 tiles    all rows of columns [0, 50) to memory 0, of columns [50, 100) to memory 1, in each: finish
 *
 * Of a fold to one number, each run of 1,024 partial results is folded where the first of them is, since results of runs are all that the
 * tree goes on with (`ir/folds.ts`), and one memory gets a number for each run:
 *
 *     3,000 units, 2 points         memory 0 has [0, 1500)         memory 1 has [1500, 3000)
 *     to the owners of runs         [1500, 2048)
 *     folded by run                 results 0 and 1                result 2
 *     to the memory of the result   result 2, and there: finish
 */
import { invariant, OutOfMemoryError } from '../../base/index.js';
import { type Instance, makeInstance, type Operation, passingId } from '../../dependence/index.js';
import { BLOCK, unitsOf } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import { intersect, intersects, localView, type Rect, rectOf, rectShape } from '../../partition/index.js';
import type { View } from '../../shape/index.js';
import { blankRecord, type Executables } from '../launch/index.js';
import type { Engines } from './engines.js';
import type { Holdings } from './holdings.js';
import type { Launches } from './launches.js';
import type { Elements, Move } from './listed-launch.js';
import { PartialRows } from './partials.js';
import { type Stretch, stretchesOf } from './runs.js';

type Fold = Extract<Operation, { kind: 'fold' }>;

/** A stretch with the instances that it is folded from and into. */
interface PlacedStretch extends Stretch {
  readonly from: Instance;
  readonly into: Instance;
}

export class Folds {
  readonly #engines: Engines;
  readonly #launches: Launches;
  readonly #holdings: Holdings;
  readonly #executables: Executables;

  constructor(engines: Engines, launches: Launches, holdings: Holdings) {
    this.#engines = engines;
    this.#launches = launches;
    this.#holdings = holdings;
    this.#executables = engines.host.templates.executables;
  }

  /** Launches a fold; returns the last launch of each item. `before`: the launch that an item waits for. Throws `OutOfMemoryError`. */
  run(op: Fold, before: (item: number) => number): number[] {
    const { how: rows, buffers } = op;
    invariant(rows instanceof PartialRows, 'what points of kernels leave behind is partial results');
    return rows.foldsRuns(buffers) ? [this.#inRuns(op, rows, before(0))] : this.#inTiles(op, rows, before);
  }

  #inTiles(op: Fold, rows: PartialRows, before: (item: number) => number): number[] {
    const { buffers, tiles } = op;
    const parts = Array.from({ length: op.span.count }, (_, item) =>
      tiles === null ? rows.whole : rectOf(tiles.partition, [item], rows.view.shape),
    );
    const scratch = this.#takeAll(
      parts.map((part, item) => ({ rect: boxOf(rows, part), memory: op.intoAt(item).memory })),
      rows,
    );
    const launches = parts.map((part, item): number => {
      const last = this.#gather(buffers, scratch[item], rows, before(item));
      return this.#finish(op, item, part, scratch[item], last);
    });
    for (const instance of scratch) this.#holdings.free(instance);
    return launches;
  }

  /** Each phase waits for the one before. */
  #inRuns(op: Fold, rows: PartialRows, wait: number): number {
    const { buffers } = op;
    const { memory } = op.intoAt(0);
    const stretches = stretchesOf(buffers, rows.rows);
    const wanted = [{ rect: column(0, rows.runs), memory }, ...stretches.flatMap((stretch) => scratchOf(stretch, memory))];
    const taken = this.#takeAll(wanted, rows);
    const [results, ...others] = taken;
    const placed = stretches.map((stretch): PlacedStretch => {
      const from = stretch.gathered === null ? stretch.owner : (others.shift() as Instance);
      const into = stretch.owner.memory === memory ? results : (others.shift() as Instance);
      return { ...stretch, from, into };
    });
    let last = wait;
    for (const { from, gathered } of placed) if (gathered !== null) last = this.#gather(buffers, from, rows, wait);
    const gathered = last;
    for (const { first, end, from, into } of placed) {
      const move = this.#runsOf(rows, [first, end], from, into);
      last = this.#launches.run(this.#launches.list.runs(op, [first, end], from, into, move), gathered);
    }
    const folded = last;
    for (const { into } of placed) if (into !== results) last = this.#gather([into], results, rows, folded);
    const launch = this.#finish(op, 0, rows.whole, results, last);
    for (const instance of taken) this.#holdings.free(instance);
    return launch;
  }

  /** Copies what instances have of the rows and columns of one; returns the last launch, or `wait` where none has any. */
  #gather(sources: readonly Instance[], to: Instance, { itemSize }: PartialRows, wait: number): number {
    const engine = this.#engines.of(to.memory);
    let last = wait;
    for (const from of sources) {
      if (!intersects(from.rect, to.rect)) continue;
      const rect = intersect(from.rect, to.rect);
      const move = engine.move(from.rect, to.rect, rect, itemSize);
      last = this.#launches.run(this.#launches.list.copy(from, to, rect, move), wait);
    }
    return last;
  }

  /** Makes elements of all rows in an instance, or of the results of all runs. */
  #finish(op: Fold, item: number, part: Rect, from: Instance, wait: number): number {
    const rows = op.how as PartialRows;
    const move = this.#finishOf(rows, part, from, op.intoAt(item));
    return this.#launches.run(this.#launches.list.fold(op, item, partOf(rows.view, part), from, move), wait);
  }

  /** All or none, so that nothing is launched of a fold that is refused. */
  #takeAll(wanted: readonly { readonly rect: Rect; readonly memory: number }[], { itemSize }: PartialRows): Instance[] {
    const taken: Instance[] = [];
    try {
      for (const { rect, memory } of wanted) taken.push(this.#take(rect, itemSize, memory));
      return taken;
    } catch (error) {
      for (const instance of taken) this.#holdings.free(instance);
      throw error;
    }
  }

  /** Memory for partial results, for the time of a fold. */
  #take(rect: Rect, itemSize: number, memory: number): Instance {
    const scratch = makeInstance(passingId(), itemSize, memory, rect);
    if (this.#holdings.allocate(scratch, false)) return scratch;
    throw new OutOfMemoryError(
      `folding a reduction: ${scratch.bytes} bytes for its partial results were refused; use smaller arrays`,
    );
  }

  /** The launch that makes elements of all rows, for a part of the view: it has no units, only the kernel's `finish`. */
  #finishOf(partials: PartialRows, part: Rect, from: Instance, into: Instance): Move {
    const { kernel, view, root } = partials;
    const rows = from.rect.high[0];
    const executable = this.#executables.of(kernel);
    const { layout } = executable;
    const record = blankRecord(layout.length, 0, 1);
    partials.domainOf(part, rows).forEach((n, i) => (record[RECORD.PARAMS + layout.domain + i] = n));
    const { shape, strides, offset } = localView(view, part, root, into.rect);
    const { sizes } = layout.args[0];
    strides.forEach((s, i) => {
      if (sizes >= 0) record[RECORD.PARAMS + sizes + i] = shape[i];
      record[RECORD.PARAMS + layout.args[0].strides + i] = s;
    });
    const source = { at: RECORD.PARAMS + layout.partials[0].slot, offset: 0 };
    const target = { at: RECORD.PARAMS + layout.args[0].pointer, offset: offset * kernel.args[0].dtype.size };
    return { record, executable, elements: rows, pointers: [source, target] };
  }

  /** The launch that folds runs, each a row of a matrix that lies in `from`. */
  #runsOf(partials: PartialRows, [first, end]: readonly [number, number], from: Instance, into: Instance): Move {
    const length = Math.min(BLOCK, partials.rows - first * BLOCK);
    const executable = this.#executables.of(partials.folder);
    const { layout, kernel } = executable;
    const units = unitsOf([end - first, length], kernel.rowRank, 'inner').count;
    const record = blankRecord(layout.length, units, units);
    const [domain, [values, results]] = [RECORD.PARAMS + layout.domain, layout.args];
    record[domain] = end - first;
    record[domain + 1] = length;
    record[RECORD.PARAMS + values.strides] = BLOCK;
    record[RECORD.PARAMS + values.strides + 1] = 1;
    record[RECORD.PARAMS + results.strides] = 1;
    const source = { at: RECORD.PARAMS + values.pointer, offset: (first * BLOCK - from.rect.low[0]) * partials.itemSize };
    const target = { at: RECORD.PARAMS + results.pointer, offset: (first - into.rect.low[0]) * partials.itemSize };
    return { record, executable, elements: (end - first) * length, pointers: [source, target] };
  }
}

/** The memory that a stretch needs besides the results in `home`. */
function scratchOf(
  { owner: { memory }, gathered, first, end }: Stretch,
  home: number,
): { readonly rect: Rect; readonly memory: number }[] {
  const rects = [gathered, memory === home ? null : column(first, end)];
  return rects.flatMap((rect) => (rect === null ? [] : [{ rect, memory }]));
}

/** Rows of one partial result each. */
function column(from: number, to: number): Rect {
  return { low: [from, 0], high: [to, 1] };
}

/** All rows of partial results, and the columns of a part of the view. */
function boxOf(partials: PartialRows, part: Rect): Rect {
  const [from, to] = partials.columnsOf(part);
  return { low: [0, from], high: [partials.rows, to] };
}

/** A part of a view, of a root that is there as a whole. */
function partOf({ strides, offset }: View, part: Rect): Elements {
  return { shape: rectShape(part), strides, offset: part.low.reduce((sum, n, axis) => sum + n * strides[axis], offset) };
}
