import fc from 'fast-check';
import t from 'tap';
import { JsDevice } from '../../lib/device/index.js';
import { printKernel, verify } from '../../lib/ir/index.js';
import { firstDifference } from '../support/compare.js';
import { interpret } from '../support/interpret.js';
import { launch } from '../support/launch.js';
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
  ],
  3: [
    [2, 3, 5],
    [1, 0, 4],
    [2, 2, 600],
    [70, 2, 3],
  ],
};
const kinds: readonly Kind[] = ['map', 'full', 'inner', 'outer'];

for (const kind of kinds) {
  t.test(`emitted JavaScript computes what the interpreter does: ${kind}`, async (t) => {
    const device = new JsDevice();
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.constantFrom(0, 1, 2, 3), fc.nat(20), (seed, rank, pick) => {
        const draw = new Draw(seed);
        const { kernel, arguments: data, scalars } = drawKernel(draw, rank, kind);
        if (verify(kernel).length > 0) throw new Error(verify(kernel).join('\n'));
        const shape = shapes[rank][pick % shapes[rank].length];
        const expected = data(shape, draw);
        const got = copyViews(expected);
        const status = interpret(kernel, shape, expected, scalars);
        if (launch(device, kernel, shape, got, scalars) !== status)
          throw new Error(`status, not ${status}\n${printKernel(kernel)}`);
        got.forEach((view, k) => {
          const at = firstDifference(view.data, expected[k].data);
          if (at >= 0)
            throw new Error(
              `argument ${k}[${at}] over (${shape}): ${view.data[at]}, not ${expected[k].data[at]}\n${printKernel(kernel)}`,
            );
        });
      }),
      { seed: 4, numRuns: 60 },
    );
    await device.close();
    t.pass('all kernels agree');
  });
}
