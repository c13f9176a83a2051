/** Flags of the thread that owns a GPU: one that comes with a program's text keeps a thread from running a file. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import { ownerFlags } from '../../../lib/device/webgpu/owner-flags.js';

t.test('flags for modules stay, and those of a text go', async (t) => {
  t.equal(ownerFlags([]), undefined);
  t.equal(ownerFlags(['--import', 'data:text/javascript,1', '-e', 'text']), undefined);
  t.same(ownerFlags(['--input-type=module', '-e', 'text']), []);
  t.same(ownerFlags(['--input-type', 'module', '--import', 'data:text/javascript,1', '--max-old-space-size=99', '-e', 'text']), [
    '--import',
    'data:text/javascript,1',
  ]);
  t.same(ownerFlags(['--conditions=development', '--input-type=module', '-p', '1']), ['--conditions=development']);
});

t.test('a thread takes them', async (t) => {
  const execArgv = ownerFlags(['--input-type=module', '--import', 'data:text/javascript,globalThis.met=7', '-e', 'text']);
  const worker = new Worker(
    new URL('data:text/javascript,import{parentPort}from"node:worker_threads";parentPort.postMessage(met)'),
    {
      execArgv,
    },
  );
  t.same(await once(worker, 'message'), [7]);
});
