/** What the printer of WGSL writes of a few kernels: behind the functions that all shaders share. */
import t from 'tap';
import { launchableKernel } from '../../lib/compile/index.js';
import { bool, float32, int64 } from '../../lib/dtype/index.js';
import { input, type Kernel, type KernelArg, KernelBuilder, output, whole } from '../../lib/ir/index.js';
import { shaderProblems, shadersOf } from '../support/dawn.js';
import { golden } from '../support/golden.js';

interface Case {
  readonly name: string;
  readonly args: readonly KernelArg[];
  readonly build: (b: KernelBuilder) => void;
}

const cases: readonly Case[] = [
  {
    name: 'scaled',
    args: [input(float32, 1), output(float32, 1)],
    build: (b) => {
      const x = b.load(0);
      b.store(1, b.add(b.mul(x, b.scalar(0)), x));
    },
  },
  { name: 'mask', args: [input(float32, 1), output(bool, 1)], build: (b) => b.store(1, b.lt(b.load(0), b.scalar(0))) },
  {
    name: 'gather',
    args: [whole(float32, 1), input(int64, 1), output(float32, 1)],
    build: (b) => b.store(2, b.gather(0, b.load(1))),
  },
  {
    name: 'rounds',
    args: [input(float32, 1), output(float32, 1), output(int64, 1)],
    build: (b) => {
      const [x, one] = [b.load(0), b.const(1n, int64)];
      const [half, count] = b.repeat([x, one], b.gt(x, b.scalar(0)), 40, (r) => {
        const next = r.mul(r.carry(0, float32), r.const(0.5, float32));
        return { next: [next, r.add(r.carry(1, int64), r.outer(one))], goes: r.gt(next, r.outer(x)) };
      });
      b.store(1, half);
      b.store(2, count);
    },
  },
];

for (const { name, args, build } of cases) {
  t.test(name, async (t) => {
    const b = new KernelBuilder(args, [float32]);
    build(b);
    const kernel: Kernel = {
      rank: 1,
      rowRank: 1,
      args,
      scalars: [float32],
      loops: [{ nodes: b.nodes, statements: b.statements }],
    };
    const views = args.map(({ rank }) => ({ offset: 0, shape: [5000].slice(0, rank), strides: [1].slice(0, rank) }));
    const shaders = shadersOf(launchableKernel(kernel, { long: false, division: true, subnormals: true }), {
      shape: [5000],
      args: views,
      scalars: [2],
    });
    golden(t, `wgsl/${name}.wgsl`, shaders.join('\n'));
    t.same((await shaderProblems(shaders)) ?? [], []);
  });
}
