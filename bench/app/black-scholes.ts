/**
 * Black-Scholes: the 67 array operations of Listing 1 of the 2022 task-fusion paper (which prints `d1` without the parentheses
 * around its numerator; they are here).
 */
import * as np from 'maniple';
import { items, program, spread } from '../harness/program.js';

type NDArray = np.NDArray;
/** The library as its package, or the copy of it that a test runs. */
type Library = Pick<typeof np, 'abs' | 'divide' | 'exp' | 'log' | 'negative' | 'sqrt' | 'subtract' | 'where'>;

const [A1, A2, A3, A4, A5] = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
const RSQRT2PI = 0.3989422804014327;

/** The cumulative normal distribution: 21 operations. */
function cnd(d: NDArray, lib: Library): NDArray {
  const k = lib.divide(1, lib.abs(d).multiply(0.2316419).add(1));
  const poly = k.multiply(A5).add(A4).multiply(k).add(A3).multiply(k).add(A2).multiply(k).add(A1).multiply(k);
  const c = lib.exp(d.multiply(-0.5).multiply(d)).multiply(RSQRT2PI).multiply(poly);
  return lib.where(d.greater(0), lib.subtract(1, c), c);
}

/** Prices of European calls and puts from spot, strike, years, interest rate and volatility. */
export function blackScholes(
  s: NDArray,
  x: NDArray,
  t: NDArray,
  r: NDArray,
  v: NDArray,
  lib: Library = np,
): { call: NDArray; put: NDArray } {
  const sqrtT = lib.sqrt(t);
  const drift = v.multiply(0.5).multiply(v).add(r).multiply(t);
  const d1 = lib.log(s.divide(x)).add(drift).divide(v.multiply(sqrtT));
  const d2 = d1.subtract(v.multiply(sqrtT));
  const n1 = cnd(d1, lib);
  const n2 = cnd(d2, lib);
  const t3 = lib.exp(lib.negative(r).multiply(t));
  const call = s.multiply(n1).subtract(x.multiply(t3).multiply(n2));
  const put = x
    .multiply(t3)
    .multiply(lib.subtract(1, n2))
    .subtract(s.multiply(lib.subtract(1, n1)));
  return { call, put };
}

export default await program(import.meta, {
  name: 'black-scholes',
  unit: 'options',
  size: 1_000_000,
  async prepare(n) {
    const s = spread(n, 0.6180339887498949, 0.1).multiply(100).add(50);
    const x = spread(n, 0.7548776662466927, 0.3).multiply(100).add(50);
    const t = spread(n, 0.5698402909980532, 0.5).multiply(2).add(0.1);
    const r = spread(n, 0.8191725133961645, 0.7).multiply(0.04).add(0.01);
    const v = spread(n, 0.6710436067037893, 0.9).multiply(0.4).add(0.1);
    await np.runtime.fence();
    let prices = blackScholes(s, x, t, r, v);
    return {
      bytes: 7 * 8 * n,
      async run() {
        prices = blackScholes(s, x, t, r, v);
        await np.runtime.fence();
      },
      result: () => {
        const { call, put } = prices;
        return items(call.sum(), put.sum(), call.slice(0), call.slice(Math.floor(n / 2)), put.slice(n - 1));
      },
    };
  },
});
