/**
 * Runs a program of `tutorials/` once, in this new process: `node tutorial.js NAME` prints an object with the milliseconds of its first
 * run, the import of maniple left out, and the numbers that it gives.
 */
import type { Tutorial } from './tutorials.js';

const { program } = (await import(`./tutorials/${process.argv[2]}.js`)) as Tutorial;
const began = performance.now();
const values = await program();
console.log(JSON.stringify({ ms: performance.now() - began, values }));
