/** The counterexample to greedy fusion from the top, in the best order by hand. */
import { program } from '../harness/program.js';
import { topDown } from './orders.js';

export default await program(import.meta, topDown(true));
