import t from 'tap';
import { compose, optimize } from '../../lib/compile/index.js';
import { JsDevice } from '../../lib/device/index.js';
import { type Kernel, printKernel, verify } from '../../lib/ir/index.js';
import { firstDifference } from '../support/compare.js';
import { interpret, type View } from '../support/interpret.js';
import { launch } from '../support/launch.js';
import { copyViews, Draw, drawParts, type Kind, type RandomParts } from '../support/random.js';
import fc from '../support/seeded.js';

const shapes: Readonly<Record<number, readonly (readonly number[])[]>> = {
  0: [[]],
  1: [[1], [9], [1030]],
  2: [
    [5, 7],
    [2, 1025],
    [70, 3],
  ],
};
const kinds: readonly Kind[] = ['map', 'full', 'inner', 'outer'];

/** Well-formed, and says how it is not. */
function check(kernel: Kernel, name: string): void {
  const problems = verify(kernel);
  if (problems.length > 0) throw new Error(`after ${name}: ${problems.join('\n')}\n${printKernel(kernel)}`);
}

function agree(got: readonly View[], expected: readonly View[], skip: ReadonlySet<number>, text: string): void {
  got.forEach((view, k) => {
    const at = skip.has(k) ? -1 : firstDifference(view.data, expected[k].data);
    if (at >= 0) throw new Error(`argument ${k}[${at}]: ${view.data[at]}, not ${expected[k].data[at]}\n${text}`);
  });
}

function oneByOne({ parts, scalars }: RandomParts, shape: readonly number[], views: readonly View[]): void {
  for (const part of parts)
    interpret(
      part.kernel,
      shape,
      part.args.map((k) => views[k]),
      part.scalars.map((k) => scalars[k]),
    );
}

for (const kind of kinds) {
  t.test(`passes keep what kernels compute: ${kind}`, async (t) => {
    const device = new JsDevice();
    let eliminated = 0;
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.constantFrom(0, 1, 2), fc.integer({ min: 1, max: 6 }), (seed, rank, count) => {
        const draw = new Draw(seed);
        const drawn = drawParts(draw, rank, kind, count);
        const shape = draw.pick(shapes[rank]);
        const expected = drawn.arguments(shape, draw);
        const [interpreted, launched, composedOnDevice] = [copyViews(expected), copyViews(expected), copyViews(expected)];
        oneByOne(drawn, shape, expected);
        const temporaries = new Set(drawn.covered.filter(() => draw.chance(0.5)));
        const composed = compose(drawn.parts);
        check(composed, 'compose');
        const { kernel, args } = optimize(composed, temporaries, { watch: (pass, k) => check(k, pass.name) });
        if (kernel.loops.length > 1) throw new Error('more than one loop');
        for (const k of temporaries) if (args.includes(k)) throw new Error(`temporary ${k} is left\n${printKernel(kernel)}`);
        eliminated += temporaries.size;
        const text = `${printKernel(composed)}\n${printKernel(kernel)}`;
        interpret(
          kernel,
          shape,
          args.map((k) => interpreted[k]),
          drawn.scalars,
        );
        agree(interpreted, expected, temporaries, text);
        launch(
          device,
          kernel,
          shape,
          args.map((k) => launched[k]),
          drawn.scalars,
        );
        // Functions have the device's last bits there, not the interpreter's.
        launch(device, composed, shape, composedOnDevice, drawn.scalars);
        agree(launched, composedOnDevice, temporaries, text);
      }),
      { seed: 11, numRuns: 60 },
    );
    await device.close();
    t.ok(eliminated > 10, 'temporaries were among them');
  });
}
