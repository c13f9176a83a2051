/** The cpu device end to end: memory, kernels, threads, their death, and the process's end. */
import { spawnSync } from 'node:child_process';
import t from 'tap';
import { CpuDevice } from '../../../lib/device/index.js';
import { structureOf, unitsOf } from '../../../lib/ir/index.js';
import { type Addon, addonProblem, loadAddon } from '../../../lib/native/index.js';
import { axpy } from '../../support/kernels.js';
import { buildLibrary, kernelOf, type Library } from '../native/library.js';
import { write } from '../native/records.js';

const addon = loadAddon();
const library = addon === null ? (addonProblem() ?? 'no addon') : buildLibrary();
if (addon === null || typeof library === 'string') {
  t.pass('skipped', { skip: String(library) });
} else {
  t.teardown(() => library.remove());
  suite(kernelOf(addon, library.path, 'mark', 'mark_finish', 2), kernelOf(addon, library.path, 'slow', '', 1), addon, library);
}

function suite(mark: number, slow: number, addon: Addon, library: Library): void {
  const device = (procs: number): CpuDevice => new CpuDevice({ procs });
  const ints = (cpu: CpuDevice, length: number): { address: number; values: Int32Array } => {
    const address = cpu.alloc(length * 4);
    const values = cpu.window(address, Int32Array, length) as Int32Array;
    values.fill(0);
    return { address, values };
  };

  t.test('memory', async (t) => {
    const cpu = device(1);
    const address = cpu.alloc(80);
    cpu.copyIn(
      address,
      Float64Array.from({ length: 10 }, (_, i) => i),
    );
    t.equal((cpu.window(address + 16, Float64Array, 3) as Float64Array)[2], 4);
    const to = new Float64Array(10);
    cpu.copyOut(to, address);
    t.equal(to[9], 9);
    cpu.free(address, 80);
    t.equal(cpu.alloc(2 ** 52), 0);
    await cpu.close();
  });

  t.test('windows show the memory as it is, over and over, and after it was given back', async (t) => {
    const cpu = device(1);
    for (let round = 0; round < 3; round++) {
      const address = cpu.alloc(8000);
      cpu.copyIn(address, new Float64Array(1000).fill(round));
      const small = cpu.window(address, Float64Array, 2);
      const large = cpu.window(address, Float64Array, 1000);
      t.equal(small.length, 2);
      t.ok((large as Float64Array).every((v) => v === round));
      large[1] = 77;
      t.equal(small[1], 77);
      t.equal(cpu.window(address, Uint8Array, 8000).length, 8000);
      t.equal(cpu.window(address + 8, Float64Array, 1)[0], 77);
      cpu.free(address, 8000);
    }
    t.ok(Array.from({ length: 2000 }, () => cpu.window(cpu.alloc(64), Int32Array, 16).length).every((length) => length === 16));
    await cpu.close();
  });

  t.test('a kernel, in whichever tier there is, for one thread and for three', async (t) => {
    const results: Float64Array[] = [];
    for (const procs of [1, 3]) {
      const cpu = device(procs);
      const n = 100_000;
      const executable = cpu.compile(axpy(1));
      const addresses = [0, 1, 2].map(() => cpu.alloc(n * 8));
      cpu.copyIn(
        addresses[0],
        Float64Array.from({ length: n }, (_, i) => i / 7),
      );
      cpu.copyIn(
        addresses[1],
        Float64Array.from({ length: n }, (_, i) => 1 / (i + 1)),
      );
      const params = new Array<number>(executable.layout.length - 1).fill(0);
      params[executable.layout.domain - 1] = n;
      addresses.forEach((address, k) => {
        params[executable.layout.args[k].pointer - 1] = address;
        params[executable.layout.args[k].strides - 1] = 1;
      });
      params[executable.layout.scalars[0] - 1] = 2.5;
      const units = unitsOf([n], executable.kernel.rowRank, structureOf(executable.kernel)).count;
      cpu.wait(cpu.submit(write(cpu.records, [{ kernel: executable.number(n), units, tile: 5, params }])));
      t.strictSame(cpu.failures(), []);
      const out = new Float64Array(n);
      cpu.copyOut(out, addresses[2]);
      results.push(out);
      await cpu.close();
    }
    t.ok(results[0].every((v, i) => v === (i / 7) * 2.5 + 1 / (i + 1)));
    t.strictSame(results[1], results[0]);
  });

  t.test('threads start at the first launch that can be shared, and take part', async (t) => {
    const cpu = device(3);
    const counts = ints(cpu, 1000);
    const finished = ints(cpu, 1);
    const params = [counts.address, finished.address];
    cpu.wait(cpu.submit(write(cpu.records, [{ kernel: mark, units: 1000, tile: 1000, params }])));
    cpu.wait(cpu.submit(write(cpu.records, [{ kernel: mark, units: 1000, tile: 1, flags: 1, params }])));
    t.equal(cpu.pool.started, false);
    t.equal(cpu.workers, 0);
    cpu.wait(
      cpu.submit(
        write(cpu.records, [
          { kernel: mark, units: 0, tile: 1, params },
          { kernel: mark, units: 1, wait: 3, params },
          { kernel: slow, units: 2, params: [ints(cpu, 2).address] },
        ]),
      ),
    );
    t.equal(cpu.workers, 2, "the executor's own serve within the call");
    t.equal(cpu.pool.started, false);
    await pooled(cpu, 2);
    t.equal(cpu.pool.threads.length, 2);
    t.equal(cpu.workers, 2, "the pool's have taken their places");
    t.equal(cpu.pool.problem, null);
    for (let i = 0; i < 100; i++)
      cpu.submit(write(cpu.records, [{ kernel: mark, units: 1000, tile: 10, wait: cpu.completed() + i, params }]));
    await cpu.close();
    t.ok(counts.values.subarray(1).every((v) => v === 102));
  });

  t.test('notify holds the process until the launch is complete', async (t) => {
    const cpu = device(2);
    const sums = ints(cpu, 64);
    const n = cpu.submit(write(cpu.records, [{ kernel: slow, units: 64, params: [sums.address] }]));
    await new Promise<void>((resolve) => cpu.notify(n, resolve));
    t.equal(cpu.completed(), n);
    t.ok(sums.values.every((v) => v === 1));
    await cpu.close();
  });

  t.test('notify does not block, whether workers have come or not', async (t) => {
    const held = kernelOf(addon, library.path, 'held', '', 1);
    const cpu = device(2);
    const word = ints(cpu, 1);
    for (let round = 0; round < 3; round++) {
      Atomics.store(word.values, 0, 0);
      const n = cpu.submit(write(cpu.records, [{ kernel: held, units: 1, params: [word.address] }]));
      if (round === 0) t.equal(cpu.workers, 0);
      const told = new Promise<void>((resolve) => cpu.notify(n, resolve));
      Atomics.store(word.values, 0, 1);
      await told;
      t.equal(cpu.completed(), n);
      t.same(cpu.failures(), [], 'the launch was under way when notify returned');
      if (round === 0) cpu.wait(cpu.submit(write(cpu.records, [{ kernel: slow, units: 4, params: [ints(cpu, 4).address] }])));
    }
    await cpu.close();
  });

  t.test('with one processor, launches are run by whoever asks for notice', async (t) => {
    const cpu = device(1);
    const sums = ints(cpu, 3);
    const n = cpu.submit(write(cpu.records, [{ kernel: slow, units: 3, params: [sums.address] }]));
    const told = new Promise<void>((resolve) => cpu.notify(n, resolve));
    t.equal(cpu.completed(), n);
    t.same([...sums.values], [1, 1, 1]);
    await told;
    await cpu.close();
  });

  t.test('launches that were never submitted cannot be waited for', async (t) => {
    const cpu = device(1);
    t.throws(() => cpu.wait(1), { code: 'ERR_DEVICE', message: /launch 1 was never submitted; the last one is 0/ });
    t.throws(() => cpu.notify(7, () => {}), { code: 'ERR_DEVICE' });
    await cpu.close();
  });

  t.test('threads that die are replaced, and nothing is lost or hangs', async (t) => {
    const cpu = device(3);
    const sums = ints(cpu, 50);
    const work = (): number =>
      cpu.submit(write(cpu.records, [{ kernel: slow, units: 50, wait: cpu.completed(), params: [sums.address] }]));
    cpu.wait(work());
    await pooled(cpu, 2);
    const before = sums.values[0];
    for (let round = 0; round < 3; round++) {
      const killed = [...cpu.pool.threads];
      const pending = Array.from({ length: 5 }, work);
      const ended = killed.map((thread) => thread.terminate());
      await new Promise<void>((resolve) => cpu.notify(pending[4], resolve));
      await Promise.all(ended);
      await pooled(cpu, 2);
      t.notOk(cpu.pool.threads.some((thread) => killed.includes(thread)));
    }
    t.ok(sums.values.every((v) => v === before + 15));
    await cpu.close();
  });

  t.test('close may come at any time, and twice', async (t) => {
    const cpu = device(3);
    const sums = ints(cpu, 8);
    cpu.submit(write(cpu.records, [{ kernel: slow, units: 8, params: [sums.address] }]));
    await cpu.close();
    t.ok(
      sums.values.every((v) => v === 1),
      'what was submitted is done',
    );
    await cpu.close();
  });

  const endings: Record<string, string> = {
    'by itself': '',
    'by process.exit while threads run': 'process.exit(0);',
    'by process.exit in a callback': 'setTimeout(() => process.exit(0), 20);',
    'by itself after a wait': 'cpu.wait(last);',
    'by itself after a notification': "cpu.notify(last, () => console.log('told'));",
    'by itself while the pool starts': 'cpu.pool.start();',
    'by itself once the pool serves': 'await pooled();',
    'by process.exit once the pool serves': 'await pooled(); process.exit(0);',
    'by itself while threads are killed': 'await pooled(); for (const thread of cpu.pool.threads) thread.terminate();',
    'by itself once closed': 'await cpu.close();',
  };
  for (const [how, code] of Object.entries(endings)) {
    t.test(`a process with work under way ends ${how}`, async (t) => {
      const result = runScript(program(library.path, code));
      t.equal(result.signal, null);
      t.equal(result.status, 0, result.stderr);
      t.equal(result.stdout, code.includes('told') ? 'told\n' : '');
    });
  }

  t.test('a process whose work throws ends with its error', async (t) => {
    const result = runScript(program(library.path, "throw new Error('mine');"));
    t.equal(result.signal, null);
    t.equal(result.status, 1);
    t.match(result.stderr, /Error: mine/);
  });

  t.test('a device within a worker thread, which is terminated', async (t) => {
    const inner = JSON.stringify(
      program(library.path, "(await import('node:worker_threads')).parentPort.postMessage(1); setInterval(() => {}, 1000);"),
    );
    const script = `
      import { Worker } from 'node:worker_threads';
      const url = new URL('data:text/javascript,' + encodeURIComponent(${inner}));
      const worker = new Worker(url, { execArgv: [] });
      worker.on('message', async () => { await worker.terminate(); console.log('ended'); });`;
    const result = runScript(script);
    t.match(result.stdout, /ended/);
    t.equal(result.status, 0, result.stderr);
  });
}

