/** `maniple fuse FILE [args…]`: runs a program and says how its windows are gathered into kernels, and how they could be. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ConfigError } from '../../base/index.js';
import { replaceFile } from '../../files/index.js';
import {
  bestOf,
  type CostName,
  costNamed,
  isAbsent,
  MOST_TASKS,
  type Review,
  reviewOf,
  watchPlanning,
} from '../../fusion/index.js';
import { formatWindow, type ReviewedWindow } from '../fuse-report.js';
import { drawWindow } from '../fuse-svg.js';
import { handedOver } from '../own-copy.js';
import { print } from '../print.js';
import { checkModule, runProgram } from '../program-file.js';
import { addSettings, applySettings } from '../settings.js';

interface FuseFlags {
  readonly cost: string;
  readonly svg?: string;
  readonly json?: boolean;
  readonly plans?: string;
}

/** The number of windows that are reported, the ones that move most bytes first. */
const MOST_WINDOWS = 5;
/** Forms of windows that are reviewed; further ones are counted. */
const MOST_FORMS = 256;

/** Adds the command. */
export function register(program: Command): void {
  const command = program
    .command('fuse')
    .description('run a program, and compare prefixes, the rule of thumb and the best kernels for its windows')
    .argument('<file>', 'a JavaScript module')
    .argument('[args...]', 'what the program finds in process.argv')
    .option('--cost <name>', 'what is to be least: time, bytes, clusters, edges, arrays, reads, …', 'time')
    .option('--svg <graph.svg>', 'draw the first window as it is gathered best')
    .option('--json', 'print one line of JSON')
    .passThroughOptions();
  addSettings(command).action(fuse);
}

/** The windows of one form that were seen. */
interface Seen {
  readonly number: number;
  readonly tasks: number;
  readonly review: Review;
  met: number;
}

async function fuse(file: string, args: string[], flags: FuseFlags): Promise<void> {
  const path = resolve(file);
  checkModule('fuse', file, path);
  if (await handedOver(path)) return;
  const cost = costNamed(flags.cost, '--cost');
  // Each window is planned as if it were the first of its form, so that all of them are seen.
  if (flags.plans !== undefined && flags.plans !== 'fresh')
    throw new ConfigError(`--plans: expected fresh, by which fuse sees every window, got ${JSON.stringify(flags.plans)}`);
  applySettings({ ...flags, plans: 'fresh' });
  const seen = watch(cost);
  let told = false;
  process.once('beforeExit', () => {
    watchPlanning(null);
    told = true;
    void tell(seen, cost, flags).catch((error: unknown) => {
      process.stderr.write(`maniple: fuse: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    });
  });
  process.once('exit', () => {
    if (!told) process.stderr.write('maniple: fuse: the program ended itself before its windows could be compared\n');
  });
  process.argv = [process.argv[0], path, ...args];
  await runProgram('fuse', path);
}

/** Observations of a program. */
interface SeenWindows {
  /** By the form of the windows. */
  readonly forms: Map<string, Seen>;
  /** Windows of forms that came when there were enough. */
  more: number;
}

/** Windows by their forms, from now on. */
function watch(cost: CostName): SeenWindows {
  const seen: SeenWindows = { forms: new Map(), more: 0 };
  const { forms } = seen;
  watchPlanning((tasks, slots, planning) => {
    const form = tasks
      .map(({ kind, roots, views }) => `${kind.id}:${roots.map((root, k) => `${root.slot}.${views[k].id}`)}`)
      .join();
    const known = forms.get(form);
    if (known !== undefined) known.met++;
    else if (forms.size === MOST_FORMS) seen.more++;
    else forms.set(form, { number: forms.size + 1, tasks: tasks.length, review: reviewOf(tasks, slots, planning, cost), met: 1 });
  });
  return seen;
}

async function tell({ forms, more }: SeenWindows, cost: CostName, flags: FuseFlags): Promise<void> {
  const weight = ({ met, review }: Seen): number => met * review.prefix.bytes;
  const chosen = [...forms.values()].sort((a, b) => weight(b) - weight(a)).slice(0, MOST_WINDOWS);
  const windows: ReviewedWindow[] = [];
  for (const [i, window] of chosen.entries()) {
    if (window.review.graph !== null && process.stderr.isTTY)
      process.stderr.write(`maniple: fuse: window ${window.number} is with the solver, ${i + 1} of ${chosen.length}\n`);
    windows.push(await reviewed(window, cost));
  }
  const left = forms.size - windows.length;
  if (flags.json === true) print(`${JSON.stringify({ cost, left, more, windows: windows.map(plain) })}\n`);
  else {
    if (windows.length === 0) print('no windows: the program computed nothing with this copy of maniple\n');
    for (const window of windows) print(formatWindow(window, cost));
    if (left > 0) print(`and ${left} more forms of windows, which move less\n`);
    if (more > 0) print(`${more} windows were not looked at: ${MOST_FORMS} forms came before them\n`);
  }
  if (flags.svg === undefined || windows[0] === undefined) return;
  const drawing = new TextEncoder().encode(drawWindow(windows[0]));
  await replaceFile('fuse --svg', flags.svg, (sink) => sink.write(drawing));
}

async function reviewed({ number, tasks, met, review }: Seen, cost: CostName): Promise<ReviewedWindow> {
  const window = { number, tasks, met, review };
  if (review.graph === null)
    return {
      ...window,
      best: null,
      problem: `not asked for as a whole: the window has more than ${MOST_TASKS} tasks (programs ask for it in parts)`,
    };
  try {
    const best = await bestOf(review, cost);
    return { ...window, best, problem: best === null ? 'the solver found nothing in its time' : null };
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split('\n');
    const problem = isAbsent(error) ? `no solver (${why}): npm install highs@1.15.3` : `the solver failed: ${why}`;
    return { ...window, best: null, problem };
  }
}

/** A window in JSON. */
function plain({ number, tasks, met, review, best, problem }: ReviewedWindow): object {
  const { names, shapes, prefix, greedy } = review;
  return { window: number, met, tasks, names, shapes, prefix, greedy, optimal: best, problem };
}
