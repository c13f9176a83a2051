/**
 * Programs in a process that ran other programs before: a settled run has hardly more launches than alone, and a plan for each window. Caches
 * of forms, kernels and traces that lose entries still in use would show here. Counts alone; programs settle a second time in fewer runs.
 */
import * as np from 'maniple';
import t from 'tap';
import type { Prepared, Program } from '../../../bench/harness/program.js';
import { loadAddon } from '../../../lib/native/index.js';

const PROGRAMS = [
  ['stencil5', 64],
  ['jacobi', 64],
  ['kmeans', 250],
  ['masks', 100],
  ['chain', 2000],
  ['mandelbrot', 64],
  ['cg', 12],
  ['elimination', 20],
  ['multigrid', 15],
  ['nas-mg', 8],
] as const;

/** Runs within which a program settles: each form has to come until its plan pays, also where pieces of it are replayed meanwhile. */
const [FIRST, AGAIN] = [100, 100];
/** Launches of a settled run over those alone, at most: windows may end elsewhere, as they did while pieces of them were replayed. */
const SPREAD = 1.1;
/** Settled runs in a row. */
const ROW = 3;

async function prepared(name: string, size: number): Promise<Prepared> {
  const { default: app }: { default: Program } = await import(new URL(`../../../bench/app/${name}.js`, import.meta.url).href);
  return app.prepare(size);
}

/**
 * The launches of each of the last ROW runs in a row, of so many, that were alike and had a plan for all of their windows; null where there were
 * none. Ends where these are no more than `most`: a collection may have a settled program ask for one more plan at any time.
 */
async function settle({ run }: Prepared, runs: number, most = 0): Promise<number | null> {
  let settled: number | null = null;
  let [alike, last] = [0, -1];
  for (let i = 0; i < runs; i++) {
    const from = np.runtime.stats();
    await run();
    const to = np.runtime.stats();
    const launches = to.launches - from.launches;
    const isPlanned = to.single === from.single && to.windows - from.windows === to.planHits - from.planHits;
    alike = isPlanned ? (launches === last ? alike + 1 : 1) : 0;
    last = launches;
    if (alike >= ROW) settled = launches;
    if (settled !== null && settled <= most) break;
  }
  return settled;
}

t.test(
  'programs settle behind others as they do alone',
  { skip: loadAddon() === null && 'needs the addon, whose launches are counted' },
  async (t) => {
    const alone = new Map<string, number | null>();
    for (const [name, size] of PROGRAMS) alone.set(name, await settle(await prepared(name, size), FIRST));
    for (const [name, size] of PROGRAMS) {
      const known = alone.get(name) ?? null;
      t.type(known, 'number', `${name} settles`);
      const most = SPREAD * (known ?? 0);
      const behind = (await settle(await prepared(name, size), AGAIN, most)) ?? Number.POSITIVE_INFINITY;
      t.ok(behind <= most, `${name}: ${behind} launches of a settled run behind the others, ${known} alone`);
    }
  },
);
