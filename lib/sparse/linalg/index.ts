/** `sparse.linalg`: solvers and functions of sparse matrices, with the names of `scipy.sparse.linalg`. */
export { bicgstab, cg } from '../krylov.js';
export { isSptriangular, spbandwidth } from './bandwidth.js';
export {
  type DirectOptions,
  factorized,
  type IncompleteOptions,
  spilu,
  splu,
  spsolve,
} from './direct.js';
export { type EigenFinder, type EigshOptions, eigsh, type SomeEigenpairs } from './eigen.js';
export { type EigsOptions, eigs } from './eigs.js';
export { expm } from './expm.js';
export { type ExpmMultiplyOptions, expmMultiply } from './expm-multiply.js';
export { type FunmMultiplyKrylovOptions, funmMultiplyKrylov } from './funm-multiply-krylov.js';
export { type GcrotmkOptions, gcrotmk } from './gcrotmk.js';
export { type GmresOptions, gmres } from './gmres.js';
export { LaplacianNd, type LaplacianNdOptions, laplacianNd } from './laplacian-nd.js';
export { type LeastSquaresSolution, type LsmrOptions, type LsqrOptions, lsmr, lsqr } from './least-squares.js';
export { type LgmresOptions, lgmres } from './lgmres.js';
export { type LobpcgOptions, type LobpcgResult, lobpcg } from './lobpcg.js';
export {
  inv,
  matrixPower,
  spsolveTriangular,
  type TriangularOptions,
} from './matrix-functions.js';
export { norm, type SparseNormOptions } from './norm.js';
export { type OneNorm, type OneNormFinder, type OneNormOptions, onenormest } from './onenormest.js';
export { aslinearoperator, LinearOperator, linearOperator, type OperatorParts } from './operator.js';
export { qmr } from './qmr.js';
export type { VectorPair } from './recycled.js';
export { bicg, cgs, minres } from './short-recurrences.js';
export { SparseLU, type TransposeOption } from './sparse-lu.js';
export type { GeneralizedOptions } from './spectral.js';
export { type SingularFinder, type SomeSingularTriplets, type SvdsOptions, svds } from './svds.js';
export { tfqmr } from './tfqmr.js';
