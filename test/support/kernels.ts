/** Sample kernels for tests: small, and together they use every statement and access of the kernel language. */
import { bool, float32, float64, int32, int64 } from '../../lib/dtype/index.js';
import {
  binsOut,
  columnsOut,
  elementwise,
  fullIn,
  fullOut,
  inout,
  input,
  type Kernel,
  kernel,
  output,
  rowsOut,
  whole,
} from '../../lib/ir/index.js';

/** y = a * s + b. */
export const axpy = (rank: number): Kernel =>
  elementwise(rank, [float64, float64], float64, (b, a, c) => b.add(b.mul(a, b.scalar(0)), c), [float64]);

/** a += b, in place. */
export const addInPlace = (rank: number): Kernel =>
  kernel(rank, [inout(float64, rank), input(float64, rank)], [], (b) => b.store(0, b.add(b.load(0), b.load(1))));

/** out = float32(x) compared and selected, through integers. */
export const mixed = (rank: number): Kernel =>
  kernel(rank, [input(int32, rank), input(int64, rank), output(float32, rank), output(bool, rank)], [], (b) => {
    const x = b.load(0);
    const y = b.load(1);
    const less = b.lt(b.cast(x, int64), y);
    b.store(2, b.select(less, b.cast(x, float32), b.cast(b.binary('mod', y, b.const(7n, int64)), float32)));
    b.store(3, less);
  });

/** s = sum(a * b). */
export const dot = (rank: number): Kernel =>
  kernel(rank, [input(float64, rank), input(float64, rank), fullOut(float64)], [], (b) =>
    b.fold('sum', 2, b.mul(b.load(0), b.load(1))),
  );

/** Row sums and positions of row maxima. */
export const rowSums: Kernel = kernel(2, [input(float32, 2), rowsOut(float32, 1), rowsOut(int64, 1)], [], (b) => {
  const x = b.load(0);
  b.foldInner('sum', 1, x);
  b.argFold('argmax', 2, x);
});

/** Column minima. */
export const columnMinima: Kernel = kernel(2, [input(float64, 2), columnsOut(float64, 1)], [], (b) =>
  b.foldOuter('min', 1, b.load(0)),
);

/** bins[index[i]] = sum of 2 x[i], and how often each index occurs. */
export const scattered: Kernel = kernel(1, [input(int64, 1), input(float64, 1), binsOut(float64), binsOut(int64)], [], (b) => {
  const index = b.load(0);
  b.scatter('sum', 2, index, b.mul(b.load(1), b.const(2, float64)));
  b.scatter('sum', 3, index, b.const(1, int64));
});

/** out[i] = table[index[i]]. */
export const take: Kernel = kernel(1, [whole(float64, 1), input(int64, 1), output(float64, 1)], [], (b) =>
  b.store(2, b.gather(0, b.load(1))),
);

/** y = A x for A in CSR: values, columns, low and high ends of the rows, x, y. */
export const spmv: Kernel = kernel(
  1,
  [whole(float64, 1), whole(int64, 1), input(int64, 1), input(int64, 1), whole(float64, 1), output(float64, 1)],
  [],
  (b) =>
    b.store(
      5,
      b.segfold('sum', b.load(2), b.load(3), (s) => s.mul(s.load(0), s.gather(4, s.load(1)))),
    ),
);

/** `spmv` with 32-bit columns, and a table of runs of rows as the last argument. */
export const runProducts: Kernel = kernel(
  1,
  [whole(float64, 1), whole(int32, 1), input(int64, 1), input(int64, 1), whole(float64, 1), output(float64, 1), whole(int32, 1)],
  [],
  (b) =>
    b.store(
      5,
      b.segfold('sum', b.load(2), b.load(3), (s) => s.mul(s.load(0), s.gather(4, s.cast(s.load(1), int64))), {
        table: 6,
        columns: 1,
      }),
    ),
);

/** i * columns + j. */
export const ramp: Kernel = kernel(2, [output(int64, 2)], [int64], (b) =>
  b.store(0, b.binary('add', b.mul(b.index(0), b.scalar(0)), b.index(1))),
);

/** Random numbers of a stream. */
export const random: Kernel = kernel(1, [output(float64, 1)], [int64], (b) => b.store(0, b.uniform(b.index(0), b.scalar(0))));

/** y = x * (p / q) for 0-d p and q, and r = p / q. */
export const scaled = (rank: number): Kernel =>
  kernel(rank, [fullIn(float64), fullIn(float64), input(float64, rank), output(float64, rank), fullOut(float64)], [], (b) => {
    const ratio = b.div(b.load(0), b.load(1));
    b.store(4, ratio);
    b.store(3, b.mul(b.load(2), ratio));
  });

/** Rounds until a square is far, as Mandelbrot's: how many they were, and the last value. */
export const rounds: Kernel = kernel(1, [input(float64, 1), output(int32, 1), output(float64, 1)], [], (b) => {
  const x = b.load(0);
  const initial = [b.const(0, int32), x];
  const [count, last] = b.repeat(initial, b.lt(x, b.const(4, float64)), 50, (r) => {
    const next = r.add(r.mul(r.carry(1, float64), r.carry(1, float64)), r.outer(x));
    return {
      next: [r.add(r.carry(0, int32), r.const(1, int32)), next],
      goes: r.lt(next, r.const(4, float64)),
    };
  });
  b.store(1, count);
  b.store(2, last);
});

/** Every sample, with a name. */
export const samples: Readonly<Record<string, Kernel>> = {
  axpy1: axpy(1),
  axpy3: axpy(3),
  addInPlace: addInPlace(1),
  mixed: mixed(2),
  dot1: dot(1),
  dot2: dot(2),
  rowSums,
  columnMinima,
  scattered,
  take,
  spmv,
  ramp,
  random,
  scaled: scaled(2),
  rounds,
};
