/** Eigenvalues and eigenvectors of a symmetric matrix; the values are shown. */
import * as np from 'maniple';
import { program } from '../harness/program.js';
import { matrixProgram } from './dense.js';

export default await program(
  import.meta,
  matrixProgram({ name: 'eigh', size: 500, compute: (a) => np.linalg.eigh(a).eigenvalues }),
);
