/** How the programs of this folder are called: `node NAME.js SIZE STEPS`; each prints one number. */

/** The two numbers of the command line. */
export function sizeAndSteps(): [number, number] {
  const [size, steps] = process.argv.slice(2).map(Number);
  if (!(size > 0 && steps > 0))
    throw new Error(`expected a size and a number of steps, got '${process.argv.slice(2).join(' ')}'`);
  return [size, steps];
}
