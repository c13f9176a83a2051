/**
 * `npm start`: the main job. It prices a file of options with the 67-operation Black-Scholes, solves a linear system from a
 * Matrix Market file by conjugate gradients, and does both again without fusion, in another process, to show the difference.
 *
 *     npm start                                  files made once in bench/data
 *     npm start -- options.csv matrix.mtx        your own
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as sparse from 'maniple/sparse';
import { ensureOptions } from './job/options-file.js';
import { type Effort, type PriceReport, price, type Report, type SolveReport, solve } from './job/work.js';

interface Reports {
  readonly priced: PriceReport;
  readonly solved: SolveReport;
}

const OPTIONS = fileURLToPath(new URL('../../bench/data/options.npy', import.meta.url));
const MATRIX = fileURLToPath(new URL('../../bench/data/poisson-300.mtx', import.meta.url));
const COUNT = 1_000_000;
const GRID = 300;
/** Conjugate gradients settle within some ten runs. */
const EFFORT: Effort = { times: 5, milliseconds: 2000 };

const words = process.argv.slice(2);
const worker = words[0] === '--worker';
const [optionsFile = OPTIONS, matrixFile = MATRIX] = worker ? words.slice(1) : words;

try {
  if (worker) process.stdout.write(JSON.stringify(await work()));
  else await job();
} catch (error) {
  process.stderr.write(`main job: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function work(): Promise<Reports> {
  return { priced: await price(optionsFile, EFFORT), solved: await solve(matrixFile, EFFORT) };
}

async function job(): Promise<void> {
  await prepareFiles();
  const { priced, solved } = await work();
  const unfused = await withoutFusion();
  printPrices(priced, unfused.priced);
  printSolution(solved, unfused.solved);
  if (!solved.converged)
    throw new Error(`${matrixFile}: conjugate gradients did not converge in ${solved.iterations} iterations`);
}

async function prepareFiles(): Promise<void> {
  if (optionsFile === OPTIONS) await ensureOptions(OPTIONS, COUNT);
  if (matrixFile !== MATRIX || existsSync(MATRIX)) return;
  await mkdir(dirname(MATRIX), { recursive: true });
  await sparse.writeMatrixMarket(`${MATRIX}.part`, sparse.poisson2d(GRID), { symmetry: 'symmetric' });
  await rename(`${MATRIX}.part`, MATRIX);
}

async function withoutFusion(): Promise<Reports> {
  const env = { ...process.env, MANIPLE_CONFIG: `${process.env.MANIPLE_CONFIG ?? ''} --fusion off`.trim() };
  const args = [fileURLToPath(import.meta.url), '--worker', optionsFile, matrixFile];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 2 ** 26 });
  return JSON.parse(stdout);
}

function printPrices(fused: PriceReport, unfused: PriceReport): void {
  console.log(`Black-Scholes: ${fused.options} options from ${relative('', optionsFile)}`);
  console.log('     spot  strike  years    rate  volatility      call       put');
  for (const { terms, call, put } of fused.sample) {
    const [s, x, t, r, v] = terms;
    const columns = [s.toFixed(2).padStart(9), x.toFixed(2).padStart(8), t.toFixed(3).padStart(7), r.toFixed(4).padStart(8)];
    console.log(`${columns.join('')}${v.toFixed(3).padStart(12)}${call.toFixed(4).padStart(10)}${put.toFixed(4).padStart(10)}`);
  }
  printComparison(fused, unfused);
}

function printSolution(fused: SolveReport, unfused: SolveReport): void {
  console.log(`\nConjugate gradients: ${fused.unknowns} unknowns, ${fused.entries} entries from ${relative('', matrixFile)}`);
  const last = fused.residuals.length - 1;
  const shown = new Set(Array.from({ length: 11 }, (_, i) => Math.round((i * last) / 10)));
  for (const i of shown) console.log(`  iteration ${String(i).padStart(5)}   residual ${fused.residuals[i].toExponential(3)}`);
  console.log(`  ${fused.converged ? 'converged' : 'DID NOT CONVERGE'} after ${fused.iterations} iterations`);
  printComparison(fused, unfused);
}

/** The ratio of two times in words; a difference of a few percent is none on most machines. */
function compared(ratio: number): string {
  if (ratio > 1.05) return `${ratio.toFixed(1)}× faster`;
  return ratio < 0.95 ? `${(1 / ratio).toFixed(1)}× slower` : 'as fast';
}

function printComparison(fused: Report, unfused: Report): void {
  const same = fused.result.every((value, i) => Object.is(value, unfused.result[i]));
  console.log(`  tasks: ${fused.tasks} issued, ${fused.launches} launched after fusion (${unfused.launches} without)`);
  console.log(
    `  time:  first ${fused.first.toFixed(1)} ms, then ${fused.best.toFixed(1)} ms; without fusion ${unfused.first.toFixed(1)} ms, then ${unfused.best.toFixed(1)} ms: ${compared(unfused.best / fused.best)}`,
  );
  console.log(
    `  results with and without fusion ${same ? 'are identical' : 'DIFFER'}: ${fused.result.map((v) => v.toPrecision(12)).join(', ')}`,
  );
}
