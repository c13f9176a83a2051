/**
 * What a program of `bench/app/` is: it prepares its data for a size, does its work once at a time, and boils its
 * results down to a few numbers that can be compared with a rival's. Each runs alone too: `node dist/bench/app/NAME.js [SIZE]`.
 */
import { pathToFileURL } from 'node:url';
import * as np from 'maniple';

/** A program's data at one size. */
export interface Prepared {
  /** Does the work once; settles when it is done. */
  run(): Promise<unknown>;
  /** A few numbers that say what the last run computed. */
  result(): Promise<readonly number[]>;
  /** Bytes that a run must move at least, for programs that memory bounds. */
  readonly bytes?: number;
}

export interface Program {
  readonly name: string;
  /** What the size counts, for people. */
  readonly unit: string;
  /** Size when run alone. */
  readonly size: number;
  prepare(size: number): Promise<Prepared>;
}

/** Runs the program when its file is what Node was started with; gives it back for the harness. */
export async function program(meta: ImportMeta, spec: Program): Promise<Program> {
  if (process.argv[1] !== undefined && meta.url === pathToFileURL(process.argv[1]).href) {
    await runAlone(spec, Number(process.argv[2] ?? spec.size));
  }
  return spec;
}

async function runAlone(spec: Program, size: number): Promise<void> {
  if (!Number.isInteger(size) || size < 1)
    throw new Error(`${spec.name}: expected a size (${spec.unit}), got ${process.argv[2]}`);
  const prepared = await spec.prepare(size);
  console.log(`${spec.name}, ${size} ${spec.unit}`);
  for (const turn of ['first run', 'second run', 'third run']) {
    const start = performance.now();
    await prepared.run();
    console.log(`  ${turn}: ${(performance.now() - start).toFixed(2)} ms`);
    if (turn === 'first run')
      console.log(`  result: ${(await prepared.result()).map((v) => Number(v.toPrecision(8))).join(', ')}`);
  }
}

/** Numbers in [0, 1), equal in every language: multiples of a fraction, without their integer part. */
export function spread(count: number, factor: number, offset: number): np.NDArray {
  return np.remainder(np.arange(count).multiply(factor).add(offset), 1);
}

/** The numbers of 0-d arrays. */
export async function items(...values: readonly np.NDArray[]): Promise<number[]> {
  return Promise.all(values.map(async (v) => Number(await v.item())));
}
