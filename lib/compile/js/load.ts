/** Makes a function of emitted JavaScript. */
import { DeviceError } from '../../base/index.js';
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

/**
 * A function of a text. Throws `DeviceError` in processes that forbid such functions (`--disallow-code-generation-from-strings`), where the host's own
 * threads run kernels all the same.
 */
export function functionOf(parameters: readonly string[], body: string): (...given: unknown[]) => unknown {
  try {
    return new Function(...parameters, body) as (...given: unknown[]) => unknown;
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    throw new DeviceError(
      'this process forbids functions made of texts (--disallow-code-generation-from-strings), which kernels in JavaScript are: take the device cpu with its addon',
      { cause: error },
    );
  }
}

/** Compiles the text that `emitJs` made. Throws as `functionOf` does. */
export function loadJs(source: string, host: JsHost): JsKernel {
  return functionOf(['host', 'lib'], `'use strict';\n${source}`)(host, jsLibrary) as JsKernel;
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
