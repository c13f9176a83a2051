/**
 * Which index of a task is outside: the kernel's gathers and scatters name the arguments that hold indices and the axes that these select
 * from, a routine's kind says so itself (`selects`), and their contents are looked at once more, or computed once more (`recomputed.ts`). Indices
 * that the task's own kernel computes stay unknown.
 */
import type { TypedArray } from '../../dtype/index.js';
import { type Kernel, type Loop, type NodeId, unwholeIndex } from '../../ir/index.js';
import { internView, type View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';

/** Of an index that is not known. */
export const OUTSIDE = 'an index is outside the array that it selects from';

/** Indices in an argument, and the axis of so many elements that they select from; -1: a single line. */
interface Selection {
  readonly indices: number;
  readonly size: number;
  readonly axis: number;
}

/** The index of a task that is outside, in words, as far as it is known; null where all are inside. */
export function outsideIn(task: Task, contents: (root: Root, view: View) => TypedArray | null): string | null {
  let isKnown = true;
  for (const selection of selectionsOf(task)) {
    if (selection === null) {
      isKnown = false;
      continue;
    }
    const { indices, size, axis } = selection;
    const view = unrepeated(task.views[indices]);
    const values = contents(task.roots[indices], view);
    if (values === null) isKnown = false;
    else {
      const at = values.findIndex((value: number | bigint) => value >= size || value < -size);
      if (at >= 0) return problemOf(values[at], placeOf(at, view), axisOf(axis, size));
    }
  }
  return isKnown ? null : OUTSIDE;
}

function problemOf(index: number | bigint, place: string, axis: string): string {
  const fraction = unwholeIndex(index);
  return fraction === null ? `index ${index}${place} is outside ${axis}` : `index ${fraction}${place} is no whole number`;
}

function axisOf(axis: number, size: number): string {
  const elements = `${size} ${size === 1 ? 'element' : 'elements'}`;
  return axis < 0 ? `the ${elements} that it selects from` : `axis ${axis}, which has ${elements}`;
}

/** Null for indices that are computed in the kernel. */
function selectionsOf({ kind, domain, views }: Task): (Selection | null)[] {
  const { body, selects } = kind;
  if (selects !== null) return [{ indices: selects.indices, size: domain[selects.size], axis: -1 }];
  if (body.kind !== 'kernel') return [null];
  return inKernel(body.kernel(domain.length), views);
}

function inKernel({ loops }: Kernel, views: readonly View[]): (Selection | null)[] {
  return loops.flatMap((loop) => {
    const found: (Selection | null)[] = [];
    const add = (node: NodeId, arg: number, axis: number): void => {
      const indices = loadedBy(loop, node);
      if (indices === 'index') return;
      const { shape } = views[arg];
      found.push(indices === null ? null : { indices, size: shape[axis], axis: shape.length === 1 ? -1 : axis });
    };
    for (const node of loop.nodes) {
      if (node.op === 'gather') node.indices.forEach((index, axis) => add(index, node.arg, axis));
      if (node.op === 'segfold') found.push(null);
    }
    for (const s of loop.statements) if (s.kind === 'scatter') add(s.index, s.arg, 0);
    return found;
  });
}

/** The argument with the values of a node, but for their type; `index` for coordinates, which are inside; null for computed values. */
function loadedBy({ nodes }: Loop, id: NodeId): number | 'index' | null {
  const node = nodes[id];
  if (node.op === 'cast') return loadedBy({ nodes, statements: [] }, node.a);
  if (node.op === 'index') return 'index';
  return node.op === 'load' ? node.arg : null;
}

/** The view without axes along which its elements repeat. */
function unrepeated({ shape, strides, offset }: View): View {
  const own = shape.flatMap((n, axis) => (strides[axis] === 0 || n === 1 ? [] : [axis]));
  return internView(
    own.map((axis) => shape[axis]),
    own.map((axis) => strides[axis]),
    offset,
  );
}

/** Which of the indices it is; nothing where there is but one. */
function placeOf(at: number, { shape, size }: View): string {
  if (size === 1) return '';
  const place: number[] = [];
  let rest = at;
  for (const n of [...shape].reverse()) {
    place.unshift(rest % n);
    rest = Math.floor(rest / n);
  }
  return `, number ${place.length === 1 ? place[0] : `[${place.join(', ')}]`} of the indices,`;
}
