/** Singular values and vectors; the values are shown. */
import * as np from 'maniple';
import { program } from '../harness/program.js';
import { matrixProgram } from './dense.js';

export default await program(import.meta, matrixProgram({ name: 'svd', size: 500, compute: (a) => np.linalg.svd(a).s }));
