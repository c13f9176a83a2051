/**
 * Jacobi sweeps as a function that a program calls again and again: prints the milliseconds of the first call, the median of ten calls before the
 * sixtieth, while kernels may still be compiled, and that of the last ten.
 */
import * as np from 'maniple';
import { sizeAndSteps } from './arguments.js';

const CALLS = 400;
const EARLY = 60;
const LAST = 10;

const [n, steps] = sizeAndSteps();

function sweeps(): number {
  let u = np.zeros([n, n]);
  u.slice(0).assign(1);
  for (let k = 0; k < steps; k++) {
    const next = u.copy();
    const across = u.slice('1:-1', ':-2').add(u.slice('1:-1', '2:'));
    const along = u.slice(':-2', '1:-1').add(u.slice('2:', '1:-1'));
    next.slice('1:-1', '1:-1').assign(across.add(along).multiply(0.25));
    u = next;
  }
  return Number(u.sum().itemSync());
}

const times: number[] = [];
let sum = 0;
for (let call = 0; call < CALLS; call++) {
  const began = performance.now();
  sum = sweeps();
  times.push(performance.now() - began);
  // As a program that does more than this would: callbacks run between the calls.
  await new Promise((resolve) => setImmediate(resolve));
}
const medianBefore = (call: number): number => times.slice(call - LAST, call).sort((a, b) => a - b)[LAST / 2];
console.log(JSON.stringify({ first: times[0], early: medianBefore(EARLY), settled: medianBefore(CALLS), sum }));
