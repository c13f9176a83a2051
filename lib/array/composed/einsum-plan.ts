/**
 * How sums of products over named axes are computed from arrays of certain shapes. Operands meet two by two, in the order of a path
 * (`contraction-path.ts`); a pair becomes one product of stacks of matrices over the axes that both have and no later step needs, or a sum
 * of products where neither has axes of its own:
 *
 *     bij,bjk->bik     b: batch   j: inner   i: the left's own   k: the right's own
 *
 * Every step is decided here, from shapes alone; steps without effect are left out.
 */
import { ShapeError } from '../../base/index.js';
import { bool } from '../../dtype/index.js';
import { type Shape, sameShape, sizeOf } from '../../shape/index.js';
import { multiply } from '../arithmetic.js';
import {
  type Contraction,
  extents,
  findPath,
  ordersOf,
  type Path,
  type PathFinder,
  stepsOf,
  takeOut,
  whole,
} from '../contraction-path.js';
import { broadcastTo, diagonal, permuteDims } from '../manipulate.js';
import { matmul } from '../matmul.js';
import type { NDArray } from '../ndarray.js';
import { vecdot } from '../products.js';
import { any, sum } from '../reductions.js';
import { reshape } from '../reshape.js';
import { labelsOf, type Subscripts, wantedLabels } from './subscripts.js';

/** How a result is made from the operands. */
export type Plan = (operands: readonly NDArray[]) => NDArray;

/** An array to be made: how, its axes' names and sizes, and whether it is new rather than a view of an operand. */
interface Named {
  readonly make: Plan;
  readonly labels: readonly string[];
  readonly shape: Shape;
  readonly made: boolean;
}

type Sizes = ReadonlyMap<string, number>;
type Needed = (label: string) => boolean;

/** A sum of products: its operands without repeated names, and the names, sizes and path of its steps, down to one array. */
interface Prepared {
  readonly operands: readonly Named[];
  readonly contraction: Contraction;
  readonly path: Path;
}

/** Throws `ShapeError` when axes do not meet, `ArgumentError` for subscripts or a path that make no sense. */
export function prepared(parsed: Subscripts, shapes: readonly Shape[], subscripts: string, by: PathFinder | Path): Prepared {
  const operands = parsed.inputs.map((part, i) => withoutRepeats(operand(i, labelsOf(part, shapes[i]), shapes[i])));
  const sizes = sizesOf(operands);
  const output = wantedLabels(parsed, sizes, subscripts);
  const contraction = { inputs: operands.map(({ labels }) => labels), output, sizes };
  const path = typeof by === 'string' ? findPath(contraction, by) : whole(by, operands.length);
  return { operands, contraction, path };
}

/** The plan along a path; operands that meet in one step do so from left to right. */
export function planEinsum({ operands, contraction, path }: Prepared): Plan {
  const { output, sizes } = contraction;
  const left = [...operands];
  const steps = stepsOf(contraction, path);
  const orders = ordersOf(steps, contraction);
  steps.forEach(({ operands: taken, result }, n) => {
    const group = takeOut(left, taken);
    const needed = (label: string): boolean => result.includes(label);
    const met = group.reduce((a, b, i) => {
      const rest = group.slice(i + 1);
      return pair(a, b, { needed: (label) => needed(label) || isAmong(rest, label), order: orders[n] }, sizes);
    });
    left.push(met);
  });
  const { make, made } = ordered(
    reduced(left[0], (label) => output.includes(label)),
    output,
  );
  return made ? make : (arrays) => make(arrays).copy();
}

function isAmong(operands: readonly Named[], label: string): boolean {
  return operands.some(({ labels }) => labels.includes(label));
}

function operand(i: number, labels: readonly string[], shape: Shape): Named {
  return { make: (arrays) => arrays[i], labels, shape, made: false };
}

/** Axes of one name become one, their diagonal, which is the last. */
function withoutRepeats(x: Named): Named {
  const { labels, shape } = x;
  const second = labels.findIndex((label, i) => labels.indexOf(label) < i);
  if (second < 0) return x;
  const first = labels.indexOf(labels[second]);
  if (shape[first] !== shape[second])
    throw new ShapeError(`einsum: axes '${labels[first]}' have ${shape[first]} and ${shape[second]} elements`);
  const rest = labels.map((_, i) => i).filter((i) => i !== first && i !== second);
  const moved = permuted(x, [...rest, first, second]);
  return withoutRepeats({
    make: (arrays) => diagonal(moved.make(arrays), { axis1: -2, axis2: -1 }),
    labels: moved.labels.slice(0, -1),
    shape: moved.shape.slice(0, -1),
    made: false,
  });
}

/** The size of each name; 1 gives way. */
function sizesOf(operands: readonly Named[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { labels, shape } of operands) {
    labels.forEach((label, i) => {
      const [known, size] = [sizes.get(label) ?? 1, shape[i]];
      if (known !== size && known !== 1 && size !== 1)
        throw new ShapeError(`einsum: axes '${label}' have ${known} and ${size} elements`);
      sizes.set(label, known === 1 ? size : known);
    });
  }
  return sizes;
}

