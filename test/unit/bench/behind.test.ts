/**
 * Programs in a process that ran other programs before: a settled run has the launches that it has alone, and a plan for each window. Caches
 * of forms, kernels and traces that lose what comes again would show here. Counts alone; programs settle a second time in few runs.
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

/** Runs within which a program settles: the first time each form has to come until its plan pays, also where pieces of it are replayed meanwhile. */
const [FIRST, AGAIN] = [100, 16];
/** Settled runs in a row. */
const ROW = 3;

async function prepared(name: string, size: number): Promise<Prepared> {
  const { default: app }: { default: Program } = await import(new URL(`../../../bench/app/${name}.js`, import.meta.url).href);
  return app.prepare(size);
}

/** The launches of each of the last ROW runs of so many; null where these are not alike, or not all of their windows have plans. */
async function settle({ run }: Prepared, runs: number): Promise<number | null> {
  let [alike, last] = [0, -1];
  for (let i = 0; i < runs; i++) {
    const from = np.runtime.stats();
    await run();
    const to = np.runtime.stats();
    const launches = to.launches - from.launches;
    const isPlanned = to.single === from.single && to.windows - from.windows === to.planHits - from.planHits;
    alike = isPlanned ? (launches === last ? alike + 1 : 1) : 0;
    last = launches;
  }
  return alike >= ROW ? last : null;
}

t.test(
  'programs settle behind others as they do alone',
  { skip: loadAddon() === null && 'needs the addon, whose launches are counted' },
  async (t) => {
    const alone = new Map<string, number | null>();
    for (const [name, size] of PROGRAMS) alone.set(name, await settle(await prepared(name, size), FIRST));
    for (const [name, size] of PROGRAMS) {
      const known = alone.get(name);
      t.type(known, 'number', `${name} settles`);
      const behind = await settle(await prepared(name, size), AGAIN);
      t.equal(behind, known, `${name}: launches of a settled run behind the others`);
    }
  },
);
