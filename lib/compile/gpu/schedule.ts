/** The dispatches of a launch: which programs of a kernel run, on how many workgroups, with which parameters. */
import { ArgumentError } from '../../base/index.js';
import { BLOCK, type Kernel, LANES, structureOf, type Units, unitsOf } from '../../ir/index.js';
import type { GpuFeatures } from './language/legalize.js';
import { type Dispatch, type GpuLaunch, type Launchable, MOST_GROUPS, parametersFor } from './launchable.js';
import { runsOfLongRows } from './lower/long-rows.js';
import { LoweredKernel } from './lower/lower.js';
import { WORD } from './lower/parameters.js';
import { WORKGROUP } from './lower/text.js';
import { accumulatorWords } from './lower/types.js';

/** Elements, rows and sizes, at most: indices are 31 bits. */
const MOST = 2 ** 31 - 1;

const product = (sizes: readonly number[]): number => sizes.reduce((a, b) => a * b, 1);

function unitsOfLaunch({ kernel }: LoweredKernel, shape: readonly number[]): Units {
  return unitsOf(shape, kernel.rowRank, structureOf(kernel));
}

/** Words of scratch memory that each folding statement asks for: accumulators of units, and of the level above. */
function partialWords(lowered: LoweredKernel, { shape, args }: Pick<GpuLaunch, 'shape' | 'args'>): number[] {
  const units = unitsOfLaunch(lowered, shape);
  return lowered.folds.map((fold) => {
    if (fold === null) return 0;
    const words = accumulatorWords(fold.how.type);
    if (fold.statement.kind === 'foldInner')
      return words * LANES * units.rows * runsOfLongRows(lowered.folds, units.rows, units.inner);
    if (fold.statement.kind === 'fold') return words * LANES * (units.count + Math.ceil(units.count / BLOCK));
    return words * units.count * (fold.statement.kind === 'scatter' ? args[fold.statement.arg].shape[0] : units.inner);
  });
}

/** Words of scratch memory that a launch uses. */
function scratchWords(lowered: LoweredKernel, launch: Pick<GpuLaunch, 'shape' | 'args'>): number {
  return partialWords(lowered, launch).reduce((a, b) => a + b, 0);
}

class Schedule {
  readonly dispatches: Dispatch[] = [];
  readonly units: Units;
  private readonly lowered: LoweredKernel;
  private readonly launch: GpuLaunch;
  private readonly common: Uint32Array;

  constructor(lowered: LoweredKernel, launch: GpuLaunch) {
    this.lowered = lowered;
    this.launch = launch;
    this.units = unitsOfLaunch(lowered, launch.shape);
    this.common = this.words();
  }

  private words(): Uint32Array {
    const { parameters } = this.lowered;
    const { launch, units } = this;
    const words = parametersFor(this.lowered, launch);
    words.set([units.rows, units.inner, units.rowsPerUnit, units.strips, units.count], WORD.rows);
    let next = 0;
    partialWords(this.lowered, launch).forEach((count, f) => {
      words[parameters.partials[f]] = next;
      next += count;
    });
    return words;
  }

  /** Adds a dispatch over `items`, as many invocations as there are, in groups; `places` are words of scratch memory, behind `more`. */
  add(
    program: string,
    items: number,
    more: readonly number[] = [],
    places: readonly number[] = [],
    groups = Math.ceil(items / WORKGROUP),
  ): void {
    if (items === 0) return;
    const parameters = this.common.slice();
    parameters[WORD.items] = items;
    parameters.set([...more, ...places], WORD.first);
    const scratch = [...this.lowered.parameters.partials, ...places.map((_, k) => WORD.first + more.length + k)];
    this.dispatches.push({ program, workgroups: Math.min(groups, MOST_GROUPS), parameters, scratch });
  }

