/** The product of a sparse matrix with itself, of a structure that is new. */
import { program } from '../harness/program.js';
import { pairProgram } from './sparse-pairs.js';

export default await program(import.meta, pairProgram({ name: 'sparse-product-anew', compute: (R) => R.matmul(R), anew: true }));
