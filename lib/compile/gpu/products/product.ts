/**
 * The routines for products of matrices (`gemm_f32`, those of integers, and `gemm_f64` in pairs of float32) as device programs: C = A B for a batch, any
 * strides. float32 is summed in float32 along the inner axis, as the device adds products (`mad`); integers wrap, in every bit.
 */
import { type DType, float32, float64, int32, int64 } from '../../../dtype/index.js';
import { input, type Kernel, output } from '../../../ir/index.js';
import type { GpuFeatures } from '../language/legalize.js';
import type { Program } from '../language/program.js';
import { type Dispatch, type GpuLaunch, type Launchable, MOST_GROUPS, parametersFor } from '../launchable.js';
import { programOf, textOf } from '../lower/lower.js';
import { WORD } from '../lower/parameters.js';
import { ProgramText, WORKGROUP } from '../lower/text.js';
import { emitTiles } from './tiles.js';
import { emitColumnSums, emitRowSums } from './vectors.js';

/** By name of the routine; an unsigned integer's product has the bits of a signed one's. */
const PRODUCTS: ReadonlyMap<string, DType> = new Map([
  ['gemm_f32', float32],
  ['gemm_f64', float64],
  ['gemm_i32', int32],
  ['gemm_i64', int64],
]);

/** Whether a routine is a device program; `emulates`: with float64 as pairs of float32. */
export function hasRoutine(name: string, emulates = false): boolean {
  const dtype = PRODUCTS.get(name);
  return dtype !== undefined && (dtype !== float64 || emulates);
}

/**
 * Tiles: the larger has fewer loads a product; with the smaller one small matrices are more workgroups; the least is compiled soon by a
 * driver that is a program.
 */
const LARGE = 64;
const SMALL = 32;
const LEAST = 16;
/** Large tiles that keep a device busy. */
const ENOUGH = 64;

const emitters: Readonly<Record<string, (text: ProgramText, words: readonly string[]) => void>> = {
  tiles: (text, [tile, left, right]) =>
    emitTiles(text, { tile: Number(tile), leftInner: left === 'k', rightInner: right === 'k' }),
  'row-sums': emitRowSums,
  'column-sums': emitColumnSums,
};

export class LoweredProduct implements Launchable {
  /** The form of its launches, without loops: domain (m, n, k, batch), and views of A, B and C with axes batch, row, column. */
  readonly kernel: Kernel;
  readonly parameters;
  readonly #features: GpuFeatures;
  readonly #programs = new Map<string, Program>();

  /** `routine`: one for which `hasRoutine`. */
  constructor(routine: string, features: GpuFeatures) {
    const dtype = PRODUCTS.get(routine) ?? float32;
    this.kernel = {
      rank: 4,
      rowRank: 4,
      args: [input(dtype, 3), input(dtype, 3), output(dtype, 3)],
      scalars: [],
      loops: [],
    };
    this.parameters = new ProgramText(this.kernel).parameters;
    this.#features = features;
  }

  /** `tiles` with their side and the axes that A and B are read along; `row-sums` and `column-sums` of products with a vector. */
  program(name: string): Program {
    const known = this.#programs.get(name);
    if (known !== undefined) return known;
    const [kind, ...words] = name.split(' ');
    const text = new ProgramText(this.kernel);
    emitters[kind](text, words);
    const made = programOf(name, textOf(text), this.#features);
    this.#programs.set(name, made);
    return made;
  }

  scratchWords(): number {
    return 0;
  }

  dispatches(launch: GpuLaunch): Dispatch[] {
    const [m, n, , batch] = launch.shape;
    if (m * n * batch === 0) return [];
    const parameters = parametersFor(this, launch);
    const give = (program: string, items: number, across: number, down: number, groups: number): Dispatch[] => {
      parameters[WORD.items] = items;
      parameters.set([across, down], WORD.first);
      return [{ program, workgroups: Math.min(groups, MOST_GROUPS), parameters, scratch: [] }];
    };
    if (m === 1 || n === 1) {
      const results = m * n * batch;
      const matrix = launch.args[n === 1 ? 0 : 1].strides;
      const inner = Math.abs(matrix[n === 1 ? 2 : 1]) <= Math.abs(matrix[n === 1 ? 1 : 2]);
      if (inner) return give('row-sums', results, m * n, 1, results);
      return give('column-sums', results, m * n, 1, Math.ceil(results / WORKGROUP));
    }
    const tilesOf = (tile: number): number => Math.ceil(m / tile) * Math.ceil(n / tile) * batch;
    const large = this.kernel.args[0].dtype.size === 4 && tilesOf(LARGE) >= ENOUGH;
    const tile = this.#features.contracts === false ? LEAST : large ? LARGE : SMALL;
    const along = (strides: readonly number[], inner: number, outer: number): string =>
      Math.abs(strides[inner]) <= Math.abs(strides[outer]) ? 'k' : 'o';
    const name = `tiles ${tile} ${along(launch.args[0].strides, 2, 1)} ${along(launch.args[1].strides, 1, 2)}`;
    return give(name, tilesOf(tile), Math.ceil(n / tile), Math.ceil(m / tile), tilesOf(tile));
  }
}
