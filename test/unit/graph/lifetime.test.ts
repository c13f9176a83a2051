/** Ends: of a program that leaves its runtime open, of a process, of a worker thread. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { createTaskRuntime } from '../../../lib/graph/index.js';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';

if (loadAddon() === null) {
  t.pass(`skipped: ${addonProblem()}`);
  process.exit(0);
}

const DOOR = JSON.stringify(pathToFileURL(resolve('dist/pack/graph/index.js')).href);

function program(body: string) {
  const source = `import { createTaskRuntime } from ${DOOR}; const rt = createTaskRuntime({ procs: 3 });
    const work = rt.register('work', (n) => { let x = 0; for (let i = 0; i < n; i++) x += Math.sqrt(i); return void x; });
    ${body}`;
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8', timeout: 60_000 });
  return { status: done.status, signal: done.signal, out: done.stdout, err: done.stderr };
}

for (const [name, body, status] of [
  ['that is done', 'await rt.launch(0, work, 1000).done(); console.log("end");', 0],
  ['that never waits', 'rt.launch(0, work, 1000); console.log("end");', 0],
  [
    'that exits with work under way',
    'for (let i = 0; i < 100; i++) rt.launch(0, work, 1000); console.log("end"); process.exit(3);',
    3,
  ],
  ['that throws', 'rt.launch(0, work, 1000); console.log("end"); throw new Error("stop");', 1],
  ['that closes twice', 'await rt.close(); await rt.close(); console.log("end");', 0],
] as const) {
  t.test(`a program ${name} ends`, async (t) => {
    const { status: got, signal, out, err } = program(body);
    t.equal(signal, null, err);
    t.equal(got, status, err);
    t.equal(out, 'end\n');
  });
}

t.test('a program with many runtimes', async (t) => {
  for (let i = 0; i < 8; i++) {
    const rt = createTaskRuntime({ procs: 2 });
    const nothing = rt.register('nothing', () => undefined);
    await rt.launch(0, nothing, undefined).done();
    await rt.close();
  }
  t.pass('all closed');
});

t.test('a killed worker is replaced, and nothing waits for it', async (t) => {
  const rt = createTaskRuntime({ procs: 2 });
  const body = new URL('./support/bodies.js', import.meta.url);
  const mark = await rt.registerModule('mark', body, 'mark');
  const memory = rt.allocate(8);
  await memory.ready.done();
  const graph = rt.graph();
  graph.task(1, mark, memory.address, [graph.task(0, mark, memory.address)]);
  const compiled = graph.compile();
  await compiled.launch().event.done();
  const died = Promise.all(rt.threads.map((thread) => thread.terminate()));
  for (let i = 0; i < 20; i++) {
    const event = compiled.launch().event;
    await event.done().catch((error: unknown) => t.match(error, /the thread that ran it ended/));
  }
  await died;
  await compiled.launch().event.done();
  t.pass("launches complete after the worker's death");
  while (rt.machine.hosts() === 0) await new Promise((r) => setTimeout(r, 5));
  await compiled.launch().event.done();
  await rt.close();
});
