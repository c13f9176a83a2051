/**
 * Sums of products by Einstein's notation. Operands meet two by two, from left to right; a pair becomes one matrix product over the
 * axes that both have and nobody needs afterwards:
 *
 *     bij,bjk->bik     b: batch   j: contracted   i: the left's own   k: the right's own
 *
 * Where neither has axes of its own, products are folded instead, in one pass.
 */
import { ArgumentError, ShapeError } from '../../base/index.js';
import { int64 } from '../../dtype/index.js';
import { formatShape, sizeOf } from '../../shape/index.js';
import { multiply } from '../arithmetic.js';
import { type ArrayLike, toArray } from '../convert.js';
import { broadcastTo, diagonal, moveaxis, permuteDims } from '../manipulate.js';
import { matmul } from '../matmul.js';
import type { NDArray } from '../ndarray.js';
import { sum } from '../reductions.js';
import { reshape } from '../reshape.js';

/** An array whose axes have names: letters, or '.0', '.1', … counted from the last axis that an ellipsis stands for. */
interface Named {
  readonly array: NDArray;
  readonly labels: readonly string[];
}

type Sizes = ReadonlyMap<string, number>;

function parse(subscripts: string, count: number): { inputs: string[]; output: string | null } {
  const [left, right, ...more] = String(subscripts).replace(/\s+/g, '').split('->');
  const inputs = left.split(',');
  const good = [...inputs, right ?? ''].every((part) => /^[A-Za-z]*(\.\.\.)?[A-Za-z]*$/.test(part));
  if (!good || more.length > 0 || inputs.length !== count) {
    throw new ArgumentError(
      `einsum: expected subscripts of letters for ${count} ${count === 1 ? 'operand' : 'operands'}, such as 'ij,jk->ik', got '${subscripts}'`,
    );
  }
  return { inputs, output: right ?? null };
}

/** The names of axes; `ellipsis`: how many of them the dots stand for. */
function labelsOf(part: string, ellipsis: number): string[] {
  const [before, after] = part.split('...');
  if (after === undefined) return [...part];
  return [...before, ...Array.from({ length: ellipsis }, (_, i) => `.${ellipsis - 1 - i}`), ...after];
}

function named(part: string, operand: ArrayLike): Named {
  const array = toArray(operand, 'einsum');
  const letters = part.replace('...', '').length;
  const ellipsis = array.ndim - letters;
  if (ellipsis < 0 || (ellipsis > 0 && !part.includes('...')))
    throw new ShapeError(`einsum: '${part}' does not name the axes of an array of shape ${formatShape(array.shape)}`);
  return withoutRepeats({ array, labels: labelsOf(part, ellipsis) });
}

/** Axes of one name become one, their diagonal. */
function withoutRepeats({ array, labels }: Named): Named {
  const second = labels.findIndex((label, i) => labels.indexOf(label) < i);
  if (second < 0) return { array, labels };
  const first = labels.indexOf(labels[second]);
  if (array.shape[first] !== array.shape[second])
    throw new ShapeError(`einsum: axes '${labels[first]}' have ${array.shape[first]} and ${array.shape[second]} elements`);
  const rest = labels.filter((_, i) => i !== first && i !== second);
  const moved = moveaxis(moveaxis(array, second, -1), first, -1);
  return withoutRepeats({ array: diagonal(moved), labels: [...rest, labels[first]] });
}

/** The size of each name; 1 gives way. */
function sizesOf(operands: readonly Named[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { array, labels } of operands) {
    labels.forEach((label, i) => {
      const [known, size] = [sizes.get(label) ?? 1, array.shape[i]];
      if (known !== size && known !== 1 && size !== 1)
        throw new ShapeError(`einsum: axes '${label}' have ${known} and ${size} elements`);
      sizes.set(label, known === 1 ? size : known);
    });
  }
  return sizes;
}

/** Sums over the axes that are not needed. */
function reduced({ array, labels }: Named, needed: (label: string) => boolean): Named {
  const gone = labels.flatMap((label, i) => (needed(label) ? [] : [i]));
  if (gone.length === 0) return { array, labels };
  return { array: sum(array, { axis: gone }), labels: labels.filter(needed) };
}

