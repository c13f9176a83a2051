/** Parameters of NumPy's draws: numbers, or arrays of one for each element, whose values are read where the draw is called. */
import { ArgumentError } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { type Shape, sizeOf } from '../../shape/index.js';
import { astype } from '../assign.js';
import { shapeArgument } from '../creation.js';
import { broadcastTo } from '../manipulate.js';
import { dataSync } from '../read.js';
import { type Parameter, type Settled, type ShapeOption, type Size, settled, shapeIn, sharedShape } from './arguments.js';
import type { Next } from './numpy-counts.js';

/** Throws `ArgumentError` unless a width is at least 0, in each place of an array. */
export function checkWidth(width: Settled, name: string, operation: string): void {
  const values = typeof width === 'number' ? [width] : dataSync(astype(width, float64, { copy: false }));
  for (let i = 0; i < values.length; i++)
    if (!(Number(values[i]) >= 0)) throw new ArgumentError(`${operation}: expected a ${name} of at least 0, got ${values[i]}`);
}

/** The distribution of these parameters. Throws `ArgumentError` for parameters that it does not have. */
export type Make = (...parameters: readonly number[]) => Next;

/** The shape of a draw, and the distribution of each element, in order. */
export interface Planned {
  readonly shape: Shape;
  readonly at: (i: number) => Next;
}

/** A draw's plan, before anything is drawn: a refused call leaves the stream as it was. */
export function planned(
  operation: string,
  size: Size | ShapeOption | undefined,
  given: readonly Parameter[],
  make: Make,
): Planned {
  const parameters = given.map((x) => settled(x, operation));
  if (parameters.every((x) => typeof x === 'number')) {
    const next = make(...(parameters as readonly number[]));
    return { shape: shapeArgument(shapeIn(size) ?? [], operation), at: () => next };
  }
  const shape = shapeArgument(sharedShape({ shape: shapeIn(size) }, operation, ...parameters) ?? [], operation);
  const values = parameters.map((x) =>
    typeof x === 'number' ? null : (dataSync(broadcastTo(astype(x, float64, { copy: false }), shape)) as Float64Array),
  );
  const nexts = new Array<Next>(sizeOf(shape));
  let last: readonly number[] = [];
  for (let i = 0; i < nexts.length; i++) {
    const own = values.map((each, k) => each?.[i] ?? (parameters[k] as number));
    const isSame = i > 0 && own.every((value, k) => value === last[k]);
    nexts[i] = isSame ? nexts[i - 1] : make(...own);
    last = own;
  }
  return { shape, at: (i) => nexts[i] };
}
