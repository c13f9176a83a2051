/** Loop nests over shapes that are known: sizes and strides are literals, and axes that step as one are one loop. */
import { indent } from './text.js';

/** The place of an element: of the shape in order, or of a view. */
export type Place = (strides: readonly number[]) => string;

/** Elements of a view that follow each other without gaps: a product of its last axes' sizes. */
export function runOf(shape: readonly number[], strides: readonly number[]): number {
  let run = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    if (shape[axis] === 1) continue;
    if (strides[axis] !== run) break;
    run *= shape[axis];
  }
  return run;
}

/** How a shape's elements in order step. */
export function inOrder(shape: readonly number[]): number[] {
  const strides: number[] = [];
  let step = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    strides[axis] = step;
    step *= shape[axis];
  }
  return strides;
}

/** Runs `body` for each `run` elements of a shape, a product of its last axes' sizes. */
export function nest(shape: readonly number[], run: number, body: (place: Place) => readonly string[]): string[] {
  const axes: number[] = [];
  let inside = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    if (inside < run) inside *= shape[axis];
    else if (shape[axis] !== 1) axes.unshift(axis);
  }
  const place: Place = (strides) => axes.flatMap((axis) => stepText(axis, strides[axis])).join(' + ') || '0';
  return axes.reduceRight<string[]>(
    (lines, axis) => [`for (int64_t i${axis} = 0; i${axis} < ${shape[axis]}; i${axis}++) {`, ...indent(lines), '}'],
    [...body(place)],
  );
}

function stepText(axis: number, stride: number): string[] {
  if (stride === 0) return [];
  return [stride === 1 ? `i${axis}` : `i${axis} * ${stride}`];
}
