/** The counterexample to greedy fusion from the bottom. */
import { program } from '../harness/program.js';
import { bottomUp } from './orders.js';

export default await program(import.meta, bottomUp(false));
