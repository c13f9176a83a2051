#!/usr/bin/env node
/**
 * The `maniple` command: prints its version, or has the command that is named (`commands.ts`) do its work, and turns a caller's mistake
 * into one line and a non-zero exit.
 */
import { commandsFor } from './commands.js';
import { print } from './print.js';
import { version } from './version.js';

async function main(words: readonly string[]): Promise<void> {
  if (words.length === 1 && ['--version', '-V'].includes(words[0])) {
    print(`${version()}\n`);
    return;
  }
  const [{ Command }, modules] = await Promise.all([import('./parser.js'), commandsFor(words)]);
  const program = new Command('maniple')
    .description('A runtime for composable, accelerated numerics')
    .version(version())
    .showSuggestionAfterError()
    .enablePositionalOptions()
    .configureOutput({ writeOut: print });
  for (const command of modules) command.register(program);
  await program.parseAsync();
}

/** Node's exit status for a program that waits for what never comes. */
const NEVER_SETTLES = 13;

/** Whether the command is under way, and whether nothing is left that could end it. */
const state = { isWaiting: true, isStuck: false };

// As Node has it for a module that it runs: the packed command, a file of CommonJS, has no top-level await.
process.on('beforeExit', () => {
  state.isStuck = state.isWaiting;
});
process.on('exit', (status) => {
  if (!(state.isWaiting && state.isStuck) || status !== 0) return;
  process.stderr.write('maniple: nothing is left to run, and the program still waits\n');
  process.exitCode = NEVER_SETTLES;
});

async function failed(error: unknown): Promise<void> {
  const { formatFailure } = await import('./failure.js');
  process.stderr.write(formatFailure(error));
  process.exitCode = 1;
}

main(process.argv.slice(2))
  .catch(failed)
  .finally(() => {
    state.isWaiting = false;
  });
