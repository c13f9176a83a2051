/** Whole processes, from the start to the end: how long each takes, and what it printed; commands take turns. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from './connection.js';
import { quantile } from './samples.js';

/** A process that went well. */
export interface Ended {
  readonly ms: number;
  readonly out: string;
}

/** A command, and the folder of its compiled kernels and code; null is a new folder for each process, empty at first. */
export interface Timed {
  readonly command: Command;
  readonly cache: string | null;
}

/**
 * Variables of this process's environment that are not passed on. Node 20 parses all certificates of `NODE_EXTRA_CA_CERTS` while it starts: some
 * 40 ms, twice what an empty process takes otherwise, which no program of the benchmarks asks for.
 */
const DROPPED = { NODE_EXTRA_CA_CERTS: undefined };

/** Runs a process to its end; where it fails, throws its output. */
export function run({ command: { file, args, env }, cache }: Timed): Ended {
  const folder = cache ?? mkdtempSync(join(tmpdir(), 'maniple-process-'));
  try {
    const began = performance.now();
    const done = spawnSync(file, [...args], {
      encoding: 'utf8',
      env: { ...process.env, ...DROPPED, ...env, MANIPLE_CACHE: folder },
    });
    const ms = performance.now() - began;
    if (done.status !== 0) throw new Error(`${args.join(' ')}: ${done.stderr.trim()}`);
    return { ms, out: done.stdout.trim() };
  } finally {
    if (cache === null) rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs all commands so many times, by turns; each round begins with the next command. Gives the processes of each. */
export function alternate(commands: readonly Timed[], rounds: number): Ended[][] {
  const ended = commands.map((): Ended[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < commands.length; i++) {
      const k = (round + i) % commands.length;
      ended[k].push(run(commands[k]));
    }
  }
  return ended;
}

export const median = (times: readonly number[]): number =>
  quantile(
    [...times].sort((a, b) => a - b),
    0.5,
  );

/** The median time of processes. */
export const medianOf = (ended: readonly Ended[]): number => median(ended.map(({ ms }) => ms));
