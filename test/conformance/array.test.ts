/**
 * One suite, every device and setting: programs of the array library give the same bits for any number of processors,
 * fused or not, in windows of any size, on both native tiers and in emitted JavaScript. Dense products and factors alone are within
 * a few units of rounding of each other, as native routines add in another order than JavaScript (lib/README.md, "Bits").
 */
import t, { type Test } from 'tap';
import * as np from '../../lib/array/index.js';
import { addonProblem } from '../../lib/native/index.js';
import { type Config, createRuntime, useRuntime } from '../../lib/runtime/index.js';
import { cg, poisson2d } from '../../lib/sparse/index.js';
import { refOf, same } from '../support/arrays.js';
import type { Ref } from '../support/numpy.js';

const settings: [string, Partial<Config>][] = [
  ['js', { device: 'js' }],
  ['js, unfused', { device: 'js', fusion: false }],
  ['block, 1 processor', { device: 'cpu', tier: 'block', procs: 1 }],
  ['block, 3 processors in small tiles', { device: 'cpu', tier: 'block', procs: 3, grain: 64 }],
  ['block, unfused', { device: 'cpu', tier: 'block', procs: 2, fusion: false }],
  ['block, tasks one by one', { device: 'cpu', tier: 'block', procs: 2, window: 1, inline: false }],
  ['block, without plans', { device: 'cpu', tier: 'block', procs: 3, grain: 64, plans: 'auto' }],
  ['C', { device: 'cpu', tier: 'c', procs: 2, grain: 64 }],
];

const data = (n: number): np.NDArray => np.random.generator(11).uniform({ low: -2, high: 2, shape: n });

