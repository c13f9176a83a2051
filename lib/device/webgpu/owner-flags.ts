/**
 * Flags of Node for the owner's thread. A thread has those of its process unless it is given its own; but `--input-type`, which belongs to the
 * text of `node --input-type=module -e …`, keeps Node from running a file, and so the owner from starting. Given flags may be such as a
 * thread can have alone: of a process with that flag, the ones that say how modules are found.
 */

const INPUT = /^--input-type(=|$)/;
/** Options that say how modules are found; each has a value, behind `=` or as the next word. */
const MODULES = /^(--import|--require|-r|--loader|--experimental-loader|--conditions|-C)(=|$)/;

/** The flags to give, for a process with these; undefined where the thread has the process's own. */
export function ownerFlags(flags: readonly string[]): string[] | undefined {
  if (!flags.some((flag) => INPUT.test(flag))) return undefined;
  return flags.flatMap((flag, i) => {
    if (!MODULES.test(flag)) return [];
    return flag.includes('=') ? [flag] : [flag, ...flags.slice(i + 1, i + 2)];
  });
}
