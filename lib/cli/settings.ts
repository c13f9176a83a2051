/**
 * The runtime's settings as flags of a command. They reach the runtime through MANIPLE_CONFIG, so that a program which
 * carries its own copy of maniple obeys them too.
 */
import type { Command } from 'commander';
import { parseSetting, settings } from '../runtime/index.js';

const names = Object.keys(settings) as (keyof typeof settings)[];

/** Adds `--procs N`, `--device NAME`, … to a command. */
export function addSettings(command: Command): Command {
  for (const name of names) {
    const { takes, text } = settings[name];
    command.option(`--${name} <${takes === 'count' ? 'n' : typeof takes === 'string' ? 'file' : takes.join('|')}>`, text);
  }
  return command;
}

/** Appends the settings among a command's options to MANIPLE_CONFIG. Throws `ConfigError`. */
export function applySettings(options: Readonly<Record<string, unknown>>): void {
  const words: string[] = [];
  for (const name of names) {
    const value = options[name];
    if (value === undefined) continue;
    parseSetting(name, String(value));
    words.push(`--${name}`, String(value));
  }
  if (words.length > 0) process.env.MANIPLE_CONFIG = [process.env.MANIPLE_CONFIG ?? '', ...words].join(' ').trim();
}
