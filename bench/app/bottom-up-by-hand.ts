/** The counterexample to greedy fusion from the bottom, in the best order by hand. */
import { program } from '../harness/program.js';
import { bottomUp } from './orders.js';

export default await program(import.meta, bottomUp(true));
