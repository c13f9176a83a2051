import fc from 'fast-check';
import t from 'tap';
import type { TypedArray } from '../../lib/dtype/index.js';
import { type Kernel, type Node, printKernel, type SegmentNode } from '../../lib/ir/index.js';
import { interpret } from '../support/interpret.js';
import { launch } from '../support/launch.js';
import { nativeDevice, whyNoNative } from '../support/native.js';
import { copyViews, Draw, drawKernel, type Kind } from '../support/random.js';

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
const kinds: readonly Kind[] = ['map', 'full', 'inner', 'outer'];
/** Kernels for each kind: a compiler runs for each. MANIPLE_TEST_RUNS asks for more. */
const runs = Number(process.env.MANIPLE_TEST_RUNS ?? 8);

/** Functions of which the interpreter's last bit may differ. */
const inexact = new Set(['exp', 'expm1', 'log', 'log1p', 'log2', 'log10', 'sin', 'cos', 'tan', 'tanh', 'atan2']);

function isExact(nodes: readonly (Node | SegmentNode)[]): boolean {
  return nodes.every(
    (n) => !inexact.has(n.op) && !(n.op === 'pow' && n.dtype.kind === 'float') && (n.op !== 'segfold' || isExact(n.body)),
  );
}

/** The first kernel of exact operators at or after a seed. */
function exactKernel(seed: number, rank: number, kind: Kind): { draw: Draw; drawn: ReturnType<typeof drawKernel> } {
  for (let s = seed; ; s++) {
    const draw = new Draw(s);
    const drawn = drawKernel(draw, rank, kind);
    if (drawn.kernel.loops.every((loop) => isExact(loop.nodes))) return { draw, drawn };
  }
}

for (const kind of kinds) {
  t.test(`emitted C computes what the interpreter does: ${kind}`, { skip: whyNoNative(), timeout: 600_000 }, async (t) => {
    const device = nativeDevice();
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.constantFrom(0, 1, 2, 3), fc.nat(2 ** 20), (seed, rank, pick) => {
        const { draw, drawn } = exactKernel(seed, rank, kind);
        for (let k = 0; k < 3; k++) check(device, drawn, shapes[rank][(pick + k) % shapes[rank].length], draw);
      }),
      { seed: Number(process.env.MANIPLE_TEST_SEED ?? 4), numRuns: runs, endOnFailure: true },
    );
    await device.close();
    t.pass('all kernels agree');
  });
}

function check(
  device: ReturnType<typeof nativeDevice>,
  { kernel, arguments: data, scalars }: ReturnType<typeof drawKernel>,
  shape: readonly number[],
  draw: Draw,
): void {
  const expected = data(shape, draw);
  const got = copyViews(expected);
  const status = interpret(kernel, shape, expected, scalars);
  const found = launch(device, kernel, shape, got, scalars, { tile: 1 + draw.int(3) });
  if (found !== status) throw new Error(`status ${found}, not ${status}\n${printKernel(kernel)}`);
  if (status !== 0) return;
  const stored = new Set(
    kernel.loops.flatMap((loop) =>
      loop.statements.flatMap((s) => (s.kind === 'store' && kernel.args[s.arg].access === 'full' ? [s.arg] : [])),
    ),
  );
  got.forEach((view, k) => {
    // Over an empty domain no element asks for a uniform store; the C tier makes it all the same, which is allowed.
    if (!shape.includes(0) || !stored.has(k)) compare(view.data, expected[k].data, k, shape, kernel);
  });
}

/** Zeros of either sign differ; NaNs do not. */
function compare(a: TypedArray, b: TypedArray, arg: number, shape: readonly number[], kernel: Kernel): void {
  for (let i = 0; i < a.length; i++) {
    if (!Object.is(a[i], b[i]))
      throw new Error(`argument ${arg}[${i}] over (${shape}): ${a[i]}, not ${b[i]}\n${printKernel(kernel)}`);
  }
}
