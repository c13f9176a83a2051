/** Conjugate gradients on the 1-D Poisson matrix, as the thesis measures them against PETSc (Fig. 6.14d): hardly any parallelism. */
import { program } from '../harness/program.js';
import { poissonProgram } from './krylov.js';

export default await program(import.meta, poissonProgram('cg-line', 'cg', 'line'));
