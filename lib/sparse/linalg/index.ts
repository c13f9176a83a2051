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
