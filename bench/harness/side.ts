/**
 * Our side of a benchmark, in a process of its own: `node side.js PROGRAM SIZE`. It speaks JSON lines, as the rivals'
 * `side.py` and `side.h` do:
 *
 *     from us   {"ready": true, "bytes": 560}                when the data is prepared
 *     to us     {"do": "run", "times": 3}                    we answer {"seconds": 0.012, "compiling": 0, "processor": 0.02, "launches": 9}
 *     to us     {"do": "result"}                             we answer {"result": [1.5, 2.25]}
 *     to us     {"do": "stop"}
 *
 * `compiling` counts the kernels that compile in the background, `processor` is seconds of processor time; the rivals say neither.
 */
import { createInterface } from 'node:readline';
import { runtime } from 'maniple/runtime';
import type { Program } from './program.js';

const [name, size] = process.argv.slice(2);
const { default: program }: { default: Program } = await import(new URL(`../app/${name}.js`, import.meta.url).href);
const prepared = await program.prepare(Number(size));
const answer = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

answer({ ready: true, bytes: prepared.bytes ?? null });
for await (const line of createInterface({ input: process.stdin })) {
  const command: { do: string; times?: number } = JSON.parse(line);
  if (command.do === 'run') {
    const [start, begun, before] = [performance.now(), process.cpuUsage(), runtime().stats().launches];
    for (let i = 0; i < (command.times ?? 1); i++) await prepared.run();
    const [seconds, { user, system }] = [(performance.now() - start) / 1000, process.cpuUsage(begun)];
    const { kernels, launches } = runtime().stats();
    answer({ seconds, compiling: kernels.waiting, processor: (user + system) / 1e6, launches: launches - before });
  } else if (command.do === 'result') {
    answer({ result: await prepared.result() });
  } else {
    break;
  }
}
process.exit(0);
