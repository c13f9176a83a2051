/** What a benchmark of the table is, and forms that several of them have. */
import { block, numpy, petsc, python, type Side, type Target, unfused, variant } from './sides.js';

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

export function krylov(name: string): Case {
  const sides = [python('scipy', 'krylov', 'scipy', 2, name), petsc(name, 1.2), unfused(), block];
  return { name, program: name, size: 1000, quick: 500, tolerance: 1e-6, sides };
}

export const chain = (size: number): Case => ({
  name: `chain-${size}`,
  program: 'chain',
  size,
  quick: size,
  tolerance: 1e-10,
  sides: [numpy('chain', 1.5), block],
});

/** One function of one array, against NumPy's. */
export const dense = (name: string, size: number, quick: number): Case => ({
  name,
  program: name,
  size,
  quick,
  tolerance: 1e-8,
  sides: [python('numpy', 'dense', 'numpy', undefined, name.replace('-', '_'))],
});

/** A product of tensors, against NumPy's `einsum` with its operands in the best order. */
export const contraction = (name: string, least: number, by: Target['by'] = 'speed'): Case => ({
  name,
  program: name,
  size: 160,
  quick: 80,
  tolerance: 1e-9,
  sides: [{ ...python('numpy', 'contractions', 'numpy', undefined, name), target: { least, by } }],
});

/** A loop by hand, each step of which sees other views: against NumPy's, and against planning every step at first sight. */
export const stepwise = (name: string, size: number, rival = numpy(name)): Case => ({
  name,
  program: name,
  size,
  quick: size,
  tolerance: 1e-8,
  sides: [rival, variant('planned at once', '--plans kept')],
});

/** Such a loop of `rivals/stepwise.py`. */
export const loopByHand = (name: string, size: number): Case =>
  stepwise(name, size, python('numpy', 'stepwise', 'numpy', undefined, name.replace('-', '_')));

/** A program, and the same work in the best order by hand: it may take so many times as long. */
export const order = (name: string, size: number, times: number): Case => ({
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
export const sized = (name: string, size: number, least: number): Case => ({
  name: `${name}-${size}`,
  program: name,
  size,
  quick: size,
  tolerance: 1e-9,
  sides: [numpy(name.replace('-', '_'), least), block],
});

/** Transforms of one length, against NumPy's, and SciPy's with two threads: judged together (`verdicts.ts`). */
export const fourier = (size: number): Case => ({
  name: `fourier-${size}`,
  program: 'fourier',
  size,
  quick: size,
  tolerance: 1e-8,
  sides: [numpy('fourier'), python('scipy', 'fourier', 'scipy')],
});

/** A program of complex arrays, or one that chooses by values: the function of a file in `rivals/` that is its rival, and what is asked. */
export const beside = (name: string, size: number, quick: number, rivals: readonly Side[]): Case => ({
  name,
  program: name,
  size,
  quick,
  tolerance: 1e-8,
  sides: rivals,
});
export const complexes = (entry: string, least?: number): Side => python('numpy', 'complexes', 'numpy', least, entry);
export const chosen = (entry: string, least: number): Side => python('numpy', 'chosen', 'numpy', least, entry);
