/** The BLAS of this process, which computes dense products (native/gemm/blas.h). */
import { ConfigError } from '../../base/index.js';
import type { Addon } from '../../native/index.js';

/** Throws `ConfigError` for one that cannot be used. */
export function chooseBlas(addon: Addon, wish: string): void {
  const { problem } = addon.chooseBlas(wish);
  if (problem === '') return;
  throw new ConfigError(
    `--blas: expected auto, any, none or a library with the CBLAS interface, got ${JSON.stringify(wish)}: ${problem}`,
  );
}
