/**
 * Files of options: five columns, spot, strike, years, rate and volatility, as a .npy matrix or as CSV with a header. The
 * file that the main job uses by default is made once, by a seeded generator.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as np from 'maniple';

export const COLUMNS = ['spot', 'strike', 'years', 'rate', 'volatility'] as const;

/** Reads options: an array of (options, 5). Throws an error that names the file and the line. */
export async function readOptions(path: string): Promise<np.NDArray> {
  return path.endsWith('.csv') ? fromCsv(await readFile(path, 'utf8'), path) : fromNpy(path);
}

async function fromNpy(path: string): Promise<np.NDArray> {
  const table = await np.load(path);
  if (table.ndim !== 2 || table.shape[1] !== COLUMNS.length) {
    throw new Error(`${path}: expected a matrix of (options, 5): ${COLUMNS.join(', ')}; got (${table.shape.join(', ')})`);
  }
  return table.astype('float64');
}

function fromCsv(text: string, path: string): np.NDArray {
  const lines = text.trimEnd().split(/\r?\n/);
  if (lines[0] !== COLUMNS.join(',')) throw new Error(`${path}:1: expected the header ${COLUMNS.join(',')}, got ${lines[0]}`);
  const values = new Float64Array((lines.length - 1) * COLUMNS.length);
  for (let i = 1; i < lines.length; i++) {
    const numbers = lines[i].split(',').map(Number);
    if (numbers.length !== COLUMNS.length || numbers.some((v) => !Number.isFinite(v))) {
      throw new Error(`${path}:${i + 1}: expected five numbers, got ${JSON.stringify(lines[i])}`);
    }
    values.set(numbers, (i - 1) * COLUMNS.length);
  }
  return np.asarray(values).reshape([lines.length - 1, COLUMNS.length]);
}

/** Makes a .npy file of `count` options, unless it is there. */
export async function ensureOptions(path: string, count: number): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(dirname(path), { recursive: true });
  await np.save(`${path}.part`, np.asarray(generateOptions(count, 2022)).reshape([count, COLUMNS.length]));
  await rename(`${path}.part`, path);
}

/** Options around the money, in cents, days and basis points as a market quotes them; the same for the same seed. */
export function generateOptions(count: number, seed: number): Float64Array {
  const next = generator(seed);
  const between = (low: number, high: number, steps: number): number => Math.round((low + (high - low) * next()) * steps) / steps;
  const values = new Float64Array(count * COLUMNS.length);
  for (let i = 0; i < count; i++) {
    const spot = between(10, 200, 100);
    const strike = Math.max(1, Math.round(spot * between(0.6, 1.5, 1000)));
    values.set(
      [spot, strike, between(7, 1095, 1) / 365, between(0.0025, 0.06, 10_000), between(0.05, 0.8, 1000)],
      i * COLUMNS.length,
    );
  }
  return values;
}

/** Marsaglia's xorshift32, as numbers in [0, 1). */
function generator(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
