/** Conjugate gradients on the 2-D Poisson matrix. */
import { program } from '../harness/program.js';
import { poissonProgram } from './krylov.js';

export default await program(import.meta, poissonProgram('cg', 'cg', 'grid'));
