/** Describes the library or kernels that compute dense products and factor matrices. */
import type { Addon, BlasChoice } from '../native/index.js';

/** Makes the choice for this process and describes its result: the library's name and version, and a sentence. */
export function describeBlas(addon: Addon, wish: string): BlasChoice & { readonly label: string; readonly text: string } {
  const choice = addon.chooseBlas(wish);
  const label = choice.version === '' ? choice.path : `${choice.path} (${choice.version})`;
  const own = `maniple's own kernels for ${addon.cpu}, no BLAS and no LAPACK`;
  const factors = choice.lapack
    ? 'its LAPACK factors matrices'
    : "it has no LAPACK, so that matrices are factored by maniple's own code";
  return { ...choice, label, text: choice.path === '' ? own : `${label}, one thread for each block of a product; ${factors}` };
}
