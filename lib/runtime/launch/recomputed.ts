/**
 * Contents that fused kernels keep to themselves, computed once more where an error is put in words: indices that a window computes are in
 * no memory, and the error names the one that is outside. The tasks that compute them run here, in JavaScript, on operands that are in memory as
 * the launch read them.
 *
 *     i + 1 -> j    take(x, j) fails    j is in no memory: i is looked at, and j computed from it
 */
import { DeviceError } from '../../base/index.js';
import { emitJs, type JsHost, type JsKernel, loadJs } from '../../compile/index.js';
import { seenAs, type TypedArray } from '../../dtype/index.js';
import { type Kernel, layoutOf, structureOf, unitsOf } from '../../ir/index.js';
import { rowMajor, sameShape, sizeOf, type View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import { gatherView } from './copy.js';

/** The elements of a view of a root that is in memory and complete; null for all other roots. */
export type Peek = (root: Root, view: View) => TypedArray | null;

/** Elements of a result that is computed once more, at most, and tasks that are gone back through. */
const MOST_ELEMENTS = 2 ** 24;
const MOST_TASKS = 32;

/** The elements that the task at position `t` reads through a view: in memory, or computed by earlier tasks of the window; else null. */
export function contentsAt(tasks: readonly Task[], peek: Peek, root: Root, view: View, t: number, depth = 0): TypedArray | null {
  const isLeaf = depth > 0;
  // The launch that failed may have written what an earlier task of its window read.
  const isRewritten = isLeaf && tasks.some((task, w) => w >= t && writes(task, root));
  const there = isRewritten ? null : peek(root, view);
  if (there !== null || depth === MOST_TASKS) return there;
  const w = tasks.findLastIndex((task, w) => w < t && writes(task, root));
  if (w < 0) return null;
  const all = computed(tasks[w], root, (operand, seen) => contentsAt(tasks, peek, operand, seen, w, depth + 1));
  if (all === null || view === root.view) return all;
  const found = new root.dtype.Typed(view.size);
  gatherView(all.subarray(view.low, view.high), view, found);
  return found;
}

function writes({ kind, roots }: Task, root: Root): boolean {
  return roots.some((other, k) => other === root && kind.args[k].privilege !== 'read');
}

/** All elements of a root that a task computes element by element, from operands; null where it does not, or an operand is not known. */
function computed(task: Task, root: Root, operand: Peek): TypedArray | null {
  const { kind, roots, views, domain } = task;
  if (kind.body.kind !== 'kernel' || sizeOf(domain) > MOST_ELEMENTS) return null;
  const result = roots.lastIndexOf(root);
  if (kind.args[result].privilege !== 'write' || views[result] !== root.view || !sameShape(domain, root.view.shape)) return null;
  const kernel = kind.body.kernel(domain.length);
  if (structureOf(kernel) !== 'map' || kernel.nest !== undefined) return null;
  const arrays: TypedArray[] = [];
  for (let k = 0; k < roots.length; k++) {
    const isRead = kind.args[k].privilege === 'read';
    const array = isRead ? operand(roots[k], views[k]) : new roots[k].dtype.Typed(views[k].size);
    if (array === null) return null;
    arrays.push(array);
  }
  return run(kernel, task, arrays) ? arrays[result] : null;
}

/** Runs a kernel on arrays that have the elements of the task's views, one behind the other; whether no index was outside. */
function run(kernel: Kernel, { domain, views, scalars }: Task, arrays: readonly TypedArray[]): boolean {
  const layout = layoutOf(kernel);
  const P = new Float64Array(layout.length);
  const Q = new BigInt64Array(P.buffer);
  P.set(domain, layout.domain);
  layout.args.forEach(({ pointer, sizes, strides }, k) => {
    const { shape } = views[k];
    P[pointer] = k;
    if (sizes >= 0) P.set(shape, sizes);
    P.set(rowMajor(shape), strides);
  });
  kernel.scalars.forEach((_, i) => {
    const value = scalars[i];
    if (typeof value === 'bigint') Q[layout.scalars[i]] = value;
    else P[layout.scalars[i]] = value;
  });
  const loaded = load(kernel, { view: (code, address) => seenAs(arrays[address], code), offset: () => 0 });
  if (loaded === null) return false;
  loaded.run(P, Q, 0, 0, unitsOf(domain, kernel.rowRank, 'map').count);
  loaded.finish(P, Q, 0);
  return P[0] === 0;
}

/** Null where the process forbids functions that are made of texts. */
function load(kernel: Kernel, host: JsHost): JsKernel | null {
  try {
    return loadJs(emitJs(kernel), host);
  } catch (error) {
    if (error instanceof DeviceError) return null;
    throw error;
  }
}
