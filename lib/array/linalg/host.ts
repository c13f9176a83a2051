/** A second door of linear algebra: Schur forms of small matrices on the host, for solvers of large ones that project onto small bases. */
export { eigenvectors, type Square, schur } from './schur.js';
export { moveFirst } from './schur-order.js';
