/** Programs of `bench/app` at small sizes, and the numbers that they begin with. */
import type { Program } from '../../bench/harness/program.js';

/** What a program of `bench/app` gives at a size. */
export async function resultOf(name: string, size: number): Promise<readonly number[]> {
  const { default: app }: { default: Program } = await import(new URL(`../../bench/app/${name}.js`, import.meta.url).href);
  if (app.name !== name) throw new Error(`${name} is called ${app.name}`);
  const prepared = await app.prepare(size);
  await prepared.run();
  return prepared.result();
}

export const spread = (i: number, factor: number, offset: number): number => (i * factor + offset) % 1;
export const near = (a: number, b: number, tolerance = 1e-12): boolean =>
  Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));
