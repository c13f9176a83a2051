/** Programs of series: averages, returns, signals, filters. */
import * as np from '../../../lib/array/index.js';

/** Means of windows, by sums and by convolution. */
export async function movingAverage() {
  const x = np.sin(np.arange(60, { dtype: np.float64 }));
  const total = np.cumsum(np.concatenate([np.zeros(1), x]));
  return [total.slice('7:').subtract(total.slice(':-7')).divide(7), np.convolve(x, np.ones(7).divide(7), { mode: 'valid' })];
}

/** Each value a little of the new one and most of the old. */
export async function exponentialAverage() {
  const x = np.cos(np.arange(40, { dtype: np.float64 }));
  const out = np.zeros(40);
  out.slice(0).assign(x.slice(0));
  for (let k = 1; k < 40; k++) {
    out.slice(k).assign(
      x
        .slice(k)
        .multiply(0.2)
        .add(out.slice(k - 1).multiply(0.8)),
    );
  }
  return out;
}

/** Returns, their volatility by year, and the value of a unit invested. */
export async function returns() {
  const price = np.exp(np.cumsum(np.sin(np.arange(100, { dtype: np.float64 }).multiply(7)).multiply(0.01))).multiply(100);
  const change = price.slice('1:').divide(price.slice(':-1')).subtract(1);
  return [np.mean(change).multiply(252), np.std(change, { ddof: 1 }).multiply(np.sqrt(252)), np.cumprod(change.add(1))];
}

/** The greatest fall from a maximum, and where it is. */
export async function drawdown() {
  const value = np.cumsum(np.cos(np.arange(80, { dtype: np.float64 }).multiply(0.3)));
  const top = np.maximum.accumulate(value);
  const fall = top.subtract(value);
  return [np.max(fall), np.argmax(fall), fall];
}

/** Weights of least variance, from covariances of returns. */
export async function portfolio() {
  const t = np.arange(120, { dtype: np.float64 });
  const returns = np.stack([
    np.sin(t).multiply(0.01),
    np.cos(t.multiply(2)).multiply(0.02),
    np.sin(t.multiply(3).add(1)).multiply(0.015),
  ]);
  const sigma = np.cov(returns);
  const ones = np.ones(3);
  let w = np.linalg.solve(sigma, ones);
  w = w.divide(np.sum(w));
  return [w, np.sqrt(w.matmul(sigma).matmul(w))];
}

/** Where a signal changes its sign, and how long it keeps it. */
export async function crossings() {
  const x = np.sin(np.arange(100, { dtype: np.float64 }).multiply(0.4).add(0.1));
  const places = np.flatnonzero(x.slice('1:').multiply(x.slice(':-1')).less(0));
  return [places, np.diff(places)];
}

/** Local maxima above a bound. */
export async function peaks() {
  const x = np.sin(np.arange(90, { dtype: np.float64 }).multiply(0.5)).multiply(np.linspace(0, 1, 90));
  const inner = x.slice('1:-1');
  return np
    .flatnonzero(
      inner
        .greater(x.slice(':-2'))
        .bitwiseAnd(inner.greater(x.slice('2:')))
        .bitwiseAnd(inner.greater(0.3)),
    )
    .add(1);
}

/** Frequencies above a bound left out. */
export async function lowPass() {
  const t = np.arange(128, { dtype: np.float64 }).divide(128);
  const x = np.sin(t.multiply(2 * np.pi * 3)).add(np.sin(t.multiply(2 * np.pi * 40)).multiply(0.5));
  let spectrum = np.fft.rfft(x);
  const frequencies = np.fft.rfftfreq(128, 1 / 128);
  spectrum = np.where(frequencies.greater(10), 0, spectrum);
  return [np.fft.irfft(spectrum), np.abs(spectrum)];
}

/** A Fourier transform by its matrix, and the fast one. */
export async function transformByMatrix() {
  const n = 16;
  const k = np.arange(n, { dtype: np.float64 });
  const x = np.cos(k).add(np.sin(k.multiply(3)).multiply(0.5));
  const matrix = np.exp(np.outer(k, k).multiply(np.pi).divide(n).multiply({ re: -0, im: -2 }));
  return [matrix.matmul(x), np.max(np.abs(matrix.matmul(x).subtract(np.fft.fft(x)))).less(1e-12)];
}

/** How alike a series is to itself, some steps later. */
export async function autocorrelation() {
  const x = np.sin(np.arange(60, { dtype: np.float64 }).multiply(0.7));
  const y = x.subtract(np.mean(x));
  return np
    .correlate(y, y, { mode: 'full' })
    .slice('59:70')
    .divide(np.sum(y.multiply(y)));
}

/** A series at other times, by lines between its points. */
export async function resampling() {
  const t = np.linspace(0, 10, 21);
  const at = np.linspace(-1, 11, 37);
  return np.interp(at, t, np.sqrt(t));
}

/** What is left of a series without its line of best fit. */
export async function detrending() {
  const t = np.arange(50, { dtype: np.float64 });
  const y = t.multiply(0.5).add(3).add(np.sin(t));
  const [slope, intercept] = np.polyfit(t, y, 1);
  return [slope, intercept, y.subtract(slope.multiply(t).add(intercept))];
}

/** Means of each month over years, and what differs from them. */
export async function seasons() {
  const x = np
    .sin(np.arange(48, { dtype: np.float64 }).multiply(np.pi).divide(6))
    .add(np.arange(48, { dtype: np.float64 }).multiply(0.1));
  const years = x.reshape([4, 12]);
  const means = years.mean({ axis: 0 });
  return [means, years.subtract(means), years.max({ axis: 1 }), years.argmin({ axis: 1 })];
}

/** A sound with its echo, by a convolution of spectra. */
export async function echo() {
  const x = np.cos(np.arange(50, { dtype: np.float64 }));
  const kernel = np.zeros(15);
  kernel.slice(0).assign(1);
  kernel.slice(10).assign(0.5);
  const long = np.fft.irfft(np.fft.rfft(x, { n: 64 }).multiply(np.fft.rfft(kernel, { n: 64 })), { n: 64 });
  return [long, np.allclose(long, np.convolve(x, kernel))];
}

/** A sequence by its runs: where each begins, how long it is, and back. */
export async function runLengths() {
  const x = np.arange(60, { dtype: np.int64 }).pow(2).floorDivide(17).remainder(3);
  const begins = np.flatnonzero(np.concatenate([np.ones(1, { dtype: np.bool }), x.slice('1:').notEqual(x.slice(':-1'))]));
  const lengths = np.diff(np.concatenate([begins, np.full(1, 60, { dtype: np.int64 })]));
  return [begins, lengths, x.get(begins)];
}
