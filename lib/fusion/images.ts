/**
 * The images among a fused task's arguments (thesis 3.1.3): the kinds' constraints, by number of the fused task's arguments. An argument
 * with one image in all tasks has it in the fused one; any other is whole.
 *
 *     y = A @ x; z = A @ x       low, high -> col, val      col -> x
 *     y = A @ x; z = x[i]        col -> x and i -> x: x is whole
 */
import type { Constraint } from '../partition/index.js';

/** An argument's image: the values of argument `from` (to `until`) point at its elements; see `Constraint`. */
export interface ImageOf {
  readonly from: number;
  /** The ends of ranges; null for coordinates. */
  readonly until: number | null;
  readonly axis: number;
}

/** A task's constraints, and where its arguments are among the fused task's. */
interface Placed {
  readonly constraints: readonly Constraint[];
  readonly args: readonly number[];
}

/** By argument of the fused task: its image, or null. */
export function imagesOf(parts: readonly Placed[], count: number): (ImageOf | null)[] {
  if (!parts.some(({ constraints }) => constraints.some((c) => c.kind === 'image'))) return new Array(count).fill(null);
  const found: (ImageOf | null | undefined)[] = new Array(count).fill(undefined);
  for (const { constraints, args } of parts) {
    for (const [k, at] of args.entries()) {
      const image = imageIn(constraints, args, k);
      found[at] = found[at] === undefined || same(found[at], image) ? image : null;
    }
  }
  return found.map((image) => image ?? null);
}

function imageIn(constraints: readonly Constraint[], args: readonly number[], k: number): ImageOf | null {
  const images = constraints.flatMap((c) => (c.kind === 'image' && c.to === k ? [c] : []));
  if (images.length !== 1) return null;
  const [{ from, until, axis = 0 }] = images;
  return { from: args[from], until: until === undefined ? null : args[until], axis };
}

function same(a: ImageOf | null, b: ImageOf | null): boolean {
  return a === b || (a !== null && b !== null && a.from === b.from && a.until === b.until && a.axis === b.axis);
}

/**
 * The images of a task that keeps only some arguments, `kept`. Values that point must be known before it runs: images of arguments that it
 * writes, by `written`, are dropped.
 */
export function keptImages(
  images: readonly (ImageOf | null)[],
  kept: readonly number[],
  written: (arg: number) => boolean,
): (ImageOf | null)[] {
  const known = (arg: number): number => {
    const at = kept.indexOf(arg);
    return at >= 0 && written(at) ? -1 : at;
  };
  return kept.map((k) => {
    const image = images[k];
    if (image === null) return null;
    const from = known(image.from);
    const until = image.until === null ? null : known(image.until);
    return from < 0 || (until !== null && until < 0) ? null : { from, until, axis: image.axis };
  });
}
