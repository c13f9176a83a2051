/** A second door of linear algebra: Schur forms of small matrices and single numbers on the host, for solvers that project large matrices onto small bases. */
export { over } from './scalar.js';
export { eigenvectors, type Square, schur } from './schur.js';
export { moveFirst } from './schur-order.js';
