/** Whole processes of the benchmarks: what they are started with, and how failures are told. */
import { test } from 'tap';
import { run } from '../../../bench/harness/processes.js';

const printing = (text: string, env: Record<string, string> = {}) => ({
  command: { file: process.execPath, args: ['-e', text], env },
  cache: null,
});

test('processes start without the certificates of the environment, and with what a command sets', async (t) => {
  process.env.NODE_EXTRA_CA_CERTS = '/nowhere/certificates.pem';
  process.env.MANIPLE_TEST_OF_PROCESSES = 'kept';
  const shown = 'console.log(process.env.NODE_EXTRA_CA_CERTS, process.env.MANIPLE_TEST_OF_PROCESSES)';
  t.equal(run(printing(shown)).out, 'undefined kept');
  t.equal(run(printing(shown, { MANIPLE_TEST_OF_PROCESSES: 'own' })).out, 'undefined own');
});

test('a process that fails throws what it printed', async (t) => {
  t.throws(() => run(printing('throw new Error("no such thing")')), /no such thing/);
});
