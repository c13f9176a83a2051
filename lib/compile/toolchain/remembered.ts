/**
 * A probed compiler as a record on disk. No word of a record is ever part of a command: the program is the candidate of that place,
 * which was found again and is as it was, and flags are named by their place in our own list. A record that fits neither is none.
 */
import type { Candidate } from './find.js';
import { MACHINES, type Toolchain, WIDE } from './probe.js';

/** The facts of a probed compiler, without its command. */
interface Remembered {
  /** Its place among the candidates, and the place of its flags among `MACHINES`. */
  readonly candidate: number;
  readonly machine: number;
  readonly wide: boolean;
  readonly family: Toolchain['family'];
  readonly version: string;
  readonly identity: string;
}

/** The record of a toolchain that one of these candidates turned out to be. */
export function remembered({ command, family, version, identity, machine }: Toolchain, found: readonly Candidate[]): Remembered {
  const candidate = found.findIndex((one) => one.command === command);
  const wide = machine.includes(WIDE);
  const place = MACHINES.findIndex((flags) => flags.join() === machine.filter((flag) => flag !== WIDE).join());
  return { candidate, machine: place, wide, family, version, identity };
}

/** The toolchain of a record; null when it is none that these candidates can have. */
export function recall(record: unknown, found: readonly Candidate[]): Toolchain | null {
  if (typeof record !== 'object' || record === null) return null;
  const { candidate, machine, wide, family, version, identity } = record as Partial<Remembered>;
  if (family !== 'gcc' && family !== 'clang') return null;
  if (typeof version !== 'string' || !VERSION.test(version)) return null;
  if (typeof identity !== 'string' || !IDENTITY.test(identity)) return null;
  const program = found.find((_, place) => place === candidate);
  const flags = MACHINES.find((_, place) => place === machine);
  if (program === undefined || flags === undefined || typeof wide !== 'boolean') return null;
  return { command: program.command, family, version, identity, machine: wide ? [...flags, WIDE] : flags };
}

const VERSION = /^(gcc|clang)( \d+(\.\d+)*)$/;
const IDENTITY = /^[0-9a-f]{16}$/;
