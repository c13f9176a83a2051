/** The kinds of which this process has made kernels: what of the library it has used, to judge compiled code of it by (`boot/`). */

/** Programs may define kinds without end. */
const MOST = 4096;

const made = new Set<string>();

export function noteKernel(kind: string): void {
  if (made.size < MOST) made.add(kind);
}

/** Names of kinds, in the order of their first kernels. */
export function kernelsMade(): readonly string[] {
  return [...made];
}
