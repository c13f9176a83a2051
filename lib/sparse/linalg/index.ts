/** `sparse.linalg`: solvers and functions of sparse matrices, with the names of `scipy.sparse.linalg`. */
export { bicgstab, cg } from '../krylov.js';
export {
  type DirectOptions,
  factorized,
  type IncompleteOptions,
  SparseLU,
  spilu,
  splu,
  spsolve,
  type TransposeOption,
} from './direct.js';
export { type GmresOptions, gmres } from './gmres.js';
export { aslinearoperator, LinearOperator, linearOperator, type OperatorParts } from './operator.js';
export { bicg, cgs, minres } from './short-recurrences.js';
