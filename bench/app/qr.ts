/** QR factors; the absolute values of R are shown. */
import * as np from 'maniple';
import { program } from '../harness/program.js';
import { matrixProgram } from './dense.js';

export default await program(import.meta, matrixProgram({ name: 'qr', size: 500, compute: (a) => np.linalg.qr(a).r.abs() }));
