/** Random kernels that can be device programs, on any device that runs them, compared with a judge. */
import { canRun } from '../../lib/compile/index.js';
import { bool, type DType, dtypes, float32, float64, int32, int64 } from '../../lib/dtype/index.js';
import { printKernel, verify } from '../../lib/ir/index.js';
import { isExactKernel, type Judge } from './agree.js';
import { firstDifference } from './compare.js';
import { copyViews, Draw, drawKernel, type Kind, type RandomKernel } from './random.js';

/** The dtypes that device programs have. */
const gpuDTypes: readonly DType[] = dtypes.filter((dtype) => dtype !== float64);
const usual = [float32, float32, int32, int64, bool];
/** With float64 as pairs of float32. */
const emulatedDTypes = [float64, float64, float64, float32, int32, int64, bool];

interface Found {
  readonly draw: Draw;
  readonly drawn: RandomKernel;
}

/**
 * The first random kernel at or after a seed that can be a device program, and that the interpreter computes to the last bit if asked for;
 * `emulates`: with float64 as pairs of float32.
 */
export function gpuKernel(first: number, rank: number, kind: Kind, size: number, exact = false, emulates = false): Found {
  for (let seed = first; ; seed++) {
    const draw = new Draw(seed);
    const drawn = drawKernel(draw, rank, kind, size, emulates ? emulatedDTypes : seed % 3 === 0 ? usual : gpuDTypes);
    if (canRun(drawn.kernel, emulates) === null && (!exact || isExactKernel(drawn.kernel))) return { draw, drawn };
  }
}

/** Throws where status or any element of what `run` computes is not the judge's. Zeros of either sign differ; NaNs do not. */
export function compareRuns({ draw, drawn }: Found, shape: readonly number[], judge: Judge, run: Judge): void {
  const { kernel } = drawn;
  if (verify(kernel).length > 0) throw new Error(verify(kernel).join('\n'));
  const expected = drawn.arguments(shape, draw);
  const got = copyViews(expected);
  const status = judge(drawn, shape, expected);
  const found = run(drawn, shape, got);
  if (found !== status) throw new Error(`status ${found}, not ${status}\n${printKernel(kernel)}`);
  if (status !== 0) return;
  got.forEach((view, k) => {
    // Over an empty domain no element asks for a uniform store.
    if (shape.includes(0) && kernel.args[k].access === 'full') return;
    const at = firstDifference(view.data, expected[k].data);
    if (at < 0) return;
    const [is, should] = [view.data[at], expected[k].data[at]];
    throw new Error(`argument ${k}[${at}] over (${shape}): ${is}, not ${should}\n${printKernel(kernel)}`);
  });
}
