/** Updates of a staggered grid, in the order of time: what belongs to one array is interleaved with the other. */
import { program } from '../harness/program.js';
import { updates } from './updates.js';

export default await program(import.meta, updates('staggered', true));