const programs: Record<string, () => np.NDArray[] | Promise<np.NDArray[]>> = {
  'a chain with a reduction': () => {
    const x = data(3000);
    const y = x.multiply(x).add(1).sqrt().subtract(x.abs());
    return [y, y.sum(), y.mean(), y.max(), x.argmin()];
  },
  'elementary functions': () => {
    const x = data(1500);
    return [x.exp(), x.sin(), x.cos(), x.tanh(), x.abs().log1p(), x.abs().pow(1.5), np.atan2(x, 0.5), x.astype('float32').exp()];
  },
  'a stencil on overlapping views': () => {
    const u = data(40 * 50).reshape([40, 50]);
    for (let i = 0; i < 4; i++) {
      const sum = u.slice(':-2', '1:-1').add(u.slice('2:', '1:-1')).add(u.slice('1:-1', ':-2')).add(u.slice('1:-1', '2:'));
      u.slice('1:-1', '1:-1').assign(sum.multiply(0.25));
    }
    return [u];
  },
  'reductions over each axis': () => {
    const x = data(12 * 25 * 7).reshape([12, 25, 7]);
    return [
      x.sum({ axis: 0 }),
      x.sum({ axis: 1 }),
      x.sum({ axis: 2 }),
      x.sum({ axis: [0, 2] }),
      x.max({ axis: [0, 1] }),
      x.std({ axis: 1 }),
      x.T.prod({ axis: 0 }),
    ];
  },
  'conjugate gradients with a dense matrix': () => {
    const a = data(30 * 30).reshape([30, 30]);
    const m = a.T.matmul(a).add(np.eye(30).multiply(5));
    const b = data(30);
    const x = np.zeros(30);
    const r = b.copy();
    const p = r.copy();
    let rr = r.dot(r);
    for (let i = 0; i < 5; i++) {
      const q = m.matmul(p);
      const alpha = rr.divide(p.dot(q));
      x.addAssign(p.multiply(alpha));
      r.subtractAssign(q.multiply(alpha));
      const next = r.dot(r);
      p.assign(r.add(p.multiply(next.divide(rr))));
      rr = next;
    }
    return [x, r];
  },
  'gathers and choices': () => {
    const x = data(500);
    const i = np.random.generator(3).integers(500, { shape: [20, 30] });
    return [x.take(i), np.where(x.take(i).greater(0), 1, i), x.gather(i.slice(0)).sum(), np.concat([x, x.flip()])];
  },
  'integers and bools': () => {
    const i = np.random.generator(5).integers(-1000, 1000, { shape: 2000 });
    const small = i.astype('uint8');
    return [
      i.multiply(i).sum(),
      i.floorDivide(7),
      i.remainder(-7),
      small.add(small),
      i.greater(0).logicalAnd(small.less(9)).any(),
      small.max(),
      i.astype('bool').countNonzero(),
    ];
  },
  'factors of stacks of matrices': () => {
    const x = data(6 * 9 * 5).reshape([6, 9, 5]);
    const square = np.matmul(x.matrixTranspose(), x);
    const { x: solution, rank } = np.linalg.lstsq(x, data(9));
    return [
      np.linalg.eigvalsh(square),
      np.linalg.eigh(square.add(1)).eigenvectors.abs(),
      np.linalg.svd(x).s,
      np.linalg.qr(x).r.abs(),
      np.linalg.pinv(x),
      solution,
      rank,
    ];
  },
  'numbers beside float32': () => {
    const x = data(700).astype('float32');
    return [
      x.multiply(0.1).equal(x.multiply(np.asarray(0.1, { dtype: 'float32' }))),
      np.asarray([0.1], { dtype: 'float32' }).equal(0.1),
      x.remainder(0.3),
      x.floorDivide(0.7),
      x.add(0.1).multiply(1.7).subtract(0.3).divide(1.1),
      np.where(x.less(0.1), x, 0.1),
      np.clip(x, { min: -0.3, max: 0.7 }),
      x.pow(1.3),
      np.full([5], 0.1, { dtype: 'float32' }).sum(),
      x.maximum(0.1),
    ];
  },
  'running sums and products': () => {
    const x = data(3 * 999).reshape([3, 999]);
    const i = np.random.generator(2).integers(-9, 9, { shape: 300 });
    return [
      np.cumulativeSum(x, { axis: 1 }),
      np.cumulativeSum(x.astype('float32'), { axis: 1 }),
      np.cumulativeSum(x, { axis: 0, includeInitial: true }),
      np.cumulativeSum(x.slice('::-1', '::3'), { axis: 1, includeInitial: true }),
      np.cumulativeProd(x.add(1).slice(0, ':80')),
      np.cumulativeProd(x.add(1).astype('float32').slice(0, ':80')),
      np.cumulativeSum(i),
      np.cumulativeProd(i),
      np.maximumAccumulate(x, { axis: 1 }),
      np.minimumAccumulate(x, { axis: 0 }),
    ];
  },
  'orders, ranks and sets': async () => {
    const x = np.round(data(900).multiply(20)).divide(4).reshape([9, 100]);
    x.slice(4, '::7').assign(np.nan);
    x.slice(5, '::3').assign(-0);
    const i = np.random.generator(8).integers(-50, 50, { shape: 700 });
    return [
      np.sort(x),
      np.sort(x, { axis: 0, descending: true }),
      np.argsort(x),
      np.argsort(x, { descending: true }),
      np.sort(x.astype('float32'), { axis: 0 }),
      np.sort(i),
      np.argsort(i, { descending: true }),
      np.partition(x, 30),
      np.median(x, { axis: 1 }),
      np.quantile(x.slice(':4'), [0.1, 0.5, 0.77]),
      await np.unique(i),
      np.isin(i, np.asarray([3n, -7n, 12n])),
      await np.union1d(i, i.add(20n)),
      np.searchsorted(np.sort(x.slice(0)), x.slice(1)),
      np.digitize(x.slice(1), np.asarray([-4, -1, 0, 1.5, 4])),
      ...(await x.nonzero()),
      await np.compress(x.slice(0).greater(0), x.slice(1)),
    ];
  },
  'tables, interpolation and differences': async () => {
    const x = data(2000);
    const xp = np.linspace(-2, 2, 40);
    return [
      np.histogram(x, { bins: 17 }).counts,
      await np.bincount(x.abs().multiply(10).astype('int64'), { weights: x }),
      np.interp(x, xp, np.sin(xp)),
      np.interp(xp, np.linspace(-1, 1, 100), np.linspace(-1, 1, 100).exp(), { left: -7 }),
      np.diff(x, { n: 3 }),
      [np.gradient(x)].flat()[0],
      np.convolve(x, [0.3, 0.2, -0.7]),
      np.cov(x.reshape([4, 500])),
      np.nanmean(np.where(x.greater(1), np.nan, x)),
      np.logspace(-3, 3, 50),
      np.geomspace(0.1, 1000, 33),
      np.sinc(x),
      np.i0(x),
      np.cbrt(x),
      np.hypot(x, 1.5),
      np.logaddexp(x, 0.3),
      np.exp2(x),
      np.asinh(x),
      np.acosh(x.abs().add(1)),
      np.atanh(x.divide(2.5)),
      np.polyval([0.3, -1, 2], x),
      np.nextafter(x, 0),
    ];
  },
  'a sparse system': async () => {
    const { x } = await cg(poisson2d(20), data(400), { tol: 1e-6 });
    return [x, poisson2d(20).matmul(data(400)), poisson2d(20).rmatvec(data(400))];
  },
  'random numbers': () => {
    const r = np.random.generator(17);
    return [
      r.random(900),
      r.normal({ shape: 901 }),
      r.uniform({ low: -3, high: 5, shape: 902 }),
      r.exponential({ shape: 903 }),
      r.integers(-5, 1000, { shape: 904 }),
      r.poisson(4, 905),
      r.binomial(40, 0.3, 906),
      r.permutation(500),
    ];
  },
  'random numbers by trial': () => {
    const r = np.random.generator(18);
    return [r.gamma(2.5, 1, 300), r.gamma(0.3, 1, 301), r.beta(0.5, 2, 302)];
  },
  'aliasing writes': () => {
    const x = np.arange(300);
    x.slice('1:').addAssign(x.slice(':-1'));
    x.addAssign(x.slice('::-1'));
    x.slice('::3').assign(x.slice('1::3').multiply(2));
    x.subtractAssign(x.mean());
    return [x, x.slice(5), x.slice('::2').sum()];
  },
};

