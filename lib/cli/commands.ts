/** The commands by name. Each is loaded when it is named: one brings solvers, one charts, and `--version` needs neither. */
import type { Command } from 'commander';

/** The exports of a file in `commands/`. */
interface CommandModule {
  /** Adds the command to the program. */
  register(program: Command): void;
}

/** Paths are written out, so that a bundle has a file for each. */
export const commands: Readonly<Record<string, () => Promise<CommandModule>>> = {
  doctor: () => import('./commands/doctor.js'),
  fuse: () => import('./commands/fuse.js'),
  info: () => import('./commands/info.js'),
  metg: () => import('./commands/metg.js'),
  profile: () => import('./commands/profile.js'),
  run: () => import('./commands/run.js'),
  solve: () => import('./commands/solve.js'),
  spy: () => import('./commands/spy.js'),
};

/** The commands that a command line needs: the one that its first word names, else all, for help and for suggestions. */
export function commandsFor(words: readonly string[]): Promise<CommandModule[]> {
  const [first = ''] = words;
  const names = Object.hasOwn(commands, first) ? [first] : Object.keys(commands);
  return Promise.all(names.map((name) => commands[name]()));
}
