import fc from 'fast-check';
import t from 'tap';
import type { Device } from '../../lib/device/index.js';
import type { TypedArray } from '../../lib/dtype/index.js';
import { type Kernel, type Node, printKernel, type SegmentNode } from '../../lib/ir/index.js';
import { blockDevice, whyNoBlock } from '../support/block.js';
import { interpret, type View } from '../support/interpret.js';
import { launch } from '../support/launch.js';
import { nativeDevice, whyNoNative } from '../support/native.js';
import { copyViews, Draw, drawKernel, type Kind, type RandomKernel } from '../support/random.js';

const shapes: Readonly<Record<number, readonly (readonly number[])[]>> = {
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
t.setTimeout(600_000);

const kinds: readonly Kind[] = ['map', 'full', 'inner', 'outer'];
const seed = Number(process.env.MANIPLE_TEST_SEED ?? 11);

/** Functions of which the interpreter's last bit may differ. */
const inexact = new Set(['exp', 'expm1', 'log', 'log1p', 'log2', 'log10', 'sin', 'cos', 'tan', 'tanh', 'atan2']);

function isExact(nodes: readonly (Node | SegmentNode)[]): boolean {
  return nodes.every(
    (n) => !inexact.has(n.op) && !(n.op === 'pow' && n.dtype.kind === 'float') && (n.op !== 'segfold' || isExact(n.body)),
  );
}

/** The first kernel at or after a seed that the interpreter computes to the last bit. */
function exactKernel(first: number, rank: number, kind: Kind): { draw: Draw; drawn: RandomKernel } {
  for (let s = first; ; s++) {
    const draw = new Draw(s);
    const drawn = drawKernel(draw, rank, kind);
    if (drawn.kernel.loops.every((loop) => isExact(loop.nodes))) return { draw, drawn };
  }
}

type Judge = (views: readonly View[]) => number;

function check(
  device: Device,
  judge: (drawn: RandomKernel, shape: readonly number[]) => Judge,
  drawn: RandomKernel,
  shape: readonly number[],
  draw: Draw,
): void {
  const { kernel, scalars } = drawn;
  const expected = drawn.arguments(shape, draw);
  const got = copyViews(expected);
  const status = judge(drawn, shape)(expected);
  const found = launch(device, kernel, shape, got, scalars, { tile: 1 + draw.int(3) });
  if (found !== status) throw new Error(`status ${found}, not ${status}\n${printKernel(kernel)}`);
  if (status !== 0) return;
  got.forEach((view, k) => {
    // Over an empty domain no element asks for a uniform store; the native tiers make it all the same, which is allowed.
    if (!shape.includes(0) || kernel.args[k].access !== 'full') compare(view.data, expected[k].data, k, shape, kernel);
  });
}

/** Zeros of either sign differ; NaNs do not. */
function compare(a: TypedArray, b: TypedArray, arg: number, shape: readonly number[], kernel: Kernel): void {
  for (let i = 0; i < a.length; i++) {
    if (!Object.is(a[i], b[i]))
      throw new Error(`argument ${arg}[${i}] over (${shape}): ${a[i]}, not ${b[i]}\n${printKernel(kernel)}`);
  }
}

for (const kind of kinds) {
  t.test(`block programs compute what the interpreter does: ${kind}`, { skip: whyNoBlock(), timeout: 600_000 }, async (t) => {
    const device = blockDevice();
    const judge =
      ({ kernel, scalars }: RandomKernel, shape: readonly number[]): Judge =>
      (views) =>
        interpret(kernel, shape, views, scalars);
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.constantFrom(0, 1, 2, 3), fc.nat(2 ** 20), (from, rank, pick) => {
        const { draw, drawn } = exactKernel(from, rank, kind);
        for (let k = 0; k < 3; k++) check(device, judge, drawn, shapes[rank][(pick + k) % shapes[rank].length], draw);
      }),
      { seed, numRuns: Number(process.env.MANIPLE_TEST_RUNS ?? 60), endOnFailure: true },
    );
    await device.close();
    t.pass('all kernels agree');
  });
}

t.test(
  'block programs and compiled C agree to the bit, in every function',
  { skip: whyNoBlock() || whyNoNative(), timeout: 600_000 },
  async (t) => {
    const device = blockDevice();
    const compiled = nativeDevice();
    const judge =
      ({ kernel, scalars }: RandomKernel, shape: readonly number[]): Judge =>
      (views) =>
        launch(compiled, kernel, shape, views, scalars);
    fc.assert(
      fc.property(
        fc.nat(2 ** 31),
        fc.constantFrom(...kinds),
        fc.constantFrom(1, 2),
        fc.nat(2 ** 20),
        (from, kind, rank, pick) => {
          const draw = new Draw(from);
          const drawn = drawKernel(draw, rank, kind, 14);
          for (let k = 0; k < 2; k++) check(device, judge, drawn, shapes[rank][(pick + k) % shapes[rank].length], draw);
        },
      ),
      { seed, numRuns: Number(process.env.MANIPLE_TEST_RUNS ?? 8), endOnFailure: true },
    );
    await device.close();
    await compiled.close();
    t.pass('all kernels agree');
  },
);
