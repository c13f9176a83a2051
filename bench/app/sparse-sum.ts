/** The sum of a sparse matrix and its transpose, of structures that are known. */
import { program } from '../harness/program.js';
import { pairProgram } from './sparse-pairs.js';

export default await program(import.meta, pairProgram({ name: 'sparse-sum', compute: (R) => R.add(R.T), anew: false }));
