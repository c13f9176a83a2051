/**
 * Elements that move around along axes. A small array is gathered by one task, which fuses with its readers: shifts are scalars of the task,
 * so that loops over shifts have one form. A large one is copied box by box, at the speed of memory, and so is one over several memories,
 * where a gather by computed positions would bring all of the array to each.
 */
import { type DType, int64 } from '../dtype/index.js';
import { type Kernel, kernel, output, whole } from '../ir/index.js';
import { runtime } from '../runtime/index.js';
import type { Shape } from '../shape/index.js';
import { checkUsable } from '../store/index.js';
import { type ArgSpec, defineKind, type TaskKind } from '../task/index.js';
import { assign } from './assign.js';
import { allocate, type NDArray } from './ndarray.js';
import { part } from './part.js';
import { byRank } from './ufunc.js';

/** The most elements that are gathered: along one axis, of which two boxes are copied else, and along several, of which each doubles the boxes. */
const MOST = { along: 2 ** 11, across: 2 ** 14 };

const args: readonly ArgSpec[] = [
  { privilege: 'read', access: 'whole' },
  { privilege: 'write', access: 'elementwise' },
];
const kinds = new Map<string, TaskKind>();

/** The array with each axis moved by its shift: a whole number from 0 to below the axis's size. */
export function rolled(a: NDArray, shifts: readonly number[]): NDArray {
  checkUsable(a, 'roll');
  const { shape } = a.view;
  const out = allocate(a.dtype, shape);
  if (a.size === 0) return out;
  const moved = shape.map((_, axis) => axis).filter((axis) => shifts[axis] !== 0);
  if (moved.length === 0) assign(out, a);
  else if (a.size <= (moved.length === 1 ? MOST.along : MOST.across) && runtime().config.memories === 1) {
    const scalars = moved.flatMap((axis) => [shifts[axis], shape[axis] - shifts[axis]]);
    runtime().launch(kindOf(a.dtype, shape.length, moved), shape, [a, out], scalars);
  } else copyBoxes(out, a, shifts, moved);
  return out;
}

/** Both parts of the last of the axes, each by both parts of the ones before. */
function copyBoxes(out: NDArray, a: NDArray, shifts: readonly number[], axes: Shape): void {
  const axis = axes[axes.length - 1];
  if (axis === undefined) {
    assign(out, a);
    return;
  }
  const rest = axes.slice(0, -1);
  const [count, shift] = [a.view.shape[axis], shifts[axis]];
  copyBoxes(part(out, axis, 0, shift), part(a, axis, count - shift, shift), shifts, rest);
  copyBoxes(part(out, axis, shift, count - shift), part(a, axis, 0, count - shift), shifts, rest);
}

function kindOf(dtype: DType, rank: number, moved: readonly number[]): TaskKind {
  const key = `${dtype.code} ${rank} ${moved.join()}`;
  let kind = kinds.get(key);
  if (kind === undefined) {
    kind = defineKind({
      name: 'roll',
      args,
      body: { kind: 'kernel', kernel: byRank((domain) => makeKernel(dtype, rank, moved, domain)) },
    });
    kinds.set(key, kind);
  }
  return kind;
}

/** Scalars are the shift of each moved axis, and how many elements are before its end. */
function makeKernel(dtype: DType, rank: number, moved: readonly number[], domain: number): Kernel {
  const scalars = moved.flatMap(() => [int64, int64]);
  return kernel(domain, [whole(dtype, rank), output(dtype, domain)], scalars, (b) => {
    const coordinates = Array.from({ length: rank }, (_, axis) => {
      const k = moved.indexOf(axis);
      const at = b.index(axis + domain - rank);
      if (k < 0) return at;
      const [shift, rest] = [b.scalar(2 * k), b.scalar(2 * k + 1)];
      return b.select(b.lt(at, shift), b.add(at, rest), b.sub(at, shift));
    });
    b.store(1, b.gather(0, ...coordinates));
  });
}
