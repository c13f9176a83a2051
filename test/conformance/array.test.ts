/**
 * One suite, every device and setting: programs of the array library give the same bits for any number of processors,
 * fused or not, in windows of any size, on both native tiers; emitted JavaScript stays within stated units in the last
 * place (DESIGN 4.6).
 */
import t, { type Test } from 'tap';
import * as np from '../../lib/array/index.js';
import { addonProblem } from '../../lib/native/index.js';
import { type Config, createRuntime, useRuntime } from '../../lib/runtime/index.js';
import { refOf, same } from '../support/arrays.js';
import type { Ref } from '../support/numpy.js';

/** Units in the last place between emitted JavaScript and native code, for these programs. */
const ULPS = 64;

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

const programs: Record<string, () => np.NDArray[]> = {
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
  'aliasing writes': () => {
    const x = np.arange(300);
    x.slice('1:').addAssign(x.slice(':-1'));
    x.addAssign(x.slice('::-1'));
    x.slice('::3').assign(x.slice('1::3').multiply(2));
    x.subtractAssign(x.mean());
    return [x, x.slice(5), x.slice('::2').sum()];
  },
};

async function results(config: Partial<Config>, program: () => np.NDArray[]): Promise<Ref[]> {
  const rt = createRuntime({ plans: 'kept', ...config });
  const before = useRuntime(rt);
  try {
    return await Promise.all(program().map(refOf));
  } finally {
    useRuntime(before);
    await rt.close();
  }
}

/** Differences cancel in these, whose last bits another tier has otherwise: small beside what they came from. */
const cancelling = ['conjugate gradients with a dense matrix', 'factors of stacks of matrices'];

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
      if (!usable.some(([l]) => l === label)) {
        t.pass(label, { skip: absent ?? 'no addon' });
        continue;
      }
      const found = await results(config, program);
      const ulps = config.device === base.device ? 0 : ULPS;
      for (const [k, ref] of found.entries()) {
        if (ulps > 0 && cancelling.includes(name)) near(t, ref, want[k], `${label}: result ${k}`);
        else await same(t, ref, want[k], `${label}: result ${k}`, ulps);
      }
    }
  });
}
