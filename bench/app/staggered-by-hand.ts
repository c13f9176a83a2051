/** Updates of a staggered grid, one array after the other: what the best order by hand takes. */
import { program } from '../harness/program.js';
import { updates } from './updates.js';

export default await program(import.meta, updates('staggered-by-hand', false));
