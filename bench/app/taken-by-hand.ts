/** A tenth of a function's values, taken, in the best order by hand. */
import { program } from '../harness/program.js';
import { taken } from './orders.js';

export default await program(import.meta, taken(true));
