/** Random kernels for the property tests of emitters, and the comparison of what an emitter's device makes of them. */
import type { Device } from '../../lib/device/index.js';
import { type Kernel, type Node, operationOf, printKernel, type SegmentNode } from '../../lib/ir/index.js';
import { firstDifference } from './compare.js';
import { interpret, type View } from './interpret.js';
import { launch } from './launch.js';
import { copyViews, Draw, drawKernel, type Kind, type RandomKernel } from './random.js';

/** Domains by rank: empty, small, and around the sizes at which strips, blocks and units end. */
export const shapes: Readonly<Record<number, readonly (readonly number[])[]>> = {
  0: [[]],
  1: [[0], [1], [7], [1023], [1025], [2500]],
  2: [
    [0, 3],
    [3, 0],
    [5, 7],
    [1, 1030],
    [2, 1024],
    [130, 9],
    [3, 2049],
    [5, 300],
  ],
  3: [
    [2, 3, 5],
    [1, 0, 4],
    [2, 2, 600],
    [70, 2, 3],
    [3, 5, 150],
  ],
};

export const kinds: readonly Kind[] = ['map', 'full', 'inner', 'outer'];

/** Whether the interpreter computes a node to the last bit, as the tiers do. */
const isExactNode = ({ op, dtype }: Node | SegmentNode): boolean => !operationOf(op)?.reference || dtype.kind !== 'float';

function isExact(nodes: readonly (Node | SegmentNode)[]): boolean {
  return nodes.every((n) => isExactNode(n) && ((n.op !== 'segfold' && n.op !== 'repeat') || isExact(n.body)));
}

/** Whether the interpreter computes a kernel to the last bit. */
export function isExactKernel({ loops }: Kernel): boolean {
  return loops.every((loop) => isExact(loop.nodes));
}

/** The first kernel at or after a seed that the interpreter computes to the last bit. */
export function exactKernel(first: number, rank: number, kind: Kind): { draw: Draw; drawn: RandomKernel } {
  for (let seed = first; ; seed++) {
    const draw = new Draw(seed);
    const drawn = drawKernel(draw, rank, kind);
    if (isExactKernel(drawn.kernel)) return { draw, drawn };
  }
}

/** Runs a kernel over views of this shape, writing into them; returns its status. */
export type Judge = (drawn: RandomKernel, shape: readonly number[], views: readonly View[]) => number;

export const interpreter: Judge = ({ kernel, scalars }, shape, views) => interpret(kernel, shape, views, scalars);

/** Throws when the device's status, or any element, is not the judge's. Zeros of either sign differ; NaNs do not. */
export function check(device: Device, judge: Judge, drawn: RandomKernel, shape: readonly number[], draw: Draw): void {
  const { kernel, scalars } = drawn;
  const expected = drawn.arguments(shape, draw);
  const got = copyViews(expected);
  const status = judge(drawn, shape, expected);
  const found = launch(device, kernel, shape, got, scalars, { tile: 1 + draw.int(3) });
  if (found !== status) throw new Error(`status ${found}, not ${status}\n${printKernel(kernel)}`);
  if (status !== 0) return;
  got.forEach((view, k) => {
    // Over an empty domain no element asks for a uniform store; the native tiers make it all the same, which is allowed.
    if (shape.includes(0) && kernel.args[k].access === 'full') return;
    const at = firstDifference(view.data, expected[k].data);
    if (at < 0) return;
    const [is, should] = [view.data[at], expected[k].data[at]];
    throw new Error(`argument ${k}[${at}] over (${shape}): ${is}, not ${should}\n${printKernel(kernel)}`);
  });
}
