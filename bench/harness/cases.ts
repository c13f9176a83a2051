/**
 * The table of benchmarks: a program, a size, the sides that take part and what is asked of each. A target is a ratio of
 * the side's time to ours (`speed`), or of our bytes a second to its (`bandwidth`).
 */
import type { SideSpec } from './rivals.js';

export interface Target {
  readonly least: number;
  readonly by: 'speed' | 'bandwidth';
}

export interface Side {
  readonly label: string;
  readonly spec: SideSpec;
  readonly target?: Target;
  /** Whether its result is not the program's (a bandwidth to compare with). */
  readonly otherResult?: boolean;
}

export interface Case {
  readonly name: string;
  readonly program: string;
  readonly size: number;
  readonly quick: number;
  /** Relative difference that results may have. */
  readonly tolerance: number;
  readonly sides: readonly Side[];
}

const speed = (least: number): Target => ({ least, by: 'speed' });

function python(label: string, file: string, module: string, target?: Target, entry = label): Side {
  return { label, spec: { kind: 'python', file, entry, module }, ...(target === undefined ? {} : { target }) };
}

const numpy = (file: string, least?: number): Side =>
  python('numpy', file, 'numpy', least === undefined ? undefined : speed(least));
const numba = (file: string, least?: number): Side =>
  python('numba', file, 'numba', least === undefined ? undefined : speed(least));

function variant(label: string, config: string, least?: number): Side {
  return { label, spec: { kind: 'maniple', config }, ...(least === undefined ? {} : { target: speed(least) }) };
}

/** The npm package; its own target is over several programs, see `verdicts.ts`. */
export const NPM = 'numpy-ts';
const numpyTs: Side = { label: NPM, spec: { kind: 'npm', file: 'numpy_ts', package: 'numpy-ts' } };

const unfused = (least?: number): Side => variant('unfused', '--fusion off', least);
/** What a machine without a compiler runs; the report judges the geometric mean over all cases. */
export const BLOCK = 'block tier';
const block = variant(BLOCK, '--tier block');

const TRIAD: Side = {
  label: 'C triad',
  spec: { kind: 'c', file: 'triad', size: 20_000_000 },
  target: { least: 0.8, by: 'bandwidth' },
  otherResult: true,
};

function krylov(name: string): Case {
  return {
    name,
    program: name,
    size: 1000,
    quick: 200,
    tolerance: 1e-6,
    sides: [
      python('scipy', 'krylov', 'scipy', speed(2), `scipy_${name}`),
      python('petsc', 'krylov', 'petsc4py', speed(1.2), `petsc_${name}`),
      unfused(),
      block,
    ],
  };
}

const small = (size: number, least: number): Case => ({
  name: `black-scholes-${size}`,
  program: 'black-scholes',
  size,
  quick: size,
  tolerance: 1e-10,
  sides: [numpy('black_scholes', least), numpyTs],
});

const chain = (size: number): Case => ({
  name: `chain-${size}`,
  program: 'chain',
  size,
  quick: size,
  tolerance: 1e-10,
  sides: [numpy('chain', 1.5), numpyTs],
});

export const cases: readonly Case[] = [
  {
    name: 'black-scholes',
    program: 'black-scholes',
    size: 10_000_000,
    quick: 1_000_000,
    tolerance: 1e-10,
    sides: [
      numpy('black_scholes', 15),
      python('numexpr', 'black_scholes', 'numexpr'),
      numba('black_scholes', 3),
      unfused(8),
      block,
      { label: 'C loop', spec: { kind: 'c', file: 'black_scholes' }, target: speed(0.85) },
    ],
  },
  { name: 'black-scholes-1e6', program: 'black-scholes', size: 1_000_000, quick: 100_000, tolerance: 1e-10, sides: [numpyTs] },
  small(100, 2),
  small(1000, 2),
  chain(1),
  chain(100),
  chain(1000),
  {
    name: 'stencil5',
    program: 'stencil5',
    size: 4096,
    quick: 1024,
    tolerance: 1e-10,
    sides: [numpy('stencil5', 5), numba('stencil5'), unfused(), block, TRIAD],
  },
  {
    name: 'stencil27',
    program: 'stencil27',
    size: 256,
    quick: 64,
    tolerance: 1e-10,
    sides: [numpy('stencil27'), numba('stencil27'), unfused(), block],
  },
  {
    name: 'prk-star',
    program: 'prk-star',
    size: 256,
    quick: 256,
    tolerance: 1e-10,
    sides: [numpy('prk_star'), variant('untraced', '--tracing off', 2), unfused(), block],
  },
  { name: 'jacobi', program: 'jacobi', size: 4096, quick: 512, tolerance: 1e-9, sides: [numpy('jacobi'), unfused(0.98), block] },
  krylov('cg'),
  krylov('bicgstab'),
  {
    name: 'multigrid',
    program: 'multigrid',
    size: 1023,
    quick: 127,
    tolerance: 1e-8,
    sides: [python('scipy', 'multigrid', 'scipy', speed(2)), unfused(), block],
  },
  {
    name: 'channel-flow',
    program: 'channel-flow',
    size: 1024,
    quick: 256,
    tolerance: 1e-8,
    sides: [numpy('channel_flow', 6), unfused(3), block],
  },
  {
    name: 'mandelbrot',
    program: 'mandelbrot',
    size: 1024,
    quick: 256,
    tolerance: 1e-10,
    sides: [numpy('mandelbrot'), numba('mandelbrot'), unfused(), block],
  },
  {
    name: 'logistic-regression',
    program: 'logistic-regression',
    size: 1_000_000,
    quick: 50_000,
    tolerance: 1e-8,
    sides: [numpy('logistic_regression'), unfused(), block],
  },
  {
    name: 'kmeans',
    program: 'kmeans',
    size: 500_000,
    quick: 50_000,
    tolerance: 1e-8,
    sides: [numpy('kmeans'), numba('kmeans'), unfused(), block],
  },
  { name: 'matmul', program: 'matmul', size: 2048, quick: 512, tolerance: 1e-10, sides: [numpy('matmul', 0.98)] },
];
