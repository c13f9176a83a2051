/**
 * How draws are asked for: their parameters and a shape in NumPy's order, `rng.normal(0, 1, [2, 3])`, or what follows some of them in one
 * object, `rng.normal({ shape: 5 })`, `rng.normal(0, 1, { shape: 5 })`, where NumPy's names (`size`, `loc`) are as good as ours (`shape`, `mean`).
 */
import { ArgumentError, ShapeError } from '../../base/index.js';
import { type DType, isStored } from '../../dtype/index.js';
import { broadcastShapes, type Shape, sameShape } from '../../shape/index.js';
import type { Operand } from '../apply.js';
import { type ArrayLike, dtypeOption, toArray } from '../convert.js';
import { type DTypeOption, shapeArgument } from '../creation.js';
import { floatDefault } from '../default-dtypes.js';
import type { NDArray } from '../ndarray.js';
import { isOptions as isPlainOptions } from '../positional.js';

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

/** Options of `randint`. */
export interface RandintOptions extends DrawOptions {
  /** Integers are below it. */
  readonly high?: IntegerBound | null;
}

/** Options of `Generator.integers`. */
export interface IntegersOptions extends RandintOptions {
  /** Whether `high` itself may be drawn; default false. */
  readonly endpoint?: boolean;
}

/** A place and a width of a distribution. */
export interface LocationOptions extends ShapeOption {
  /** Where its middle is; default 0. An array is broadcast with the other parameters. */
  readonly mean?: Parameter;
  /** NumPy's name of `mean`. */
  readonly loc?: Parameter;
  /** How wide it is; default 1. */
  readonly scale?: Parameter;
}

/** Options of draws with a scale. */
export interface ScaleOptions extends ShapeOption {
  /** How wide the distribution is; default 1. An array is broadcast with the other parameters. */
  readonly scale?: Parameter;
}

/** Options of draws of counts. */
export interface MeanOptions extends ShapeOption {
  /** Default 1. */
  readonly mean?: number;
  /** NumPy's name of `mean`. */
  readonly lam?: number;
}

/** Options of NumPy's draws with a scale. */
export interface StreamScaleOptions extends DrawOptions {
  /** How wide the distribution is; default 1. An array is broadcast with the other parameters. */
  readonly scale?: Parameter;
}

/** Options of NumPy's draws of counts. */
export interface StreamMeanOptions extends ShapeOption {
  /** Default 1. An array is one for each element. */
  readonly mean?: Parameter;
  /** NumPy's name of `mean`. */
  readonly lam?: Parameter;
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
export type Parameter = number | ArrayLike;
/** A bound of integers; bigints where numbers are no longer exact. An array has one for each element. */
export type IntegerBound = number | bigint | ArrayLike;

/** A parameter that is a number, or an array of the library. */
export type Settled = number | NDArray;

/** Numbers in an Array, or a TypedArray, as an array of the library. */
export function settled(given: Parameter, operation: string): Settled {
  return typeof given === 'number' ? given : toArray(given, operation);
}

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
function onlyOptions(operation: string, first: unknown, ...behind: readonly unknown[]): void {
  if (isOptions(first as object) && behind.some((given) => given !== undefined))
    throw new ArgumentError(`${operation}: got arguments behind an object of options; put all of them into the object`);
}

/**
 * Arguments as one object: some by their places, in the order of `names`, then perhaps an object with more. Throws `ArgumentError` for
 * arguments behind that object, and for one that is given twice.
 */
export function gathered<Options extends object>(
  operation: string,
  names: readonly (keyof Options & string)[],
  ...given: readonly (Options[keyof Options] | Options)[]
): Options {
  const found: Partial<Record<keyof Options, unknown>> = {};
  for (const [i, value] of given.entries()) {
    if (!isOptions(value as object | undefined)) {
      if (value !== undefined) found[names[i]] = value;
      continue;
    }
    onlyOptions(operation, value, ...given.slice(i + 1));
    for (const [name, option] of Object.entries(value as Options)) {
      if (option === undefined) continue;
      if (name in found) throw new ArgumentError(`${operation}: got ${name} by its place and in the options; give one of them`);
      found[name as keyof Options] = option;
    }
    break;
  }
  return found as Options;
}

/** Whether the first argument is an object of options. */
export function isOptions<Options extends object>(given: Options | Operand | undefined): given is Options {
  return isPlainOptions(given);
}

/** A place, a width and a shape, by place or in an object. */
export function locationOf(
  operation: string,
  ...given: readonly (Parameter | Size | LocationOptions | undefined)[]
): { readonly mean: Settled; readonly scale: Settled; readonly shape: Size | undefined } {
  const options = gathered<LocationOptions>(operation, ['mean', 'scale', 'shape'], ...(given as never[]));
  const mean = settled(either('mean', options.mean, 'loc', options.loc) ?? 0, operation);
  return { mean, scale: settled(options.scale ?? 1, operation), shape: shapeIn(options) };
}

/**
 * The shape of a draw whose parameters are arrays: the one that is asked for, or the one to which they broadcast. Throws `ShapeError` for
 * parameters that do not broadcast to it, before anything is drawn.
 */
export function sharedShape(options: ShapeOption, operation: string, ...parameters: readonly Settled[]): Size | undefined {
  const asked = shapeIn(options);
  const shapes = parameters.flatMap((x) => (typeof x === 'number' ? [] : [x.shape]));
  if (shapes.length === 0) return asked;
  const common = shapes.reduce((a, b) => broadcastShapes(a, b, operation));
  if (asked === undefined) return common;
  const shape = shapeArgument(asked, operation);
  if (common.length <= shape.length && sameShape(broadcastShapes(common, shape, operation), shape)) return shape;
  throw new ShapeError(
    `${operation}: parameters of shape (${common.join(', ')}) do not broadcast to shape (${shape.join(', ')})`,
  );
}

/** The dtype of drawn floats. Throws `ArgumentError` for dtypes that are none, or only stored. */
export function floatDType(options: DTypeOption | undefined, operation: string): DType {
  const dtype = dtypeOption(options?.dtype) ?? floatDefault();
  if (dtype.kind !== 'float' || isStored(dtype))
    throw new ArgumentError(`${operation}: expected float64 or float32, got ${dtype.name}`);
  return dtype;
}
