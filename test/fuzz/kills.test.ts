/**
 * Kills while files are written: a process overwrites a file over and over, is killed at a random moment (SIGKILL), and the file is
 * whole: the elements of one of its versions.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { readMatrixMarket } from '../../lib/sparse/index.js';
import { Draw } from '../support/random.js';

const KILLS = Number(process.env.FUZZ_PROGRAMS ?? 10);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const SIZE = 100_000;
/** Milliseconds in which the process is killed: some versions long. */
const WITHIN = 150;
const folder = mkdtempSync(join(tmpdir(), 'maniple-fuzz-kills-'));
t.teardown(() => rmSync(folder, { recursive: true }));

const WRITERS = ['save', 'savez', 'savezCompressed', 'savetxt', 'writeMatrixMarket'] as const;
type Writer = (typeof WRITERS)[number];

const program = `
  import * as np from 'maniple';
  import * as sparse from 'maniple/sparse';
  const [writer, path] = process.argv.slice(1);
  for (let k = 0; ; k++) {
    const x = np.full([${SIZE}], k);
    if (writer === 'save') await np.save(path, x);
    else if (writer === 'savetxt') await np.savetxt(path, x);
    else if (writer === 'writeMatrixMarket') await sparse.writeMatrixMarket(path, sparse.diags([x.add(1)], [0]));
    else await np[writer](path, { x });
    if (k === 0) process.stdout.write('ready');
  }
`;

/** Starts the program, kills it some time after it wrote its first version. */
function killed(writer: Writer, path: string, after: number): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, writer, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let ready = false;
    child.stdout.once('data', () => {
      ready = true;
      setTimeout(() => child.kill('SIGKILL'), after);
    });
    child.on('close', (_, signal) =>
      ready && signal === 'SIGKILL' ? resolve() : reject(new Error(`${writer} ended by itself`)),
    );
  });
}

async function contents(writer: Writer, path: string): Promise<np.TypedArray> {
  if (writer === 'save') return (await np.load(path)).data();
  if (writer === 'savetxt') return (await np.loadtxt(path)).data();
  if (writer === 'writeMatrixMarket') return (await readMatrixMarket(path)).data.data();
  return (await np.loadz(path)).x.data();
}

t.test('kills while writing', async (t) => {
  t.comment(`seeds ${SEED} to ${SEED + KILLS - 1}; FUZZ_SEED and FUZZ_PROGRAMS choose others`);
  let [losses, midway] = [0, 0];
  for (let k = 0; k < KILLS; k++) {
    const draw = new Draw(SEED + k);
    const writer = WRITERS[(SEED + k) % WRITERS.length];
    const path = join(folder, `${k}-${writer}`);
    await killed(writer, path, draw.next() * WITHIN);
    const values = await contents(writer, path).catch(() => null);
    const whole = values !== null && values.length === SIZE && values.every((value: unknown) => value === values[0]);
    if (!whole) losses++;
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.tmp')) midway++;
      rmSync(join(folder, name));
    }
  }
  t.equal(losses, 0, `${KILLS} kills, ${midway} in the midst of writing`);
});
