#!/usr/bin/env node
/**
 * The `maniple` command: prints its version, or has the command that is named (`commands.ts`) do its work, and turns a caller's mistake
 * into one line and a non-zero exit.
 */
import { commandsFor } from './commands.js';
import { version } from './version.js';

async function main(words: readonly string[]): Promise<void> {
  if (words.length === 1 && ['--version', '-V'].includes(words[0])) {
    process.stdout.write(`${version()}\n`);
    return;
  }
  const [{ Command }, modules] = await Promise.all([import('./parser.js'), commandsFor(words)]);
  const program = new Command('maniple')
    .description('A runtime for composable, accelerated numerics')
    .version(version())
    .showSuggestionAfterError()
    .enablePositionalOptions();
  for (const command of modules) command.register(program);
  await program.parseAsync();
}

// The reader of our output has read enough, as in `maniple info | head -3`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`maniple: standard output cannot be written: ${error.message}\n`);
  process.exit(1);
});

try {
  await main(process.argv.slice(2));
} catch (error) {
  const { formatFailure } = await import('./failure.js');
  process.stderr.write(formatFailure(error));
  process.exitCode = 1;
}
