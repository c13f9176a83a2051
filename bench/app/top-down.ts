/** The counterexample to greedy fusion from the top. */
import { program } from '../harness/program.js';
import { topDown } from './orders.js';

export default await program(import.meta, topDown(false));
