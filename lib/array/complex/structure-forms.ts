/** The complex forms of functions that move elements, and of linear functions: the parts are treated alike. */
import { DTypeError, isPlain } from '../../base/index.js';
import { assign, copy } from '../assign.js';
import { takeAlongAxis } from '../composed/along.js';
import { block, diagflat, resize, unstack } from '../composed/blocks.js';
import { trapezoid } from '../composed/calculus.js';
import { arraySplit, dsplit, hsplit, insert, remove, select, vsplit } from '../composed/editing.js';
import { get } from '../composed/indexing.js';
import {
  append,
  atleast1d,
  atleast2d,
  atleast3d,
  columnStack,
  dstack,
  fliplr,
  flipud,
  hstack,
  rot90,
  vstack,
} from '../composed/stacking.js';
import { diff, roll } from '../differences.js';
import { gather, take } from '../gather.js';
import { concat, repeat, split, stack, tile } from '../join.js';
import { trace } from '../linalg/trace.js';
import {
  broadcastTo,
  diagonal,
  expandDims,
  flip,
  matrixTranspose,
  moveaxis,
  permuteDims,
  squeeze,
  swapaxes,
  transpose,
} from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { sum } from '../reductions.js';
import { flatten, ravel, reshape } from '../reshape.js';
import { cumsum, cumulativeSum } from '../scan.js';
import { dispose } from '../scope.js';
import { where } from '../select.js';
import { type CompressOptions, compress } from '../sets.js';
import { slice } from '../slice.js';
import { mean } from '../statistics.js';
import { tril, triu } from '../triangles.js';
import { defineForms } from './calls.js';
import { ComplexArray } from './complex-array.js';
import { type AnyDTypeLike, asComplex, converted, toComplex } from './convert.js';
import { byParts, inDType } from './parts.js';
import { deliverAny } from './reduce-options.js';

const first = {
  ...{ copy, append: null, fliplr, flipud, rot90, atleast1d, atleast2d, atleast3d },
  ...{ columnStack, dstack, block, diagflat, resize, unstack },
  ...{ arraySplit, dsplit, hsplit, vsplit, remove, takeAlongAxis, diff, roll, gather, take, repeat, split, tile },
  ...{ broadcastTo, diagonal, expandDims, flip, matrixTranspose, moveaxis, permuteDims, squeeze, swapaxes, transpose },
  ...{ tril, triu, flatten, ravel, reshape, slice },
};

/** The chosen elements; in `out` once they are there. */
function compressed(mask: unknown, z: unknown, ...how: readonly unknown[]): unknown {
  const { axis, out } = {
    ...(isPlain(how[0]) ? how[0] : { axis: how[0] }),
    ...(how[1] as object | undefined),
  } as CompressOptions;
  const found = byParts(compress, 1)(mask, z, ...(axis === undefined ? [] : [{ axis }])) as PromiseLike<NDArray>;
  return out === undefined || out === null ? found : found.then((whole) => deliverAny(whole, out, 'compress'));
}

const to = (z: unknown, dtype: unknown): unknown => converted(toComplex(z, 'astype'), dtype as AnyDTypeLike, 'astype');

defineForms(() => ({
  ...Object.fromEntries(Object.entries(first).flatMap(([name, fn]) => (fn === null ? [] : [[name, byParts(fn as never)]]))),
  ...Object.fromEntries(
    [sum, mean, trace, cumulativeSum, cumsum, concat, stack, hstack, vstack].map((fn) => [
      fn.name,
      inDType(fn.name, byParts(fn), to),
    ]),
  ),
  append: byParts(append, 0, 1),
  insert: byParts(insert, 0, 2),
  where: byParts(where, 1, 2),
  select: byParts(select, 1, 2),
  compress: compressed,
  'x.compress': (z: unknown, mask: unknown, ...more: readonly unknown[]) => compressed(mask, z, ...more),
  get: byParts(get, 0),
  trapezoid: byParts(trapezoid, 0),
  assign: (target: unknown, value: unknown) => {
    if (!(target instanceof ComplexArray))
      throw new DTypeError('assign: complex values do not fit a real array; take np.real(z), or make the array complex');
    const from = asComplex(value, 'assign');
    assign(target.re, from.re);
    assign(target.im, from.im);
    return target;
  },
  dispose: (z: ComplexArray) => {
    dispose(z.re);
    dispose(z.im);
  },
}));
