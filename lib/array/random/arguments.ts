/**
 * How draws are asked for: their parameters and a shape in NumPy's order, `rng.normal(0, 1, [2, 3])`, or everything in one object,
 * where NumPy's names (`size`, `loc`) are as good as ours (`shape`, `mean`).
 */
import { ArgumentError } from '../../base/index.js';
import type { Shape } from '../../shape/index.js';
import type { Operand } from '../apply.js';
import type { DTypeOption } from '../creation.js';
import type { NDArray } from '../ndarray.js';

/** A shape, or the length of a vector. */
export type Size = number | Shape;

/** The shape of a draw of float64 or int64; default: 0-d. */
export interface ShapeOption {
  readonly shape?: Size;
  /** NumPy's name of `shape`. */
  readonly size?: Size;
}

/** The shape and the float dtype (default float64) of a draw. */
export interface DrawOptions extends DTypeOption, ShapeOption {}

/** Options of `Generator.integers`. */
export interface IntegersOptions extends DrawOptions {
  /** Whether `high` itself may be drawn; default false. */
  readonly endpoint?: boolean;
}

/** A place and a width of a distribution. */
export interface LocationOptions extends ShapeOption {
  /** Where its middle is; default 0. */
  readonly mean?: number;
  /** NumPy's name of `mean`. */
  readonly loc?: number;
  /** How wide it is; default 1. */
  readonly scale?: number;
}

/** Options of draws with a scale. */
export interface ScaleOptions extends ShapeOption {
  /** How wide the distribution is; default 1. */
  readonly scale?: number;
}

/** Options of draws of counts. */
export interface MeanOptions extends ShapeOption {
  /** Default 1. */
  readonly mean?: number;
  /** NumPy's name of `mean`. */
  readonly lam?: number;
}

/** Options of normal draws. */
export interface NormalOptions extends DrawOptions {
  /** Default 0. An array is broadcast with the other parameters. */
  readonly mean?: Parameter;
  /** NumPy's name of `mean`. */
  readonly loc?: Parameter;
  /** Standard deviation; default 1. */
  readonly std?: Parameter;
  /** NumPy's name of `std`. */
  readonly scale?: Parameter;
}

/** Options of uniform draws. */
export interface UniformOptions extends DrawOptions {
  /** Default 0. */
  readonly low?: Parameter;
  /** Default 1. */
  readonly high?: Parameter;
}

/** A number, or an array of one for each element. */
export type Parameter = number | NDArray;

/** The shape that is asked for; undefined when none is. */
export function shapeIn(given: Size | ShapeOption | undefined): Size | undefined {
  if (given === undefined || typeof given === 'number' || isShape(given)) return given;
  return either('shape', given.shape, 'size', given.size);
}

function isShape(given: Shape | ShapeOption): given is Shape {
  return Array.isArray(given);
}

/** One value under either of two names. Throws `ArgumentError` for both. */
export function either<T>(name: string, value: T | undefined, alias: string, other: T | undefined): T | undefined {
  if (value !== undefined && other !== undefined)
    throw new ArgumentError(`draw: got ${name} and ${alias}, two names of one option; give one of them`);
  return value ?? other;
}

/** Throws `ArgumentError` for arguments behind an object of options, which holds all of them. */
export function onlyOptions(operation: string, first: unknown, ...behind: readonly unknown[]): void {
  if (isOptions(first as object) && behind.some((given) => given !== undefined))
    throw new ArgumentError(`${operation}: got arguments behind an object of options; put all of them into the object`);
}

/** Whether the first argument is an object of options. */
export function isOptions<Options extends object>(given: Options | Operand | undefined): given is Options {
  return typeof given === 'object' && given !== null && !ArrayBuffer.isView(given) && !('view' in given) && !Array.isArray(given);
}

/** A place, a width and a shape, in an object or by place. */
export function locationOf(
  first: number | LocationOptions | undefined,
  scale: number | undefined,
  size: Size | undefined,
): { readonly mean: number; readonly scale: number; readonly shape: Size | undefined } {
  if (first === undefined || typeof first === 'number') return { mean: first ?? 0, scale: scale ?? 1, shape: size };
  onlyOptions('draw', first, scale, size);
  return { mean: either('mean', first.mean, 'loc', first.loc) ?? 0, scale: first.scale ?? 1, shape: shapeIn(first) };
}
