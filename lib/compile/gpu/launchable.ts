/** Programs that are launched by records: a kernel's or a routine's, with the form of their launches and the parameters of a dispatch. */
import { type DType, float32, float64 } from '../../dtype/index.js';
import type { Kernel } from '../../ir/index.js';
import type { Program } from './language/program.js';
import type { Parameters } from './lower/parameters.js';

/** An argument of a launch: a view whose first element is element `offset` of its memory. */
interface LaunchView {
  readonly offset: number;
  readonly shape: readonly number[];
  readonly strides: readonly number[];
}

export interface GpuLaunch {
  readonly shape: readonly number[];
  readonly args: readonly LaunchView[];
  readonly scalars: readonly (number | bigint)[];
}

export interface Dispatch {
  /** A name for `Launchable.program`. */
  readonly program: string;
  readonly workgroups: number;
  /** For status word 0, and scratch memory from word 0 on. */
  readonly parameters: Uint32Array;
  /** Words of the parameters that count from the launch's scratch memory. */
  readonly scratch: readonly number[];
}

/** A kernel or a routine. */
export interface Launchable {
  /** The kernel; of a routine the form of its launches, without loops. */
  readonly kernel: Kernel;
  readonly parameters: Parameters;
  program(name: string): Program;
  dispatches(launch: GpuLaunch): readonly Dispatch[];
  /** Words of scratch memory that a launch uses. */
  scratchWords(launch: GpuLaunch): number;
}

/** Workgroups of a dispatch, at most. */
export const MOST_GROUPS = 65535;

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);
const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

/** Writes a scalar's two words. */
export function writeScalar(words: Uint32Array, at: number, dtype: DType, value: number | bigint): void {
  if (dtype === float32) {
    float[0] = Number(value);
    words[at] = bits[0];
    return;
  }
  if (dtype === float64) {
    double[0] = Number(value);
    words.set(halves, at);
    return;
  }
  if (typeof value === 'number' && dtype.size <= 4) {
    words[at] = value;
    return;
  }
  const all = BigInt.asUintN(64, BigInt(value));
  words[at] = Number(all & 0xffffffffn);
  words[at + 1] = Number(all >> 32n);
}

/** The words that all dispatches of a launch have: its domain, arguments and scalars. */
export function parametersFor({ parameters, kernel }: Pick<Launchable, 'parameters' | 'kernel'>, launch: GpuLaunch): Uint32Array {
  const words = new Uint32Array(parameters.length);
  words.set(launch.shape, parameters.domain);
  parameters.args.forEach(({ base, sizes, strides }, k) => {
    words[base] = launch.args[k].offset;
    words.set(launch.args[k].shape, sizes);
    words.set(launch.args[k].strides, strides);
  });
  parameters.scalars.forEach((at, k) => writeScalar(words, at, kernel.scalars[k], launch.scalars[k]));
  return words;
}
