/** Shapes: immutable arrays of sizes. `[]` is a 0-d array of one element. */
import { ShapeError } from '../base/index.js';

export type Shape = readonly number[];

/** The launch domain of a task that runs as a whole. */
export const ONE_POINT: Shape = [1];

/** Number of elements. */
export function sizeOf(shape: Shape): number {
  let n = 1;
  for (let i = 0; i < shape.length; i++) n *= shape[i];
  return n;
}

export function sameShape(a: Shape, b: Shape): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Row-major strides, in elements. */
export function rowMajor(shape: Shape): number[] {
  const strides = new Array<number>(shape.length);
  let step = 1;
  for (let i = shape.length - 1; i >= 0; i--) {
    strides[i] = step;
    step *= shape[i];
  }
  return strides;
}

export function formatShape(shape: Shape): string {
  return `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;
}

/** The most axes of an array, as in NumPy; native code keeps that many sizes and strides of an argument. */
export const MOST_AXES = 64;

/** Throws `ShapeError` unless there are at most 64 sizes, every size is an integer ≥ 0 and the product is a safe integer. */
export function checkShape(shape: Shape, operation: string): void {
  if (shape.length > MOST_AXES) throw new ShapeError(`${operation}: expected at most ${MOST_AXES} axes, got ${shape.length}`);
  for (const n of shape) {
    if (!Number.isSafeInteger(n) || n < 0) {
      throw new ShapeError(`${operation}: sizes must be integers of at least 0, got ${formatShape(shape)}`);
    }
  }
  if (!Number.isSafeInteger(sizeOf(shape) * 8)) throw new ShapeError(`${operation}: ${formatShape(shape)} is too large`);
}

/** The shape that `a` and `b` broadcast to: one of them where it is the same. Throws `ShapeError`, naming the axis. */
export function broadcastShapes(a: Shape, b: Shape, operation: string): Shape {
  if (sameShape(a, b)) return a;
  const rank = Math.max(a.length, b.length);
  const out = new Array<number>(rank);
  let isA = a.length === rank;
  let isB = b.length === rank;
  for (let i = 1; i <= rank; i++) {
    const m = i <= a.length ? a[a.length - i] : 1;
    const n = i <= b.length ? b[b.length - i] : 1;
    if (m !== n && m !== 1 && n !== 1) {
      throw new ShapeError(
        `${operation}: shapes ${formatShape(a)} and ${formatShape(b)} do not broadcast: axis ${rank - i} has ${m} and ${n}`,
      );
    }
    const size = m === 1 ? n : m;
    isA &&= size === m;
    isB &&= size === n;
    out[rank - i] = size;
  }
  return isA ? a : isB ? b : out;
}
