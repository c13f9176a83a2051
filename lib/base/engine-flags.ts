/**
 * Flags of V8 that the library sets while it runs. They are the whole process's, and V8 takes compiled code (the library's own, and that of
 * Node's compile cache) only under the flags that it was made under: so changes are noted here, and V8's defaults are back while code is
 * read or made.
 */
import module from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

interface Flag {
  readonly now: string;
  readonly byDefault: string;
}

/** Flags that are not as V8 has them, by name. */
const changed = new Map<string, Flag>();

let watchesEnd = false;

/** The addon's way of setting flags, once it is loaded: whether they were set. */
let throughAddon: ((flags: string) => boolean) | null = null;

/** Has flags be set by the addon from now on, where it can: `node:v8` takes a process 3 ms to load. */
export function setFlagsThrough(set: (flags: string) => boolean): void {
  throughAddon = set;
}

/** Sets flags of V8, as on a command line. Flags that stay are for `setEngineFlag`. */
export function setFlags(flags: string): void {
  if (throughAddon?.(flags) !== true) setFlagsFromString(flags);
}

/** Whether options of the process match: a user's choice is left alone. */
export function isChosen(options: RegExp): boolean {
  return process.execArgv.some((option) => options.test(option)) || options.test(process.env.NODE_OPTIONS ?? '');
}

/** Sets a flag: `now` and `byDefault` are options as on a command line, such as `--no-allocation-site-pretenuring`. */
export function setEngineFlag(name: string, now: string, byDefault: string): void {
  setFlags(now);
  if (now === byDefault) changed.delete(name);
  else changed.set(name, { now, byDefault });
  if (watchesEnd) return;
  watchesEnd = true;
  process.once('exit', atExit);
}

/** Runs a function under V8's defaults, with the flags as they are again behind it. */
export function underEngineDefaults<Result>(run: () => Result): Result {
  setDefaults();
  try {
    return run();
  } finally {
    for (const { now } of changed.values()) setFlags(now);
  }
}

/** Node's compile cache, where it is on (it came with Node 22), makes its code when the process ends; threads end before. */
function atExit(): void {
  const { getCompileCacheDir } = module as { readonly getCompileCacheDir?: () => string | undefined };
  // `isMainThread` comes last: its module takes two milliseconds to load.
  if (getCompileCacheDir?.() === undefined || !isMainThread) return;
  setDefaults();
  changed.clear();
}

function setDefaults(): void {
  for (const { byDefault } of changed.values()) setFlags(byDefault);
}