  map(): void {
    const { packed } = this.lowered;
    const count = product(this.launch.shape);
    const shift = packed === null ? null : this.shiftOf(packed);
    if (packed === null || shift === null) {
      this.add('map', count);
      return;
    }
    const per = 4 / this.lowered.kernel.args[packed[0]].dtype.size;
    this.add('packed', count === 0 ? 0 : Math.ceil((count + shift) / per), [shift, count]);
  }

  /** How far into its first word each of these arguments begins, if all are dense and alike in that. */
  private shiftOf(packed: readonly number[]): number | null {
    const { shape, args } = this.launch;
    const per = 4 / this.lowered.kernel.args[packed[0]].dtype.size;
    const shift = args[packed[0]].offset % per;
    const dense = shape.map((_, axis) => product(shape.slice(axis + 1)));
    const alike = packed.every((arg) => {
      const { offset, strides } = args[arg];
      return offset % per === shift && shape.every((size, axis) => size <= 1 || strides[axis] === dense[axis]);
    });
    return alike ? shift : null;
  }

  /** Levels of a full fold: from one half of its scratch memory into the other, and back. */
  fold(f: number): void {
    const fold = this.lowered.folds[f];
    if (fold === null) return;
    const base = this.common[this.lowered.parameters.partials[f]];
    let from = base;
    let to = base + this.units.count * LANES * accumulatorWords(fold.how.type);
    let count = this.units.count;
    while (count > 1) {
      const runs = Math.ceil(count / BLOCK);
      this.add(`level ${f}`, runs * LANES, [count], [from, to]);
      [from, to, count] = [to, from, runs];
    }
    this.add(`result ${f}`, 1, [count], [from]);
  }

  /** Rows, each in one invocation, or, where few are long, by the lanes of their runs. */
  rows(): void {
    const { rows, inner } = this.units;
    const { folds } = this.lowered;
    const runs = runsOfLongRows(folds, rows, inner);
    if (runs === 0) {
      this.add('rows', rows);
      return;
    }
    this.add('lanes', rows * runs * LANES, [runs]);
    folds.forEach((_, f) => {
      this.add(`tree ${f}`, rows * runs);
      this.add(`join ${f}`, rows, [runs]);
    });
  }

  outer(): void {
    const { lowered, units, launch } = this;
    if (lowered.scatters) this.add('scatter', units.count, [], [], units.count);
    else this.add('columns', units.count * units.inner);
    lowered.folds.forEach((fold, f) => {
      if (fold === null) return;
      const { kind, arg } = fold.statement;
      this.add(`blocks ${f}`, kind === 'scatter' ? launch.args[arg].shape[0] : units.inner);
    });
  }
}

/** The dispatches of a launch, one after another. Throws `ArgumentError` for one that indices of 31 bits cannot describe. */
function dispatchesOf(lowered: LoweredKernel, launch: GpuLaunch): Dispatch[] {
  const sizes = [product(launch.shape), ...launch.args.flatMap((arg) => arg.shape)];
  if (sizes.some((size) => size > MOST))
    throw new ArgumentError(`a launch on a GPU has at most ${MOST} elements, got ${Math.max(...sizes)}; cut it into several`);
  const schedule = new Schedule(lowered, launch);
  const structure = structureOf(lowered.kernel);
  if (structure === 'map') schedule.map();
  else if (structure === 'inner') schedule.rows();
  else if (structure === 'outer') schedule.outer();
  else {
    schedule.add('units', schedule.units.count * LANES);
    lowered.folds.forEach((_, f) => schedule.fold(f));
  }
  if (lowered.once) schedule.add('once', 1);
  return schedule.dispatches;
}

/** A kernel for launches on a device with these features. */
export function launchableKernel(kernel: Kernel, features: GpuFeatures): Launchable {
  const lowered = new LoweredKernel(kernel, features);
  return {
    kernel,
    parameters: lowered.parameters,
    program: (name) => lowered.program(name),
    dispatches: (launch) => dispatchesOf(lowered, launch),
    scratchWords: (launch) => scratchWords(lowered, launch),
  };
}
