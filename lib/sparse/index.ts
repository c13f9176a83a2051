/** Room `sparse`: sparse matrices over stores, iterative solvers, and the Matrix Market format. */
import './methods.js';
import './refused-names.js';

export * from './arg-extremes.js';
export * from './arithmetic.js';
export type { MatrixIndex, Places } from './axis-places.js';
export * from './blocks.js';
export * from './comparisons.js';
export * from './construct.js';
export { CooArray } from './coo.js';
export { type CsrOptions, csrArray, type DTypeOption, type Source } from './create.js';
export { CscArray } from './csc.js';
export * as csgraph from './csgraph/index.js';
export { CsrArray } from './csr.js';
export { type BuilderIndex, DokArray } from './dok.js';
export type { BuilderValues, Element } from './dok-values.js';
export { asformat, cooArray, cscArray, issparse, type SparseArray, tocoo, tocsc, tocsr } from './formats.js';
export { injection2d, interpolation2d, poisson1d, poisson2d } from './generators.js';
export { bicgstab, cg } from './krylov.js';
export * as linalg from './linalg/index.js';
export type { List } from './lists.js';
export { readMatrixMarket } from './matrix-market-read.js';
export { type WriteOptions, writeMatrixMarket } from './matrix-market-write.js';
export { nanmax, nanmin } from './nan-extremes.js';
export { loadNpz, type SaveNpzOptions, saveNpz } from './npz.js';
export {
  type BsrSource,
  bsrArray,
  type DiaSource,
  type DokSource,
  diaArray,
  dokArray,
  lilArray,
} from './other-formats.js';
export * from './parts.js';
export * from './products.js';
export * from './random.js';
export { type AxisArgument, type AxisOptions, countNonzero, diagonal, max, mean, min, sum, trace } from './reductions.js';
export * from './selection.js';
export type { Operator, Reason, Solution, SolveOptions, SystemMatrix } from './solver.js';
export type { CooSource, CsrSource } from './sources.js';
