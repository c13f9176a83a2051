/**
 * Memory in loops that never dispose (lib/DESIGN.md, "Liveness by scavenge"): each runs in a process of its own, whose largest
 * resident set is held against what the program truly needs.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { loadAddon } from '../../../lib/native/index.js';

const run = promisify(execFile);
const np = new URL('../../../pack/array/index.js', import.meta.url).href;
const MB = 2 ** 20;
const N = MB; // elements: 8 MB of float64

/** Runs a program; how much its resident set grew beyond what it was before the loop, in MB. */
async function growth(program: string): Promise<number> {
  const code = `
    import * as np from ${JSON.stringify(np)};
    const N = ${N};
    const one = np.ones([N]);
    one.add(1).sum().itemSync();
    let before = process.memoryUsage.rss();
    let most = before;
    const look = () => { most = Math.max(most, process.memoryUsage.rss()); };
    ${program}
    look();
    console.log((most - before) / ${MB});`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], {
    timeout: 600_000,
    env: { ...process.env, MANIPLE_CONFIG: '--procs 2 --tier block' },
  });
  return Number(stdout);
}

const LOOPS: readonly { readonly name: string; readonly needs: number; readonly program: string }[] = [
  {
    name: 'a synchronous chain',
    needs: 16,
    program: 'let x = one; for (let i = 0; i < 4000; i++) { x = x.add(1); if (i % 100 === 0) look(); } x.sum().itemSync();',
  },
  {
    name: 'a synchronous loop that reads',
    needs: 24,
    program: 'let x = one; for (let i = 0; i < 300; i++) { x = x.multiply(0.5).add(one); x.sum().itemSync(); look(); }',
  },
  {
    name: 'an asynchronous loop',
    needs: 24,
    program: 'let x = one; for (let i = 0; i < 300; i++) { x = x.multiply(0.5).add(one); await x.sum().item(); look(); }',
  },
  {
    name: 'views and writes in place',
    needs: 24,
    program:
      "const x = np.ones([N]); for (let i = 0; i < 300; i++) { const v = x.slice('1:-1'); v.assign(x.slice(':-2').add(x.slice('2:'))); x.multiplyAssign(0.5); if (i % 10 === 0) { x.sum().itemSync(); look(); } }",
  },
  {
    name: 'many small arrays',
    needs: 1,
    program:
      // The engine's own young generation grows at first.
      'let s = np.zeros([100]); const y = np.ones([100]); for (let i = 0; i < 400000; i++) { s = s.add(y); if (i % 1000 === 0) look(); if (i === 100000) before = most = process.memoryUsage.rss(); } s.dataSync();',
  },
];

for (const { name, needs, program } of LOOPS) {
  t.test(
    name,
    { skip: loadAddon() === null && 'needs the addon: dead arrays are not found inside synchronous loops without it' },
    async (t) => {
      const grew = await growth(program);
      t.ok(grew <= 1.5 * needs + 100, `grew by ${grew.toFixed(0)} MB; it needs ${needs} MB`);
    },
  );
}
