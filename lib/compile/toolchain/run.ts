/**
 * Runs programs in the background, at a lower priority: they share the machine's cores with the program that waits for their results.
 * Through the addon, which spares this process the copy of its page tables; where there is none, through Node.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setPriority } from 'node:os';
import { behindCall, DeviceError, now } from '../../base/index.js';
import { type Addon, loadAddon } from '../../native/index.js';
import { recorder } from '../../profile/index.js';

/** A program that runs. */
export interface Running {
  readonly pid: number | undefined;
  /** Its exit status; null when it did not start or its end was lost, 'overdue' when it was ended for taking too long. Never rejects. */
  readonly status: Promise<Status>;
}

export type Status = number | null | 'overdue';

/** The priority of a program (`nice`): behind all that run at 0. */
const BEHIND = 5;
/** Milliseconds between looks whether it has ended. */
const LOOK = 5;
/** And from asking it to end, so that it clears its files away, to ending it. */
const GRACE = 1000;
const RUNNING = -1;

/** How to start a program. */
export interface Start {
  /** Its path and arguments. */
  readonly argv: readonly string[];
  /** Files for its standard output and standard error. */
  readonly output: string;
  readonly errors: string;
  /** Whether this process stays alive until it has ended. */
  readonly held: boolean;
  /** Milliseconds after which it is ended, with all that it started. */
  readonly limit: number;
  /** Its purpose, in a profile. */
  readonly title?: () => string;
}

/** Starts a program. Throws when it does not start. */
export function start(wish: Start): Running {
  const denied = whyForbidden();
  if (denied !== null) throw denied;
  const addon = loadAddon();
  const running = addon === null ? startByNode(wish) : startByAddon(addon, wish);
  if (running.pid !== undefined) stepBack(running.pid);
  const recording = recorder();
  if (recording !== null) {
    const begin = now();
    void running.status.then(() => recording.span('compile', wish.title?.() ?? wish.argv[0], begin));
  }
  return running;
}

/** Why this process may start no program (Node's permission model, of which the addon knows nothing), or null. */
export function whyForbidden(): DeviceError | null {
  if (process.permission === undefined || process.permission.has('child')) return null;
  return new DeviceError('no compiler may be started: start node with --allow-child-process');
}

/** Ends a program and all that it started, as long as they are in its process group. */
export function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    return;
  }
}

function startByAddon(addon: Addon, { argv, output, errors, held, limit }: Start): Running {
  const pid = addon.startProgram(argv, output, errors);
  const due = now() + limit;
  const status = new Promise<Status>((resolve) => {
    const look = (): void => {
      const late = now() - due;
      if (late >= 0) endGroup(pid, late < GRACE ? 'SIGTERM' : 'SIGKILL');
      const found = addon.programStatus(pid);
      if (found === RUNNING) return;
      clearInterval(timer);
      if (late >= 0) endGroup(pid, 'SIGKILL');
      resolve(late >= 0 ? 'overdue' : found < 0 ? null : found);
    };
    let timer: NodeJS.Timeout | undefined;
    behindCall(() => {
      timer = setInterval(look, LOOK);
      if (!held) timer.unref();
    });
  });
  return { pid, status };
}

function startByNode({ argv: [program, ...args], output, errors, held, limit }: Start): Running {
  const files = [output, errors].map((path) => openSync(path, 'w', 0o600));
  const child = spawn(program, args, { stdio: ['ignore', ...files], detached: true });
  for (const file of files) closeSync(file);
  const { pid } = child;
  const status = new Promise<Status>((resolve) => {
    let overdue = false;
    const timer = setTimeout(() => {
      overdue = true;
      if (pid !== undefined) endGroup(pid, 'SIGKILL');
    }, limit);
    if (!held) timer.unref();
    const finish = (found: Status): void => {
      clearTimeout(timer);
      resolve(found);
    };
    child.on('error', () => finish(null));
    child.on('exit', (code) => finish(overdue ? 'overdue' : code));
  });
  if (!held) child.unref();
  return { pid, status };
}

function stepBack(pid: number): void {
  try {
    setPriority(pid, BEHIND);
  } catch {
    return;
  }
}
