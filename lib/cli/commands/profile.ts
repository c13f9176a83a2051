/** `maniple profile FILE [args…]`: runs a program and writes a page of what its runtime did and when. */
import { writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { endBySignals } from '../at-end.js';
import { handedOver } from '../own-copy.js';
import { collect } from '../profile/collect.js';
import type { ProfileData } from '../profile/data.js';
import { profilePage } from '../profile/page.js';
import { traceEvents } from '../profile/trace-events.js';
import { checkModule, runProgram } from '../program-file.js';
import { addSettings, applySettings } from '../settings.js';

interface ProfileFlags {
  readonly out: string;
  readonly trace?: string;
}

/** Adds the command. */
export function register(program: Command): void {
  const command = program
    .command('profile')
    .description('run a program, and write a page with a timeline of processors, the slowest lines, and what kept kernels apart')
    .argument('<file>', 'a JavaScript module')
    .argument('[args...]', 'what the program finds in process.argv')
    .option('--out <profile.html>', 'the page', 'profile.html')
    .option('--trace <trace.json>', 'write Chrome trace events as well, which Perfetto opens')
    .passThroughOptions();
  addSettings(command).action(profile);
}

async function profile(file: string, args: string[], flags: ProfileFlags): Promise<void> {
  const path = resolve(file);
  checkModule('profile', file, path);
  if (await handedOver(path)) return;
  applySettings({ ...flags });
  process.argv = [process.argv[0], path, ...args];
  // The program may change the folder.
  const out = resolve(flags.out);
  const trace = flags.trace === undefined ? null : resolve(flags.trace);
  collect(basename(path), (data) => {
    const isWritten = tell('--out', flags.out, () => writeFileSync(out, profilePage(data)));
    if (trace !== null) tell('--trace', flags.trace ?? '', () => writeFileSync(trace, traceEvents(data)));
    process.stderr.write(summary(data, isWritten ? flags.out : 'no page'));
  });
  endBySignals();
  await runProgram('profile', path);
}

/** Writes a file, or says why not; whether it is written. */
function tell(option: string, name: string, write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    process.stderr.write(
      `maniple: profile: ${option}: ${name} cannot be written: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
    return false;
  }
}

/** The slowest lines, in a few words. */
function summary({ lines, milliseconds, begin }: ProfileData, out: string): string {
  const top = lines.slice(0, 3).map(({ where, computing, waiting, uploading, names }) => {
    const time = (computing + waiting + uploading).toFixed(1).padStart(9);
    return `${time} ms  ${where}  ${names.slice(0, 4).join(', ')}\n`;
  });
  return `maniple: profile: ${begin.length} events in ${(milliseconds / 1000).toFixed(2)} s: ${out}\n${top.join('')}`;
}
