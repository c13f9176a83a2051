/**
 * The sides that take part in a case, besides maniple as it is: rivals, and maniple with other settings. A target is a ratio of
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
  /** Relative difference that its results may have, where that is not the case's: float32. */
  readonly tolerance?: number;
  /** Whether its result is not the program's (a bandwidth to compare with). */
  readonly otherResult?: boolean;
}

const speed = (least: number | undefined): Pick<Side, 'target'> =>
  least === undefined ? {} : { target: { least, by: 'speed' } };

/** The function `entry` of a file in `rivals/`, and the module that it needs. */
export function python(label: string, file: string, module: string, least?: number, entry = label): Side {
  return { label, spec: { kind: 'python', file, entry, module }, ...speed(least) };
}

export const numpy = (file: string, least?: number): Side => python('numpy', file, 'numpy', least);
export const numba = (file: string, least?: number): Side => python('numba', file, 'numba', least);

/** A solver of `rivals/petsc.py`, with a rank for each thread. */
export function petsc(entry: string, least: number): Side {
  return { label: 'petsc', spec: { kind: 'python', file: 'petsc', entry, module: 'petsc4py', ranks: true }, ...speed(least) };
}

/** maniple itself with other settings. */
export function variant(label: string, config: string, least?: number): Side {
  return { label, spec: { kind: 'maniple', config }, ...speed(least) };
}

export const unfused = (least?: number): Side => variant('unfused', '--fusion off', least);

/** What a machine without a compiler runs; the report judges the geometric mean over all cases. */
export const BLOCK = 'block tier';
export const block = variant(BLOCK, '--tier block');

/** A C file of `rivals/` with OpenMP. */
export const loop = (file: string, least: number): Side => ({ label: 'C loop', spec: { kind: 'c', file }, ...speed(least) });

/** ScaLAPACK's product, with a rank for each thread. */
export const scalapack = (least: number): Side => ({
  label: 'scalapack',
  spec: { kind: 'c', file: 'pdgemm', library: 'scalapack-openmpi' },
  ...speed(least),
});

/** The bandwidth of a plain loop over arrays too large for any cache. */
export const triad = (least: number): Side => ({
  label: 'C triad',
  spec: { kind: 'c', file: 'triad', size: 20_000_000 },
  target: { least, by: 'bandwidth' },
  otherResult: true,
});

/** The rivals from npm: their programs are `rivals/npm/NAME.mjs`. What they need, and how exact they are. */
const packages = {
  'numpy-ts': { names: ['numpy-ts'] },
  'jax-js': { names: ['@jax-js/jax'], tolerance: 1e-5 },
  tfjs: { names: ['@tensorflow/tfjs-core', '@tensorflow/tfjs-backend-wasm'], tolerance: 1e-3 },
  'ml-matrix': { names: ['ml-matrix'] },
  stdlib: { names: ['@stdlib/blas-base-daxpy', '@stdlib/blas-base-dgemm', '@stdlib/blas-base-dgemv'] },
} satisfies Record<string, { names: string[]; tolerance?: number }>;

export type NpmRival = keyof typeof packages;

/** Sides on packages of npm; their targets are over several programs, see `verdicts.ts`. */
export function npm(...rivals: readonly NpmRival[]): Side[] {
  return rivals.map((file) => {
    const { names, ...rest } = packages[file];
    return { label: file, spec: { kind: 'npm', file, packages: names }, ...rest };
  });
}
