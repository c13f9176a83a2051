/** Makes a function of emitted JavaScript. */
import type { TypedArray } from '../../dtype/index.js';
import { jsLibrary } from './library.js';

/** How an emitted kernel reaches memory. */
export interface JsHost {
  /** All of the buffer that an address lies in, as elements of the dtype with this code. */
  view(code: number, address: number): TypedArray;
  /** Bytes from the start of that buffer to the address. */
  offset(address: number): number;
}

/** An emitted kernel. P and Q share memory; the kernel's parameters start at slot `p`. */
export interface JsKernel {
  run(P: Float64Array, Q: BigInt64Array, p: number, u0: number, u1: number): void;
  finish(P: Float64Array, Q: BigInt64Array, p: number): void;
}

/** Compiles the text that `emitJs` made. */
export function loadJs(source: string, host: JsHost): JsKernel {
  const make = new Function('host', 'lib', `'use strict';\n${source}`) as (host: JsHost, lib: typeof jsLibrary) => JsKernel;
  return make(host, jsLibrary);
}

/** The text of a kernel that runs a part of the kernel `source`: its units begin at parameter `slot`, and it does not finish. */
export function partOf(source: string, slot: number): string {
  return [
    'const whole = (() => {',
    source,
    '})();',
    `const run = (P, Q, p, u0, u1) => whole.run(P, Q, p, P[p + ${slot}] + u0, P[p + ${slot}] + u1);`,
    'return { run, finish: () => undefined };',
  ].join('\n');
}
