/**
 * Transforms along the last axis of arrays: one task over its lines, a routine of the addon or JavaScript. Tables are made once for a
 * length and runtime. The inverse transform is the transform with real and imaginary parts exchanged, before and after.
 */

import { float64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { sizeOf } from '../../shape/index.js';
import { sliceView } from '../../store/index.js';
import { type ArgSpec, type BodyArg, defineKind, type TaskKind } from '../../task/index.js';
import { ComplexArray } from '../complex/complex-array.js';
import { adopt, allocate, type NDArray, viewOf } from '../ndarray.js';
import { reshape } from '../reshape.js';
import { routineKind } from '../routine-kind.js';
import { transformLine } from './line.js';
import { MODE, type Mode, tableOf } from './plan.js';

const args: readonly ArgSpec[] = [
  { privilege: 'read', access: 'whole' },
  { privilege: 'read', access: 'whole' },
  { privilege: 'read', access: 'whole' },
  { privilege: 'write', access: 'whole' },
  { privilege: 'write', access: 'whole' },
];

const scripted: TaskKind = defineKind({
  name: 'fft',
  args,
  body: { kind: 'js', run: ([re, im, table, ...out], [scale]) => run(re, im, table, out, Number(scale)) },
});

function run(re: BodyArg, im: BodyArg, table: BodyArg, [outRe, outIm]: readonly BodyArg[], scale: number): void {
  const numbers = Float64Array.from(
    { length: table.shape[0] },
    (_, i) => table.data[table.offset + i * table.strides[0]] as number,
  );
  const [lines, length] = re.shape;
  for (let l = 0; l < lines; l++) {
    const read = (arg: BodyArg): Float64Array =>
      Float64Array.from({ length }, (_, i) => arg.data[arg.offset + l * arg.strides[0] + i * arg.strides[1]] as number);
    const result = transformLine(numbers, { re: read(re), im: read(im) });
    const write = (arg: BodyArg, values: Float64Array): void => {
      for (let i = 0; i < arg.shape[1]; i++)
        arg.data[arg.offset + l * arg.strides[0] + i * arg.strides[1]] = (values[i] * scale) as never;
    };
    write(outRe, result.re);
    write(outIm, result.im);
  }
}

const tables = new WeakMap<object, Map<string, NDArray>>();
/** Tables of so many lengths are kept, as long ones are large. */
const MOST_TABLES = 32;

function tableFor(n: number, mode: Mode): NDArray {
  const own = runtime();
  let known = tables.get(own);
  if (known === undefined) tables.set(own, (known = new Map()));
  const key = `${n} ${mode}`;
  let table = known.get(key);
  if (table === undefined) {
    const numbers = tableOf(n, mode);
    if (known.size === MOST_TABLES) known.clear();
    known.set(key, (table = adopt(own.lasting(() => own.upload(numbers, float64, [numbers.length])))));
  }
  return table;
}

/** Launches a transform of `n` complex numbers a line; all arrays have lines along their last axis. */
function launch(n: number, mode: Mode, source: ComplexArray, target: ComplexArray, scale: number): void {
  const { re, im } = source;
  const lines = sizeOf(re.view.shape.slice(0, -1));
  const rows = (x: NDArray): NDArray => reshape(x, [lines, x.view.shape[x.ndim - 1]]);
  const routine = `fft_${re.dtype.short}`;
  const kind = runtime().device.routine(routine) < 0 ? scripted : routineKind('fft', routine, args);
  runtime().launch(kind, [lines, n], [rows(re), rows(im), tableFor(n, mode), rows(target.re), rows(target.im)], [scale]);
}

function allocated(like: NDArray, length: number): ComplexArray {
  const shape = [...like.view.shape.slice(0, -1), length];
  return new ComplexArray(allocate(like.dtype, shape), allocate(like.dtype, shape));
}

const exchanged = (z: ComplexArray): ComplexArray => new ComplexArray(z.im, z.re);

/** Every other number of the last axis. */
function everyOther(x: NDArray, first: number): NDArray {
  const axis = x.ndim - 1;
  return viewOf(x, sliceView(x.view, axis, first, Math.floor((x.view.shape[axis] + 1 - first) / 2), 2));
}

/** The transform, or its inverse, of complex numbers along the last axis, times `scale`. */
export function transformed(z: ComplexArray, inverse: boolean, scale: number): ComplexArray {
  const n = z.re.view.shape[z.ndim - 1];
  const out = allocated(z.re, n);
  if (z.size === 0) return out;
  if (inverse) launch(n, MODE.complex, exchanged(z), exchanged(out), scale);
  else launch(n, MODE.complex, z, out, scale);
  return out;
}

/** The frequencies from 0 to n / 2 of n real numbers along the last axis; n is even. */
export function realTransformed(x: NDArray, scale: number): ComplexArray {
  const n = x.view.shape[x.ndim - 1] / 2;
  const out = allocated(x, n + 1);
  if (x.size > 0) launch(n, MODE.real, new ComplexArray(everyOther(x, 0), everyOther(x, 1)), out, scale);
  return out;
}

/** The 2n real numbers of which these are the n + 1 frequencies along the last axis. */
export function realInverse(z: ComplexArray, scale: number): NDArray {
  const n = z.re.view.shape[z.ndim - 1] - 1;
  const out = allocate(z.re.dtype, [...z.re.view.shape.slice(0, -1), 2 * n]);
  if (out.size > 0) launch(n, MODE.hermitian, z, new ComplexArray(everyOther(out, 0), everyOther(out, 1)), scale);
  return out;
}