// ---- steps ----

/** Sums over the axes that are not needed, in the operand's dtype as NumPy's; booleans are true where one of them is. */
function reduced(x: Named, needed: Needed): Named {
  const axis = x.labels.flatMap((label, i) => (needed(label) ? [] : [i]));
  if (axis.length === 0) return x;
  const { make, labels, shape } = x;
  return {
    make: (arrays) => {
      const whole = make(arrays);
      return whole.dtype === bool ? any(whole, { axis }) : sum(whole, { axis, dtype: whole.dtype });
    },
    labels: labels.filter(needed),
    shape: shape.filter((_, i) => !axis.includes(i)),
    made: true,
  };
}

function permuted(x: Named, order: readonly number[]): Named {
  if (order.every((axis, i) => axis === i)) return x;
  const make: Plan = (arrays) => permuteDims(x.make(arrays), order);
  return { make, labels: order.map((i) => x.labels[i]), shape: order.map((i) => x.shape[i]), made: x.made };
}

function ordered(x: Named, labels: readonly string[]): Named {
  return permuted(
    x,
    labels.map((label) => x.labels.indexOf(label)),
  );
}

function broadcast(x: Named, shape: Shape): Named {
  return sameShape(x.shape, shape) ? x : { ...x, make: (arrays) => broadcastTo(x.make(arrays), shape), shape };
}

function reshaped(x: Named, shape: Shape, labels = x.labels): Named {
  return sameShape(x.shape, shape) ? { ...x, labels } : { ...x, make: (arrays) => reshape(x.make(arrays), shape), shape, labels };
}

/** Axes in the order of the groups: the first group as it is, then one axis for each further group. */
function arranged(x: Named, [batch, ...groups]: readonly (readonly string[])[], sizes: Sizes): Named {
  const sorted = ordered(broadcast(x, extents(x.labels, sizes)), [batch, ...groups].flat());
  return reshaped(sorted, [...extents(batch, sizes), ...groups.map((group) => sizeOf(extents(group, sizes)))]);
}

// ---- pairs ----

/** The names of a pair's axes: of both and needed, of the left alone, of both and summed over, of the right alone. */
interface Axes {
  readonly batch: readonly string[];
  readonly own: readonly string[];
  readonly inner: readonly string[];
  readonly others: readonly string[];
}

/** The names that later steps need, and an order that suits the next one. */
interface Ahead {
  readonly needed: Needed;
  readonly order: readonly string[];
}

function pair(a: Named, b: Named, { needed, order }: Ahead, sizes: Sizes): Named {
  const left = reduced(a, (label) => needed(label) || b.labels.includes(label));
  const right = reduced(b, (label) => needed(label) || a.labels.includes(label));
  const common = left.labels.filter((label) => right.labels.includes(label));
  const inner = common.filter((label) => !needed(label));
  const own = left.labels.filter((label) => !common.includes(label));
  const others = right.labels.filter((label) => !common.includes(label));
  const batch = common.filter(needed);
  const labels = [...batch, ...own, ...others];
  if (inner.length === 0)
    return spread(left, right, [...new Set([...order.filter((label) => labels.includes(label)), ...labels])], sizes);
  return reshaped(summed(left, right, { batch, own, inner, others }, sizes), extents(labels, sizes), labels);
}

function summed(left: Named, right: Named, { batch, own, inner, others }: Axes, sizes: Sizes): Named {
  const alone = own.length === 0 && others.length === 0;
  // One matrix needs no axis that a vector has not; a stack of them does.
  const rows = batch.length === 0 && own.length === 0 ? [] : [own];
  const columns = batch.length === 0 && others.length === 0 ? [] : [others];
  const x = arranged(left, alone ? [batch, inner] : [batch, ...rows, inner], sizes);
  const y = arranged(right, alone ? [batch, inner] : [batch, inner, ...columns], sizes);
  const groups = alone ? [] : [...rows, ...columns];
  const shape = [...extents(batch, sizes), ...groups.map((group) => sizeOf(extents(group, sizes)))];
  const product = alone ? vecdot : matmul;
  return { make: (arrays) => product(x.make(arrays), y.make(arrays)), labels: [], shape, made: true };
}

/** Without sums: the axes come in any order that the next step wants, at no cost. */
function spread(left: Named, right: Named, labels: readonly string[], sizes: Sizes): Named {
  const over = ({ labels: own }: Named): Shape => labels.map((label) => (own.includes(label) ? (sizes.get(label) ?? 1) : 1));
  const [x, y] = [left, right].map((side) =>
    reshaped(arranged(side, [labels.filter((label) => side.labels.includes(label))], sizes), over(side)),
  );
  return { make: (arrays) => multiply(x.make(arrays), y.make(arrays)), labels, shape: extents(labels, sizes), made: true };
}
