/**
 * One operation of `operations.ts`, and what it is of. The inputs, which `bench/rivals/operations.py` makes too:
 *
 *     x y   float64 in [0, 1)       s   float64 in [-4, 4)      i j   int64 below 1000, j not 0     w       float64 to write to
 *     f g   x, y as float32         m   whether x > 0.5         at    places in x, in no order      A B     x, y as matrices
 *     b   x as int8 below 100
 *     ordered   x in order         h     zeros for each of i's values                            Q     a square of x's first
 *     r c   rows and columns of A   K   places in A's rows      M     m as a matrix   C   x as 10 matrices   V   vectors of 3
 */
import * as np from 'maniple';
import { spread } from '../harness/program.js';

type NDArray = np.NDArray;

export interface Inputs {
  readonly n: number;
  readonly x: NDArray;
  readonly y: NDArray;
  readonly s: NDArray;
  readonly f: NDArray;
  readonly g: NDArray;
  readonly i: NDArray;
  readonly j: NDArray;
  readonly at: NDArray;
  readonly b: NDArray;
  readonly m: NDArray;
  readonly A: NDArray;
  readonly B: NDArray;
  readonly w: NDArray;
  readonly h: NDArray;
  readonly ordered: NDArray;
  readonly Q: NDArray;
  readonly r: NDArray;
  readonly c: NDArray;
  readonly K: NDArray;
  readonly M: NDArray;
  readonly C: NDArray;
  readonly V: NDArray;
  readonly rng: np.random.Generator;
}

/** Sides of the matrices: about as many rows as columns. */
function sidesOf(n: number): [number, number] {
  const rows = 10 ** Math.floor(Math.log10(n) / 2);
  return [rows, n / rows];
}

/** The inputs at a size, a power of ten. */
export async function inputsOf(n: number): Promise<Inputs> {
  const x = spread(n, 0.6180339887498949, 0.1);
  const y = spread(n, 0.7548776662466927, 0.3);
  const whole = (from: NDArray, size: number): NDArray => from.multiply(size).astype('int64');
  const [rows, columns] = sidesOf(n);
  const side = Math.floor(Math.sqrt(n));
  const inputs = {
    n,
    x,
    y,
    s: x.multiply(8).subtract(4),
    f: x.astype('float32'),
    g: y.astype('float32'),
    i: whole(x, 1000),
    j: whole(y, 999).add(1),
    at: whole(y, n),
    b: x.multiply(100).astype('int8'),
    m: x.greater(0.5),
    A: x.reshape([rows, columns]),
    B: y.reshape([rows, columns]),
    w: x.copy(),
    h: np.zeros([1000]),
    ordered: np.sort(x),
    Q: x.slice(`:${side * side}`).reshape([side, side]),
    r: whole(x, rows),
    c: whole(y, columns),
    K: whole(y, columns).reshape([rows, columns]),
    M: x.greater(0.5).reshape([rows, columns]),
    C: x.reshape([10, -1, 10]),
    V: x.slice(`:${3 * Math.floor(n / 3)}`).reshape([-1, 3]),
    rng: np.random.generator(1),
  };
  await np.runtime.fence();
  return inputs;
}

export interface Operation {
  readonly name: string;
  /** NumPy's expression. */
  readonly theirs: string;
  ours(v: Inputs): NDArray | Promise<NDArray>;
  /** Whether results differ by design (random numbers). */
  readonly apart?: boolean;
}

export const op = (name: string, theirs: string, ours: Operation['ours'], more: Partial<Operation> = {}): Operation => ({
  name,
  theirs,
  ours,
  ...more,
});
