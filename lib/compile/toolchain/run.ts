/**
 * Runs programs in the background, a little behind whatever else the machine does: they share its cores with the program that
 * waits for their results. Through the addon, which spares this process the copy of its page tables; where there is none,
 * through Node.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setPriority } from 'node:os';
import { type Addon, loadAddon } from '../../native/index.js';

/** A program that runs. */
export interface Running {
  readonly pid: number | undefined;
  /** Its exit status; null when it did not start or its end was lost. Never rejects. */
  readonly status: Promise<number | null>;
}

/** How much later than others it has its turn (`nice`). */
const BEHIND = 5;
/** Milliseconds between looks whether it has ended. */
const LOOK = 5;
const RUNNING = -1;

/** What a program is started with. */
export interface Start {
  /** Its path and arguments. */
  readonly argv: readonly string[];
  /** Files for what it writes. */
  readonly output: string;
  readonly errors: string;
  /** Whether this process stays alive until it has ended. */
  readonly held: boolean;
}

/** Starts a program. Throws when it does not start. */
export function start(wish: Start): Running {
  const addon = loadAddon();
  const running = addon === null ? startByNode(wish) : startByAddon(addon, wish);
  if (running.pid !== undefined) stepBack(running.pid);
  return running;
}

function startByAddon(addon: Addon, { argv, output, errors, held }: Start): Running {
  const pid = addon.startProgram(argv, output, errors);
  const status = new Promise<number | null>((resolve) => {
    const timer = setInterval(() => {
      const found = addon.programStatus(pid);
      if (found === RUNNING) return;
      clearInterval(timer);
      resolve(found < 0 ? null : found);
    }, LOOK);
    if (!held) timer.unref();
  });
  return { pid, status };
}

function startByNode({ argv: [program, ...args], output, errors, held }: Start): Running {
  const files = [output, errors].map((path) => openSync(path, 'w'));
  const child = spawn(program, args, { stdio: ['ignore', ...files] });
  for (const file of files) closeSync(file);
  if (!held) child.unref();
  const status = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('exit', (code) => resolve(code));
  });
  return { pid: child.pid, status };
}

function stepBack(pid: number): void {
  try {
    setPriority(pid, BEHIND);
  } catch {
    return;
  }
}
