/** Parsers for the values of options: commander shows their messages beside the option's name. */
import { InvalidArgumentError } from 'commander';

/** An integer of at least `least`. */
export function integer(least: number): (text: string) => number {
  return (text) => {
    const n = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(n) || n < least)
      throw new InvalidArgumentError(`Expected an integer of at least ${least}.`);
    return n;
  };
}

/** A number of at least `least`. */
export function real(least: number): (text: string) => number {
  return (text) => {
    const x = Number(text);
    if (text.trim() === '' || !(x >= least) || x === Number.POSITIVE_INFINITY)
      throw new InvalidArgumentError(`Expected a number of at least ${least}.`);
    return x;
  };
}