/** One axis for each group of names, in this order. */
function arranged({ array, labels }: Named, groups: readonly (readonly string[])[], sizes: Sizes): NDArray {
  const order = groups.flat();
  const moved = permuteDims(
    broadcastTo(array, extents(labels, sizes)),
    order.map((label) => labels.indexOf(label)),
  );
  return reshape(
    moved,
    groups.map((group) => extent(group, sizes)),
  );
}

function extents(labels: readonly string[], sizes: Sizes): number[] {
  return labels.map((label) => sizes.get(label) ?? 1);
}

function extent(group: readonly string[], sizes: Sizes): number {
  return sizeOf(extents(group, sizes));
}

function pair(a: Named, b: Named, needed: (label: string) => boolean, sizes: Sizes): Named {
  const left = reduced(a, (label) => needed(label) || b.labels.includes(label));
  const right = reduced(b, (label) => needed(label) || a.labels.includes(label));
  const common = left.labels.filter((label) => right.labels.includes(label));
  const batch = common.filter(needed);
  const inner = common.filter((label) => !needed(label));
  const own = left.labels.filter((label) => !common.includes(label));
  const others = right.labels.filter((label) => !common.includes(label));
  const labels = [...batch, ...own, ...others];
  if (own.length === 0 && others.length === 0 && inner.length > 0 && foldsAlike(left.array, right.array)) {
    const [x, y] = [left, right].map((side) => arranged(side, [batch, inner], sizes));
    const products = sum(multiply(x, y), { axis: 1 });
    return { array: reshape(products, extents(labels, sizes)), labels };
  }
  const x = arranged(left, [batch, own, inner], sizes);
  const y = arranged(right, [batch, inner, others], sizes);
  const product = inner.length > 0 ? matmul(x, y) : multiply(x, y);
  return { array: reshape(product, extents(labels, sizes)), labels };
}

/** Whether sums of products are of the dtype that a matrix product has. */
function foldsAlike(a: NDArray, b: NDArray): boolean {
  return a.dtype === b.dtype && (a.dtype.kind === 'float' || a.dtype === int64);
}

/** Without '->': the axes that dots stand for, then letters that occur once, in alphabetical order. */
function implied(inputs: readonly string[]): string {
  const letters = [...inputs.join('').replaceAll('.', '')];
  const once = letters.filter((c) => letters.indexOf(c) === letters.lastIndexOf(c)).sort();
  return (inputs.some((part) => part.includes('...')) ? '...' : '') + once.join('');
}

/**
 * Sums of products over named axes: `subscripts` names the axes of each operand, and of the result after '->'; names that are not
 * in the result are summed over. Throws `ArgumentError` for subscripts that make no sense, `ShapeError` when axes do not meet.
 *
 * @example
 * await np.einsum('ij,j->i', [[1, 2], [3, 4]], [1, 1]).tolist(); // [3, 7]
 * await np.einsum('ii', [[1, 2], [3, 4]]).item();                // 5
 */
export function einsum(subscripts: string, ...operands: ArrayLike[]): NDArray {
  const { inputs, output } = parse(subscripts, operands.length);
  const parts = inputs.map((part, i) => named(part, operands[i]));
  const sizes = sizesOf(parts);
  const dots = Math.max(0, ...parts.map(({ labels }) => labels.filter((label) => label.startsWith('.')).length));
  const wanted = labelsOf(output ?? implied(inputs), dots);
  const strange = wanted.find((label, i) => !sizes.has(label) || wanted.indexOf(label) < i);
  if (strange !== undefined)
    throw new ArgumentError(
      `einsum: '${strange}' of the result is not, or not once, among the operands' axes in '${subscripts}'`,
    );
  const total = parts.reduce((a, b, i) => {
    const later = parts.slice(i + 1).flatMap(({ labels }) => labels);
    return pair(a, b, (label) => wanted.includes(label) || later.includes(label), sizes);
  });
  const { array, labels } = reduced(total, (label) => wanted.includes(label));
  const ordered = permuteDims(
    array,
    wanted.map((label) => labels.indexOf(label)),
  );
  return ordered.root === parts[0].array.root ? ordered.copy() : ordered;
}
