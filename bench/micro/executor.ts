/**
 * What the addon's calls cost: a bare call, launches that run inline and ones that are shared between threads, weak
 * references, memory. In nanoseconds, as one line of JSON. Needs the addon, and a C compiler for a kernel that does nothing.
 *
 *     node dist/bench/micro/executor.js
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CpuDevice } from '../../lib/device/index.js';
import { type Addon, addonProblem, LAUNCH_INLINE, loadAddon, RECORD } from '../../lib/native/index.js';

const addon = requireAddon();
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

const cpu = new CpuDevice({ procs: 2 });
const nothing = cpu.compileC('void nothing(double* P, int64_t u0, int64_t u1) { (void)P; (void)u0; (void)u1; }', 'nothing');

/** Medians by name. */
const found: Record<string, number> = {};

function requireAddon(): Addon {
  const addon = loadAddon();
  if (addon === null) throw new Error(`executor: needs the addon: ${addonProblem()}`);
  return addon;
}

/** Writes one launch of the empty kernel as record number `k`. */
function record(k: number, units: number, wait: number, flags: number): void {
  const { records } = cpu;
  const at = k * (RECORD.PARAMS + 1);
  records[at + RECORD.LENGTH] = RECORD.PARAMS + 1;
  records[at + RECORD.KERNEL] = nothing;
  records[at + RECORD.UNITS] = units;
  records[at + RECORD.TILE] = 1;
  records[at + RECORD.WAIT] = wait;
  records[at + RECORD.FLAGS] = flags;
}

/** Median over several rounds of a call's time, which counts for `per`. */
function measure(name: string, calls: number, per: number, call: () => void): void {
  const rounds: number[] = [];
  for (let round = 0; round < 9; round++) {
    const start = performance.now();
    for (let i = 0; i < calls; i++) call();
    rounds.push(((performance.now() - start) * 1e6) / (calls * per));
  }
  found[name] = rounds.sort((a, b) => a - b)[4];
}

function launches(): void {
  measure('call', 1e5, 1, () => cpu.completed());
  measure('inline', 1e5, 1, () => {
    record(0, 10, 0, LAUNCH_INLINE);
    cpu.submit(1);
  });
  measure('inline100', 2e3, 100, () => {
    for (let k = 0; k < 100; k++) record(k, 10, 0, LAUNCH_INLINE);
    cpu.submit(100);
  });
  for (const points of [1, 2, 8]) {
    measure(`launch${points}`, 2e4, 1, () => {
      record(0, points, 0, 0);
      cpu.wait(cpu.submit(1));
    });
  }
  measure('chain100', 200, 100, () => {
    const first = cpu.completed();
    for (let k = 0; k < 100; k++) record(k, 2, first + k, 0);
    cpu.wait(cpu.submit(100));
  });
}

function weak(): void {
  const table = addon.weak();
  let watched: object[] = [];
  measure('watch', 1e4, 1, () => {
    const object = { token: watched.length };
    table.watch(object);
    watched.push(object);
  });
  measure('lives', 3, watched.length, () => table.sweep());
  watched = [];
  collect();
  const start = performance.now();
  const count = table.sweep().length;
  found.died = ((performance.now() - start) * 1e6) / count;
}

function memory(): void {
  for (const bytes of [64, 1 << 16, 1 << 24]) {
    measure(`alloc${bytes}`, 1e4, 1, () => cpu.free(cpu.alloc(bytes), bytes));
  }
  const address = cpu.alloc(8000);
  measure('view', 1e4, 1, () => cpu.window(address, Float64Array, 1000));
}

record(0, 100, 0, 0);
cpu.wait(cpu.submit(1));
while (cpu.workers === 0) await new Promise((resolve) => setTimeout(resolve, 2));
launches();
weak();
memory();
await cpu.close();
console.log(JSON.stringify(found));
