/** One line's transform in JavaScript, from its parts to its result's: `native/fft/fft.cpp`, step by step. */
import { MODE } from './plan.js';
import { HALF, HEAD, type Line, RADICES, transform } from './stages.js';

const roomFor = (n: number): Line => ({ re: new Float64Array(n), im: new Float64Array(n) });

/**
 * By convolution: the line times the chirp is transformed, multiplied, transformed back with its parts exchanged, and times the chirp
 * again.
 */
function convolved(table: Float64Array, line: Line, n: number, length: number, at: number): Line {
  const [x, y] = [roomFor(length), roomFor(length)];
  for (let k = 0; k < n; k++) {
    const [c, d] = [table[at + k], table[at + n + k]];
    x.re[k] = line.re[k] * c - line.im[k] * d;
    x.im[k] = line.re[k] * d + line.im[k] * c;
  }
  const { result, other } = transform(table, x, y);
  const of = at + 2 * n;
  for (let k = 0; k < length; k++) {
    const [c, d] = [table[of + k], table[of + length + k]];
    const re = result.re[k] * c - result.im[k] * d;
    result.im[k] = result.re[k] * d + result.im[k] * c;
    result.re[k] = re;
  }
  const back = transform(table, { re: result.im, im: result.re }, { re: other.im, im: other.re }).result;
  for (let k = 0; k < n; k++) {
    const [c, d, re, im] = [table[at + k], table[at + n + k], back.im[k], back.re[k]];
    line.re[k] = re * c - im * d;
    line.im[k] = re * d + im * c;
  }
  return line;
}

/** The transform of complex numbers. */
function complexLine(table: Float64Array, line: Line): Line {
  const [byConvolution, n, length] = [table[1], table[2], table[3]];
  if (byConvolution === 0) return transform(table, line, roomFor(length)).result;
  return convolved(table, line, n, length, endOfStages(table));
}

/** Where the table goes on behind its stages. */
function endOfStages(table: Float64Array): number {
  let next = HEAD;
  let left = table[3];
  for (let k = 0; k < table[4]; k++) {
    const p = table[5 + k];
    const m = left / p;
    if (!RADICES.includes(p)) next += 2 * p;
    if (m > 1) next += 2 * (p - 1) * m;
    left = m;
  }
  return next;
}

/** Of 2n real numbers as n pairs: the contributions of even and odd ones to frequency k are told apart by frequency -k. */
function realLine({ re, im }: Line, table: Float64Array, at: number): Line {
  const n = re.length;
  const out = roomFor(n + 1);
  for (let k = 0; k <= n; k++) {
    const [a, b] = [k === n ? 0 : k, k === 0 ? 0 : n - k];
    const [er, ei] = [0.5 * (re[a] + re[b]), 0.5 * (im[a] - im[b])];
    const [or, oi] = [0.5 * (im[a] + im[b]), 0.5 * (re[b] - re[a])];
    const [c, d] = [table[at + k], table[at + n + 1 + k]];
    out.re[k] = er + (or * c - oi * d);
    out.im[k] = ei + (or * d + oi * c);
  }
  return out;
}

/** Back: n + 1 frequencies of real numbers as n of pairs; parts are exchanged, as the transform that follows goes forth. */
function hermitianLine({ re, im }: Line, table: Float64Array, at: number): Line {
  const n = re.length - 1;
  const out = roomFor(n);
  for (let k = 0; k < n; k++) {
    const b = n - k;
    const [ai, bi] = [k === 0 ? 0 : im[k], b === n ? 0 : im[b]];
    const [er, ei] = [re[k] + re[b], ai - bi];
    const [dr, di] = [re[k] - re[b], ai + bi];
    const [c, d] = [table[at + k], -table[at + n + 1 + k]];
    const [or, oi] = [dr * c - di * d, dr * d + di * c];
    out.im[k] = er - oi;
    out.re[k] = ei + or;
  }
  return out;
}

/** The result of a line, which is changed. */
export function transformLine(table: Float64Array, line: Line): Line {
  const [mode] = table;
  if (mode === MODE.complex) return complexLine(table, line);
  if (mode === MODE.real) return realLine(complexLine(table, line), table, table[HALF]);
  const { re, im } = complexLine(table, hermitianLine(line, table, table[HALF]));
  return { re: im, im: re };
}
