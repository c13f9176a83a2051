/**
 * What users meet first beside whole processes (`life.ts`): a function's first calls, a solver in a new process without kept kernels, and the
 * first requests of a server.
 *
 *     node dist/bench/micro/meeting.js [ROUNDS]
 *
 * Prints an object: Jacobi on 96² against NumPy's first and settled calls (times, ours by NumPy's), CG on 10⁴ unknowns in a new process with an
 * empty cache against SciPy's (above 1 ours is faster), and the slowest of 1,000 requests of 100 numbers, in milliseconds.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from '../harness/connection.js';
import { type Ended, median, run } from '../harness/processes.js';
import { numpyProgram, scipyProgram } from '../harness/rivals.js';

const TOLERANCE = 1e-6;
const REQUESTS = 1000;
const FIRST_REQUESTS = 100;
const NUMBERS = 100;
const JACOBI = ['96', '60'];
/** Unknowns a side, and times. */
const POISSON = ['100', '1'];

const rounds = Number(process.argv[2] ?? 9);
const file = (name: string): string => fileURLToPath(new URL(`../life/${name}.js`, import.meta.url));
const ours = (name: string, args: readonly string[]): Command => ({ file: process.execPath, args: [file(name), ...args] });

/** A process with a cache of its own, empty at first, or with the one that is given. */
const fresh = (command: Command, cache: string | null = null): Ended => run({ command, cache });

function checkEqual(name: string, a: number, b: number): void {
  if (!(Math.abs(a - b) <= TOLERANCE * Math.abs(b))) throw new Error(`${name}: ours gave ${a}, the rival ${b}`);
}

/** First and settled calls of a function, ours by NumPy's; without kept kernels and code, and with. */
function jacobi(): Record<string, number> {
  const theirs = numpyProgram('life/sweeps.py', JACOBI);
  if (theirs === null) return {};
  const cache = mkdtempSync(join(tmpdir(), 'maniple-meeting-'));
  const lists = {
    first: [] as number[],
    again: [] as number[],
    early: [] as number[],
    settled: [] as number[],
    rival: [] as number[],
    rest: [] as number[],
  };
  const command = ours('sweeps', JACOBI);
  for (let warm = 0; warm < 3; warm++) fresh(command, cache);
  for (let round = 0; round < rounds; round++) {
    const [one, two, numpy] = [fresh(command), fresh(command, cache), fresh(theirs)].map(
      ({ out }) => JSON.parse(out) as { first: number; early: number; settled: number; sum: number },
    );
    checkEqual('jacobi', one.sum, numpy.sum);
    lists.first.push(one.first);
    lists.again.push(two.first);
    lists.early.push(one.early);
    lists.settled.push(one.settled);
    lists.rival.push(numpy.first);
    lists.rest.push(numpy.settled);
  }
  rmSync(cache, { recursive: true, force: true });
  const [first, again, early, settled, rival, rest] = Object.values(lists).map(median);
  return {
    'jacobi: first': first / rival,
    'jacobi: first, caches filled': again / rival,
    'jacobi: early': early / rest,
    'jacobi: settled': settled / rest,
  };
}

function solver(): Record<string, number> {
  const theirs = scipyProgram('life/poisson-cg.py', POISSON);
  if (theirs === null) return {};
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const [one, two] = [fresh(ours('poisson-cg', POISSON)), fresh(theirs)];
    checkEqual('poisson-cg', Number(one.out), Number(two.out));
    times.ours.push(one.ms);
    times.theirs.push(two.ms);
  }
  return { cg: median(times.theirs) / median(times.ours) };
}

/** Milliseconds of each request, one after the other. */
async function requests(): Promise<Record<string, number>> {
  const cache = mkdtempSync(join(tmpdir(), 'maniple-meeting-'));
  const server = fork(file('server'), { env: { ...process.env, MANIPLE_CACHE: cache } });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const port = await portOf(server);
    const times: number[] = [];
    for (let n = 0; n < REQUESTS; n++) {
      const began = performance.now();
      await answered(port, agent, n);
      times.push(performance.now() - began);
    }
    const slowest = (some: readonly number[]): number => Math.max(...some);
    return {
      'requests: first': times[0],
      'requests: slowest of the first': slowest(times.slice(0, FIRST_REQUESTS)),
      'requests: slowest': slowest(times),
      'requests: median': median(times.slice(FIRST_REQUESTS)),
    };
  } finally {
    agent.destroy();
    server.kill();
    rmSync(cache, { recursive: true, force: true });
  }
}

function portOf(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('message', (port) => resolve(port as number));
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

/** Sends a list of numbers, and checks the answer. */
function answered(port: number, agent: Agent, n: number): Promise<void> {
  const values = Array.from({ length: NUMBERS }, (_, i) => Math.sin(n + i * i));
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', agent, method: 'POST' }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(text));
        const { sorted } = JSON.parse(text) as { sorted: number[] };
        if (sorted.length !== NUMBERS || sorted.some((x, i) => i > 0 && x > sorted[i - 1])) reject(new Error('a wrong answer'));
        else resolve();
      });
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(values));
  });
}

console.log(JSON.stringify({ ...jacobi(), ...solver(), ...(await requests()) }));
