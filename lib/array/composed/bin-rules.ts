/**
 * How many bins of equal width suit values, by the rules that NumPy names. The shape of a result depends on the count: values are waited for.
 *
 * Source: numpy.histogram_bin_edges. Doane (1976) corrects Sturges' rule for skewed values; 'fd' is that of Freedman and Diaconis (1981);
 * Stone's (1984) minimizes an estimate of the error, made by leaving one value out.
 */
import { type Kind, oneOf } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { divide, pow, subtract } from '../arithmetic.js';
import { astype } from '../assign.js';
import { asarray } from '../creation.js';
import type { NDArray } from '../ndarray.js';
import { dataSync, itemSync } from '../read.js';
import { max, min } from '../reductions.js';
import { mean, std } from '../statistics.js';
import { percentile } from './order.js';

/** Rules by which bins are counted. */
export type BinRule = 'auto' | 'doane' | 'fd' | 'rice' | 'scott' | 'sqrt' | 'stone' | 'sturges';
export const BIN_RULE: Kind<BinRule> = oneOf('auto', 'doane', 'fd', 'rice', 'scott', 'sqrt', 'stone', 'sturges');

/** Values within the range as float64, how far they reach, and the sum of the squares of their counts in so many bins. */
interface Sample {
  readonly x: NDArray;
  readonly n: number;
  readonly span: number;
  readonly squares: (bins: number) => number;
}

const numberOf = (x: NDArray): number => Number(itemSync(x));

function fd({ x, n }: Sample): number {
  const [upper, lower] = dataSync(percentile(x, [75, 25]));
  return (2 * (Number(upper) - Number(lower))) / Math.cbrt(n);
}

function doane({ x, n, span }: Sample): number {
  const deviation = n > 2 ? numberOf(std(x)) : 0;
  if (!(deviation > 0)) return 0;
  const skewness = Math.abs(numberOf(mean(pow(divide(subtract(x, mean(x)), deviation), 3))));
  const usual = Math.sqrt((6 * (n - 2)) / ((n + 1) * (n + 3)));
  return span / (1 + Math.log2(n) + Math.log2(1 + skewness / usual));
}

function stone({ n, span, squares }: Sample): number {
  if (n <= 1 || span === 0) return 0;
  const most = Math.max(100, Math.floor(Math.sqrt(n)));
  const errors = Array.from({ length: most }, (_, k) => ((2 - ((n + 1) * squares(k + 1)) / n ** 2) * (k + 1)) / span);
  return span / (errors.indexOf(errors.reduce((least, e) => (e < least ? e : least))) + 1);
}

const sturges = ({ n, span }: Sample): number => span / (Math.log2(n) + 1);
const sqrt = ({ n, span }: Sample): number => span / Math.sqrt(n);

/** The width of a bin by each rule; 0 where it finds none. */
const WIDTHS: Readonly<Record<BinRule, (sample: Sample) => number>> = {
  auto: (sample) => Math.min(Math.max(fd(sample), sqrt(sample) / 2), sturges(sample)),
  doane,
  fd,
  rice: ({ n, span }) => span / (2 * Math.cbrt(n)),
  scott: ({ x, n }) => Math.cbrt((24 * Math.sqrt(Math.PI)) / n) * numberOf(std(x)),
  sqrt,
  stone,
  sturges,
};

/**
 * The number of bins by a rule, of values in the range where one is given; `squares`: of a vector of values, the sum of the squares of
 * their counts in so many bins. Throws `DeviceError` on a device that cannot block.
 */
export function binCount(
  values: NDArray,
  rule: BinRule,
  range: readonly [number, number] | undefined,
  squares: (x: NDArray, bins: number) => number,
): number {
  const wide = astype(values, float64, { copy: false });
  const x = range === undefined ? wide : asarray((dataSync(wide) as Float64Array).filter((v) => v >= range[0] && v <= range[1]));
  if (x.size === 0) return 1;
  const span = numberOf(subtract(max(x), min(x)));
  const width = WIDTHS[rule]({ x, n: x.size, span, squares: (bins) => squares(x, bins) });
  // NaN and infinities have no width: edges between them, which the result has then, tell of them.
  if (!(width > 0 && width < Infinity)) return 1;
  const reach = (range === undefined ? span : range[1] - range[0]) || 1;
  return Math.ceil(reach / (values.dtype.kind === 'float' ? width : Math.max(width, 1)));
}
