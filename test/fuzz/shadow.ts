/**
 * The fuzz oracle: arrays as plain numbers over shared buffers, every operation carried out at once, one element after the
 * other. Shares no code with the library. Values stay small whole numbers (or halves), so that sums are exact in any order
 * and results must be equal to the last bit.
 */
import { half } from '../support/half.js';

export type Kind =
  | 'float16'
  | 'float64'
  | 'float32'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'bool';

export interface Shadow {
  readonly buffer: number[];
  readonly kind: Kind;
  readonly shape: readonly number[];
  readonly strides: readonly number[];
  readonly offset: number;
}

const count = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1);

export function dense(values: number[], shape: readonly number[], kind: Kind): Shadow {
  const strides: number[] = [];
  let step = 1;
  for (let i = shape.length - 1; i >= 0; i--) {
    strides.unshift(step);
    step *= shape[i];
  }
  return { buffer: values.map((v) => fit(v, kind)), kind, shape, strides, offset: 0 };
}

/** A value as an element of that type. */
export function fit(value: number, kind: Kind): number {
  switch (kind) {
    case 'float64':
      return value;
    case 'float16':
      return half(value);
    case 'float32':
      return Math.fround(value);
    case 'int32':
      return value | 0;
    case 'int8':
      return (value << 24) >> 24;
    case 'int16':
      return (value << 16) >> 16;
    case 'int64':
    case 'uint64':
      return Math.trunc(value);
    case 'uint8':
      return value & 255;
    case 'uint16':
      return value & 65535;
    case 'uint32':
      return value >>> 0;
    case 'bool':
      return value !== 0 ? 1 : 0;
  }
}

/** Buffer positions in row-major order of the view. */
export function positions(x: Shadow): number[] {
  let found = [x.offset];
  x.shape.forEach((n, axis) => {
    found = found.flatMap((p) => Array.from({ length: n }, (_, i) => p + i * x.strides[axis]));
  });
  return found;
}

export const values = (x: Shadow): number[] => positions(x).map((p) => x.buffer[p]);

export function broadcast(x: Shadow, shape: readonly number[]): Shadow {
  const lead = shape.length - x.shape.length;
  const strides = shape.map((n, i) => (i < lead || (x.shape[i - lead] === 1 && n !== 1) ? 0 : x.strides[i - lead]));
  return { ...x, shape, strides };
}

export function jointShape(a: readonly number[], b: readonly number[]): number[] | null {
  const rank = Math.max(a.length, b.length);
  const out: number[] = [];
  for (let i = 0; i < rank; i++) {
    const m = a[a.length - rank + i] ?? 1;
    const n = b[b.length - rank + i] ?? 1;
    if (m !== n && m !== 1 && n !== 1) return null;
    out.push(m === 1 ? n : m);
  }
  return out;
}

export function map(kind: Kind, shape: readonly number[], f: (...v: number[]) => number, ...inputs: Shadow[]): Shadow {
  const columns = inputs.map((x) => values(broadcast(x, shape)));
  const out = Array.from({ length: count(shape) }, (_, i) => f(...columns.map((c) => c[i])));
  return dense(out, shape, kind);
}

/** Overwrites what the view shows. */
export function assign(target: Shadow, source: Shadow): void {
  const from = values(broadcast(source, target.shape));
  positions(target).forEach((p, i) => {
    target.buffer[p] = fit(from[i], target.kind);
  });
}

export function slice(x: Shadow, axis: number, start: number, length: number, step: number): Shadow {
  return {
    ...x,
    shape: x.shape.map((n, i) => (i === axis ? length : n)),
    strides: x.strides.map((s, i) => (i === axis ? s * step : s)),
    offset: length > 0 ? x.offset + start * x.strides[axis] : x.offset,
  };
}

export const row = (x: Shadow, index: number): Shadow => ({
  ...x,
  shape: x.shape.slice(1),
  strides: x.strides.slice(1),
  offset: x.offset + index * x.strides[0],
});

/** Parts of one shape and kind along a new axis. */
export function stack(parts: readonly Shadow[], axis: number): Shadow {
  const [{ shape, kind }] = parts;
  const out = dense(
    new Array(parts.length * count(shape)).fill(0),
    [...shape.slice(0, axis), parts.length, ...shape.slice(axis)],
    kind,
  );
  parts.forEach((x, i) => {
    const one = slice(out, axis, i, 1, 1);
    const without = <T>(list: readonly T[]): T[] => list.filter((_, k) => k !== axis);
    assign({ ...one, shape: without(one.shape), strides: without(one.strides) }, x);
  });
  return out;
}

export const transpose = (x: Shadow): Shadow => ({ ...x, shape: [...x.shape].reverse(), strides: [...x.strides].reverse() });

export function reduce(
  x: Shadow,
  axes: readonly number[],
  kind: Kind,
  f: (a: number, b: number) => number,
  start: number | null,
): Shadow {
  const kept = x.shape.filter((_, i) => !axes.includes(i));
  const out = new Array<number | null>(count(kept)).fill(start);
  const all = values(x);
  const index = new Array<number>(x.shape.length).fill(0);
  for (const v of all) {
    let at = 0;
    for (let i = 0; i < x.shape.length; i++) if (!axes.includes(i)) at = at * x.shape[i] + index[i];
    const old = out[at];
    out[at] = old === null ? v : f(old, v);
    for (let i = x.shape.length - 1; i >= 0 && ++index[i] === x.shape[i]; i--) index[i] = 0;
  }
  return dense(
    out.map((v) => v ?? 0),
    kept,
    kind,
  );
}

export function take(x: Shadow, index: Shadow, axis: number): Shadow {
  const n = x.shape[axis];
  const picks = values(index).map((i) => (i < 0 ? i + n : i));
  const shape = [...x.shape.slice(0, axis), picks.length, ...x.shape.slice(axis + 1)];
  const pieces = picks.map((i) => slice(x, axis, i, 1, 1));
  const out = dense(new Array(count(shape)).fill(0), shape, x.kind);
  pieces.forEach((p, i) => assign(slice(out, axis, i, 1, 1), p));
  return out;
}
