/** Linear equations with as many right-hand sides as unknowns, by LU factors. */
import * as np from 'maniple';
import { program } from '../harness/program.js';
import { matrixProgram } from './dense.js';

export default await program(
  import.meta,
  matrixProgram({ name: 'linear-solve', size: 500, compute: (a) => np.linalg.solve(a, np.eye(a.shape[0])) }),
);
