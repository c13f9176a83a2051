/** The sum of a sparse matrix and its transpose, of a structure that is new. */
import { program } from '../harness/program.js';
import { pairProgram } from './sparse-pairs.js';

export default await program(import.meta, pairProgram({ name: 'sparse-sum-anew', compute: (R) => R.add(R.T), anew: true }));
