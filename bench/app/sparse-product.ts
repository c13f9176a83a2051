/** The product of a sparse matrix with itself, of structures that are known. */
import { program } from '../harness/program.js';
import { pairProgram } from './sparse-pairs.js';

export default await program(import.meta, pairProgram({ name: 'sparse-product', compute: (R) => R.matmul(R), anew: false }));