/** Starts the pool, and waits until its threads serve as `count` workers. */
async function pooled(cpu: CpuDevice, count: number): Promise<void> {
  cpu.pool.start();
  while (cpu.pool.serving < count || cpu.workers < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A program with a device of three threads and launches under way. */
function program(library: string, rest: string): string {
  const lib = (room: string): string => JSON.stringify(new URL(`../../../pack/${room}/index.js`, import.meta.url).href);
  return `
    const { CpuDevice } = await import(${lib('device')});
    const { loadAddon } = await import(${lib('native')});
    const { routineSignature } = await import(${lib('ir')});
    const addon = loadAddon();
    const slow = addon.sign(addon.loadKernel(${JSON.stringify(library)}, 'slow', ''), routineSignature(0, [0], [4], 0));
    const cpu = new CpuDevice({ procs: 3 });
    const address = cpu.alloc(4000);
    cpu.window(address, Int32Array, 1000).fill(0);
    let last = 0;
    for (let i = 0; i < 5; i++) {
      cpu.records.set([8, slow, 20, 1, 0, 0, 0, address]);
      last = cpu.submit(1);
    }
    const pooled = async () => {
      cpu.pool.start();
      while (cpu.pool.serving < 2 || cpu.workers < 2) await new Promise((resolve) => setTimeout(resolve, 2));
    };
    while (cpu.workers === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    ${rest}`;
}

function runScript(script: string): { status: number | null; signal: string | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', timeout: 120_000 });
}
