/** Programs of the size of tutorials: the names of files in `tutorials/`, and in `rivals/life/tutorials/` for the same with NumPy. */

/** A file of `tutorials/`. */
export interface Tutorial {
  /** Runs the program once and gives a few numbers that tell whether it went right. */
  readonly program: () => Promise<readonly number[]>;
}

export const TUTORIALS = [
  'cubic-fit',
  'edges',
  'edit-distance',
  'game-of-life',
  'group-by',
  'ising',
  'kalman',
  'low-pass',
  'n-body',
  'nearest-neighbours',
  'newton-fractal',
  'option-paths',
  'pagerank',
  'perceptron',
  'poisson-fft',
  'prime-sieve',
  'principal-components',
  'qr-iteration',
  'rolling',
  'viterbi',
] as const;
