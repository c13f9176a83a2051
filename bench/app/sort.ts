/** A sorted copy. */
import * as np from 'maniple';
import { program } from '../harness/program.js';
import { lineProgram } from './dense.js';

export default await program(import.meta, lineProgram({ name: 'sort', size: 1_000_000, compute: (x) => np.sort(x) }));
