import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import t from 'tap';
import { JsDevice } from '../../../lib/device/index.js';
import { float64 } from '../../../lib/dtype/index.js';
import { fullOut, input, kernel, output } from '../../../lib/ir/index.js';
import { firstDifference } from '../../support/compare.js';
import { dense } from '../../support/interpret.js';
import { columnMinima, rowSums, samples } from '../../support/kernels.js';
import { launch } from '../../support/launch.js';
import { copyViews, Draw, drawData } from '../../support/random.js';

/** y = sin(x) · s, and the sum of it. */
const wave = kernel(1, [input(float64, 1), output(float64, 1), fullOut(float64)], [float64], (b) => {
  const y = b.mul(b.sin(b.load(0)), b.scalar(0));
  b.store(1, y);
  b.fold('sum', 2, y);
});

/** Launches something until all helpers serve. */
async function gather(device: JsDevice): Promise<void> {
  for (let tries = 0; device.helpers < device.procs - 1; tries++) {
    if (tries > 5000) throw new Error(`${device.helpers} of ${device.procs - 1} helpers came`);
    launch(
      device,
      wave,
      [4000],
      [dense(new Float64Array(4000)), dense(new Float64Array(4000)), dense(new Float64Array(1), [])],
      [1],
      { flags: 0 },
    );
    await setTimeout(2);
  }
}

t.test('results have the same bits for any number of processors', async (t) => {
  const draw = new Draw(5);
  const cases = [
    {
      kernel: wave,
      shape: [70_001],
      views: [
        dense(drawData(draw, float64, 70_001).map(Math.abs as never)),
        dense(new Float64Array(70_001)),
        dense(new Float64Array(1), []),
      ],
      scalars: [3],
    },
    {
      kernel: columnMinima,
      shape: [900, 31],
      views: [dense(drawData(draw, float64, 27_900), [900, 31]), dense(new Float64Array(31))],
      scalars: [],
    },
    {
      kernel: rowSums,
      shape: [300, 40],
      views: [
        dense(drawData(draw, rowSums.args[0].dtype, 12_000), [300, 40]),
        dense(new Float32Array(300)),
        dense(new BigInt64Array(300)),
      ],
      scalars: [],
    },
  ];
  const one = new JsDevice(1);
  const expected = cases.map((c) => {
    const views = copyViews(c.views);
    launch(one, c.kernel, c.shape, views, c.scalars);
    return views;
  });
  await one.close();
  for (const procs of [2, 3, 7]) {
    const device = new JsDevice(procs);
    await gather(device);
    for (const tile of [1, 3, 1000]) {
      cases.forEach((c, i) => {
        const views = copyViews(c.views);
        t.equal(launch(device, c.kernel, c.shape, views, c.scalars, { tile, flags: 0 }), 0);
        t.same(
          views.map((v, k) => firstDifference(v.data, expected[i][k].data)),
          views.map(() => -1),
          `case ${i}, ${procs} processors, tiles of ${tile}: where results differ`,
        );
      });
    }
    await device.close();
  }
});

t.test('helpers learn of kernels and buffers that came later', async (t) => {
  const device = new JsDevice(2);
  await gather(device);
  for (let n = 0; n < 20; n++) {
    const size = 100_000 + n;
    const views = [dense(new Float64Array(size).fill(n)), dense(new Float64Array(size).fill(1)), dense(new Float64Array(1), [])];
    t.equal(launch(device, n % 2 === 0 ? samples.dot1 : { ...samples.dot1 }, [size], views, [], { tile: 2, flags: 0 }), 0);
    t.equal(views[2].data[0], n * size);
  }
  await device.close();
});

t.test("a status that a helper finds is the launch's", async (t) => {
  const device = new JsDevice(3);
  await gather(device);
  const index = new BigInt64Array(50_000).fill(2n);
  index[49_999] = 3n;
  const views = [dense(new Float64Array(3)), dense(index), dense(new Float64Array(50_000))];
  t.equal(launch(device, samples.take, [50_000], views, [], { tile: 1, flags: 0 }), 1);
  await device.close();
});

t.test('helpers leave when nothing is launched, and come back', async (t) => {
  const device = new JsDevice(2);
  await gather(device);
  while (device.helpers > 0) await setTimeout(5);
  await gather(device);
  t.equal(device.helpers, 1);
  await device.close();
});

t.test('a process that forgets its device ends', async (t) => {
  const at = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);
  const program = `
    const { JsDevice } = await import(${at('../../../lib/device/index.js')});
    const { launch } = await import(${at('../../support/launch.js')});
    const { dense } = await import(${at('../../support/interpret.js')});
    const { samples } = await import(${at('../../support/kernels.js')});
    const device = new JsDevice(3);
    const run = () => launch(device, samples.dot1, [50000], [dense(new Float64Array(50000)), dense(new Float64Array(50000)), dense(new Float64Array(1), [])], [], { flags: 0 });
    run();
    setTimeout(() => { run(); console.log('done'); }, 50);
  `;
  t.equal(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', timeout: 60_000 }),
    'done\n',
  );
});