async function results(config: Partial<Config>, program: () => np.NDArray[] | Promise<np.NDArray[]>): Promise<Ref[]> {
  const rt = createRuntime({ plans: 'kept', ...config });
  const before = useRuntime(rt);
  try {
    return await Promise.all((await program()).map(refOf));
  } finally {
    useRuntime(before);
    await rt.close();
  }
}

/** Programs of so many kernels that compiling C for them takes too long here; `tiers.test.ts` compares operations in C. */
const many = [
  'running sums and products',
  'orders, ranks and sets',
  'tables, interpolation and differences',
  'a sparse system',
  'random numbers',
  'random numbers by trial',
];

/** Programs of dense products of 512 multiplications and more, and of factors, which devices round in different places. */
const dense = ['conjugate gradients with a dense matrix', 'factors of stacks of matrices'];

/** Equal to 12 digits of the largest value of the problem, which is about 1. */
function near(t: Pick<Test, 'ok'>, found: Ref, want: Ref, message: string): void {
  const most = found.data.reduce<number>((m, v, i) => Math.max(m, Math.abs(Number(v) - Number(want.data[i]))), 0);
  t.ok(most <= 1e-12, `${message}: differs by ${most}`);
}

const absent = addonProblem();
const usable = settings.filter(([, config]) => config.device === 'js' || absent === null);

for (const [name, program] of Object.entries(programs)) {
  t.test(name, async (t) => {
    const [, base] = usable.find(([, config]) => config.device === 'cpu') ?? usable[0];
    const want = await results(base, program);
    for (const [label, config] of settings) {
      if (config.tier === 'c' && many.includes(name)) continue;
      if (!usable.some(([l]) => l === label)) {
        t.pass(label, { skip: absent ?? 'no addon' });
        continue;
      }
      const found = await results(config, program);
      for (const [k, ref] of found.entries()) {
        if (config.device !== base.device && dense.includes(name)) near(t, ref, want[k], `${label}: result ${k}`);
        else await same(t, ref, want[k], `${label}: result ${k}`);
      }
    }
  });
}
