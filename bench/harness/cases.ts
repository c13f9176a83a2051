/** The table of benchmarks: a program, a size, the sides that take part and what is asked of each. */
import { block, loop, type NpmRival, npm, numba, numpy, petsc, python, type Side, triad, unfused, variant } from './sides.js';

export interface Case {
  readonly name: string;
  readonly program: string;
  /** The size that its targets are about, and the one of a quick run. */
  readonly size: number;
  readonly quick: number;
  /** Relative difference that results may have. */
  readonly tolerance: number;
  readonly sides: readonly Side[];
  /** Elements of its largest array, where it counts among the comparisons with packages of npm. */
  readonly elements?: Elements;
  /** Settings of our own side. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The sizes at which packages of npm are compared. */
export type Elements = 100 | 1_000_000;

/** Programs that packages of npm can run: their sizes for a hundred elements and for a million, and who runs them. */
const packaged: readonly { program: string; sizes: readonly [number, number]; tolerance: number; rivals: readonly NpmRival[] }[] =
  [
    { program: 'black-scholes', sizes: [100, 1_000_000], tolerance: 1e-10, rivals: ['numpy-ts', 'jax-js', 'tfjs'] },
    {
      program: 'chain',
      sizes: [100, 1_000_000],
      tolerance: 1e-10,
      rivals: ['numpy-ts', 'jax-js', 'tfjs', 'ml-matrix', 'stdlib'],
    },
    { program: 'stencil5', sizes: [10, 1000], tolerance: 1e-10, rivals: ['numpy-ts', 'jax-js', 'tfjs', 'ml-matrix'] },
    { program: 'jacobi', sizes: [10, 1000], tolerance: 1e-9, rivals: ['numpy-ts', 'jax-js', 'tfjs', 'ml-matrix', 'stdlib'] },
    { program: 'kmeans', sizes: [25, 250_000], tolerance: 1e-8, rivals: ['numpy-ts', 'jax-js', 'tfjs'] },
    {
      program: 'logistic-regression',
      sizes: [6, 62_500],
      tolerance: 1e-8,
      rivals: ['numpy-ts', 'jax-js', 'tfjs', 'ml-matrix', 'stdlib'],
    },
    { program: 'mandelbrot', sizes: [10, 1000], tolerance: 1e-10, rivals: ['numpy-ts', 'jax-js', 'tfjs'] },
    { program: 'matmul', sizes: [10, 1000], tolerance: 1e-10, rivals: ['numpy-ts', 'jax-js', 'tfjs', 'ml-matrix', 'stdlib'] },
  ];

/** Sides that a program has besides the packages, by the case's name. */
const besides: Readonly<Record<string, readonly Side[]>> = {
  'black-scholes-100': [numpy('black_scholes', 2), block],
  'chain-100': [numpy('chain', 1.5), block],
};

const packagedCases: readonly Case[] = packaged.flatMap(({ program, sizes, tolerance, rivals }) =>
  ([100, 1_000_000] as const).map((elements, i): Case => {
    const name = `${program}-${elements === 100 ? '100' : '1e6'}`;
    const sides = [...(besides[name] ?? []), ...npm(...rivals)];
    return { name, program, size: sizes[i], quick: sizes[i], tolerance, elements, sides };
  }),
);

function krylov(name: string): Case {
  const sides = [python('scipy', 'krylov', 'scipy', 2, name), petsc(name, 1.2), unfused(), block];
  return { name, program: name, size: 1000, quick: 500, tolerance: 1e-6, sides };
}

const chain = (size: number): Case => ({
  name: `chain-${size}`,
  program: 'chain',
  size,
  quick: size,
  tolerance: 1e-10,
  sides: [numpy('chain', 1.5), block],
});

/** One function of one array, against NumPy's. */
const dense = (name: string, size: number, quick: number): Case => ({
  name,
  program: name,
  size,
  quick,
  tolerance: 1e-8,
  sides: [python('numpy', 'dense', 'numpy', undefined, name.replace('-', '_'))],
});

/** A loop by hand, each step of which sees other views: against NumPy's, and against planning every step at first sight. */
const stepwise = (name: string, size: number, rival = numpy(name)): Case => ({
  name,
  program: name,
  size,
  quick: size,
  tolerance: 1e-8,
  sides: [rival, variant('planned at once', '--plans kept')],
});

/** Such a loop of `rivals/stepwise.py`. */
const loopByHand = (name: string, size: number): Case =>
  stepwise(name, size, python('numpy', 'stepwise', 'numpy', undefined, name.replace('-', '_')));

/** A program, and the same work in the best order by hand: it may take so many times as long. */
const order = (name: string, size: number, times: number): Case => ({
  name,
  program: name,
  size,
  quick: size / 10,
  tolerance: 1e-9,
  sides: [
    python('numpy', 'orders', 'numpy', undefined, name.replace('-', '_')),
    python('numba', 'orders', 'numba', 1.5, `${name.replace('-', '_')}_numba`),
    variant('prefixes', '--clusters prefix'),
    { label: 'by hand', spec: { kind: 'maniple', program: `${name}-by-hand` }, target: { least: 1 / times, by: 'speed' } },
  ],
});

/** A program at one size, which NumPy's time is a multiple of. */
const sized = (name: string, size: number, least: number): Case => ({
  name: `${name}-${size}`,
  program: name,
  size,
  quick: size,
  tolerance: 1e-9,
  sides: [numpy(name.replace('-', '_'), least), block],
});

/** Transforms of one length, against NumPy's, and SciPy's with two threads. */
const fourier = (size: number): Case => ({
  name: `fourier-${size}`,
  program: 'fourier',
  size,
  quick: size,
  tolerance: 1e-8,
  sides: [numpy('fourier', 1.5), python('scipy', 'fourier', 'scipy', 1)],
});

const matmul = { program: 'matmul', size: 2048, quick: 1024, tolerance: 1e-10 };

export const cases: readonly Case[] = [
  {
    name: 'black-scholes',
    program: 'black-scholes',
    size: 10_000_000,
    quick: 5_000_000,
    tolerance: 1e-10,
    sides: [
      numpy('black_scholes', 15),
      python('numexpr', 'black_scholes', 'numexpr'),
      numba('black_scholes', 3),
      unfused(8),
      block,
      loop('black_scholes', 0.85),
    ],
  },
  {
    name: 'black-scholes-1000',
    program: 'black-scholes',
    size: 1000,
    quick: 1000,
    tolerance: 1e-10,
    sides: [numpy('black_scholes', 2), block],
  },
  chain(1),
  chain(1000),
  {
    name: 'stencil5',
    program: 'stencil5',
    size: 4096,
    quick: 2048,
    tolerance: 1e-10,
    sides: [numpy('stencil5', 5), numba('stencil5'), unfused(), block, triad(0.8)],
  },
  {
    name: 'stencil27',
    program: 'stencil27',
    size: 256,
    quick: 128,
    tolerance: 1e-10,
    sides: [numpy('stencil27'), numba('stencil27'), unfused(), block],
  },
  {
    name: 'prk-star',
    program: 'prk-star',
    size: 256,
    quick: 256,
    tolerance: 1e-10,
    sides: [numpy('prk_star'), variant('untraced', '--tracing off --plans fresh', 2), unfused(), block],
  },
  {
    name: 'staggered',
    program: 'staggered',
    size: 1_000_000,
    quick: 1_000_000,
    tolerance: 1e-10,
    sides: [
      numpy('staggered', 2),
      numba('staggered', 1.5),
      variant('prefixes', '--clusters prefix', 5),
      { label: 'by hand', spec: { kind: 'maniple', program: 'staggered-by-hand' }, target: { least: 0.91, by: 'speed' } },
      block,
    ],
  },
  order('taken', 4_000_000, 1.2),
  order('top-down', 4_000_000, 1.1),
  order('bottom-up', 400_000, 1.1),
  {
    name: 'nas-mg',
    program: 'nas-mg',
    size: 128,
    quick: 32,
    tolerance: 1e-8,
    sides: [numpy('nas_mg', 5), variant('prefixes', '--clusters prefix'), unfused(), loop('nas_mg', 0.7)],
  },
  {
    name: 'lulesh',
    program: 'lulesh',
    size: 30,
    quick: 10,
    tolerance: 1e-6,
    // Its steps of 2,500 operations come whole; by repeats found within them windows would be cut every forty.
    env: { MANIPLE_CONFIG: '--tracing off --window 3000' },
    sides: [numpy('lulesh', 5), variant('as it comes', '--tracing auto')],
  },
  {
    name: 'flash-attention',
    program: 'flash-attention',
    size: 2048,
    quick: 1024,
    tolerance: 1e-9,
    sides: [numpy('flash_attention'), unfused()],
  },
  { name: 'jacobi', program: 'jacobi', size: 4096, quick: 2048, tolerance: 1e-9, sides: [numpy('jacobi'), unfused(0.98), block] },
  krylov('cg'),
  krylov('bicgstab'),
  {
    name: 'cg-line',
    program: 'cg-line',
    size: 100_000,
    quick: 100_000,
    tolerance: 1e-6,
    sides: [python('scipy', 'krylov', 'scipy', undefined, 'cg_line'), petsc('cg_line', 1), unfused(), block],
  },
  {
    name: 'multigrid',
    program: 'multigrid',
    size: 1023,
    quick: 511,
    tolerance: 1e-8,
    sides: [python('scipy', 'multigrid', 'scipy', 2), unfused(), block],
  },
  {
    name: 'channel-flow',
    program: 'channel-flow',
    size: 1024,
    quick: 1024,
    tolerance: 1e-8,
    sides: [numpy('channel_flow', 6), unfused(3), block],
  },
  {
    name: 'mandelbrot',
    program: 'mandelbrot',
    size: 1024,
    quick: 512,
    tolerance: 1e-10,
    sides: [numpy('mandelbrot'), numba('mandelbrot'), unfused(), block],
  },
  {
    name: 'logistic-regression',
    program: 'logistic-regression',
    size: 1_000_000,
    quick: 250_000,
    tolerance: 1e-8,
    sides: [numpy('logistic_regression'), unfused(), block],
  },
  {
    name: 'kmeans',
    program: 'kmeans',
    size: 500_000,
    quick: 100_000,
    tolerance: 1e-8,
    sides: [numpy('kmeans'), numba('kmeans'), unfused(), block],
  },
  stepwise('elimination', 200),
  stepwise('alignment', 400),
  loopByHand('cholesky', 200),
  loopByHand('gram-schmidt', 200),
  loopByHand('floyd-warshall', 300),
  loopByHand('nussinov', 200),
  loopByHand('vadv', 60),
  loopByHand('adi', 200),
  sized('masks', 1000, 1),
  sized('masks', 1_000_000, 1),
  sized('runge-kutta', 10, 1),
  sized('runge-kutta', 20_000, 4),
  fourier(1024),
  fourier(2 ** 20),
  fourier(1009),
  fourier(1_000_000),
  { name: 'matmul', ...matmul, sides: [numpy('matmul', 0.98), block] },
  { name: 'matmul-own', ...matmul, env: { MANIPLE_BLAS: 'none' }, sides: [numpy('matmul', 0.6)] },
  dense('linear-solve', 1000, 500),
  dense('qr', 1000, 500),
  dense('eigh', 1000, 500),
  dense('svd', 1000, 500),
  dense('sort', 10_000_000, 1_000_000),
  dense('scan', 10_000_000, 1_000_000),
  ...packagedCases,
];
