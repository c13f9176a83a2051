#!/usr/bin/env node
/**
 * The `maniple` command. Each file of `commands/` is a command and exports `register(program)`; this file finds them, and
 * turns a caller's mistake into one line and a non-zero exit.
 */
import { readdirSync } from 'node:fs';
import { Command } from 'commander';
import { formatFailure } from './failure.js';
import { version } from './version.js';

/** What a file of `commands/` exports. */
interface CommandModule {
  register(program: Command): void;
}

async function main(): Promise<void> {
  const program = new Command('maniple')
    .description('A runtime for composable, accelerated numerics')
    .version(version())
    .showSuggestionAfterError()
    .enablePositionalOptions();
  for (const command of await commands()) command.register(program);
  await program.parseAsync();
}

async function commands(): Promise<CommandModule[]> {
  const folder = new URL('./commands/', import.meta.url);
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .sort();
  return Promise.all(files.map((name): Promise<CommandModule> => import(new URL(name, folder).href)));
}

// Whoever read our output has read enough, as in `maniple info | head -3`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

try {
  await main();
} catch (error) {
  process.stderr.write(formatFailure(error));
  process.exitCode = 1;
}
