/**
 * Sums over windows of a vector, weighted: of a few weights as one kernel, which reads the vector shifted by each place of the window and
 * adds in their order, so that it fuses with its neighbours; of many as a product of a matrix of windows, which are views, and the weights.
 */
import { bool, type DType } from '../../dtype/index.js';
import { fullIn, input, type Kernel, kernel, output } from '../../ir/index.js';
import { runtime } from '../../runtime/index.js';
import { internView } from '../../shape/index.js';
import { checkUsable } from '../../store/index.js';
import { type ArgSpec, defineKind, type TaskKind } from '../../task/index.js';
import { assign } from '../assign.js';
import { zeros } from '../creation.js';
import { flip } from '../manipulate.js';
import { matmul } from '../matmul.js';
import { allocate, type NDArray, viewOf } from '../ndarray.js';
import { part } from '../part.js';
import { slice } from '../slice.js';
import { byRank } from '../ufunc.js';

/** Up to so many weights are one kernel. */
const UNROLLED = 32;
/** Bytes of a vector from which on a copy of it with zeros around it takes longer than the tasks for its ends. */
const LONG = 1 << 18;

const kinds = new Map<string, TaskKind>();

/** The sum of each window's elements times the reversed weights: both vectors of one dtype, the weights no longer. */
function windowSums(x: NDArray, weights: NDArray): NDArray {
  const m = weights.size;
  const n = x.size - m + 1;
  if (m > UNROLLED) {
    const [step] = x.view.strides;
    return matmul(viewOf(x, internView([n, m], [step, step], x.view.offset)), flip(weights));
  }
  const out = allocate(x.dtype, [n]);
  launchSums(x, weights, out);
  return out;
}

/**
 * The window sums of a vector with zeros before and behind it, fewer than there are weights on either side. Those of a long vector are computed
 * in three parts, so that only its ends are copied:
 *
 *     0 0 | a b c d … w x y z | 0 0        three weights
 *     ──────┘ └───────────┘ └──────
 *      copied    in place     copied
 */
export function framedSums(x: NDArray, weights: NDArray, before: number, after: number): NDArray {
  const m = weights.size;
  if (m > UNROLLED || x.size * x.dtype.size < LONG) return windowSums(framed(x, before, after), weights);
  const middle = x.size - m + 1;
  const out = allocate(x.dtype, [before + middle + after]);
  launchSums(framed(part(x, 0, 0, m - 1), before, 0), weights, part(out, 0, 0, before));
  launchSums(x, weights, part(out, 0, before, middle));
  launchSums(framed(part(x, 0, middle, m - 1), 0, after), weights, part(out, 0, before + middle, after));
  return out;
}

/** A vector with zeros around it. */
function framed(x: NDArray, before: number, after: number): NDArray {
  if (before + after === 0) return x;
  const out = zeros([before + x.size + after], { dtype: x.dtype });
  assign(part(out, 0, before, x.size), x);
  return out;
}

/** Writes the sums of a few weights, one for each element of `out`. */
function launchSums(x: NDArray, weights: NDArray, out: NDArray): void {
  const [n, m] = [out.size, weights.size];
  if (n === 0) return;
  checkUsable(x, 'convolve');
  checkUsable(weights, 'convolve');
  const places = Array.from({ length: m }, (_, k) => k);
  const shifted = places.map((k) => part(x, 0, m - 1 - k, n));
  runtime().launch(kindOf(x.dtype, m), [n], [...shifted, ...places.map((k) => slice(weights, k)), out]);
}

function kindOf(dtype: DType, m: number): TaskKind {
  const key = `${dtype.code} ${m}`;
  let kind = kinds.get(key);
  if (kind === undefined) {
    const args: ArgSpec[] = [
      ...new Array<ArgSpec>(m).fill({ privilege: 'read', access: 'elementwise' }),
      ...new Array<ArgSpec>(m).fill({ privilege: 'read', access: 'full' }),
      { privilege: 'write', access: 'elementwise' },
    ];
    const body = { kind: 'kernel', kernel: byRank((rank) => makeKernel(dtype, m, rank)) } as const;
    kinds.set(key, (kind = defineKind({ name: 'convolve', args, body })));
  }
  return kind;
}

/** Bools are added as `or`, and multiplied as `and`. */
function makeKernel(dtype: DType, m: number, rank: number): Kernel {
  const [times, plus] = dtype === bool ? (['and', 'or'] as const) : (['mul', 'add'] as const);
  const inputs = new Array<DType>(m).fill(dtype);
  const args = [...inputs.map((d) => input(d, rank)), ...inputs.map((d) => fullIn(d)), output(dtype, rank)];
  return kernel(rank, args, [], (b) => {
    const terms = inputs.map((_, k) => b.binary(times, b.load(k), b.load(m + k)));
    b.store(
      2 * m,
      terms.reduce((total, term) => b.binary(plus, total, term)),
    );
  });
}
