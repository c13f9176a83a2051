/**
 * Where the user's program is: the frames of a stack that are neither the package's nor Node's. Errors begin with them, and tasks note them,
 * so that a failure that comes up at a reader names the line that issued the operation.
 *
 *     at broadcastShapes (dist/pack/core/core.js:812)     the package's: left out
 *     at NDArray.add (dist/pack/core/core.js:9120)        the package's: left out
 *     at step (app.js:12:9)                               the site
 *
 * No regular expressions: near the end of the stack V8 ends the process when it has to compile one.
 */
import { relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isStackOverflow } from './stack.js';

/** A position in the user's program. */
export interface Site {
  /** File, line and column: `app.js:12:9`, from the current folder if it lies there. */
  readonly where: string;
  /** The user's frames from there on, as a stack has them. */
  readonly frames: readonly string[];
  /** Whether the operation was issued there; false where an operation like it was, some time before. */
  readonly isCertain: boolean;
}

/** Frames that are looked at below the user's call, and frames of the user's that are kept. */
const DEPTH = 24;
const KEPT = 4;

/** Where the package's code is, as paths and URLs begin. */
let home: readonly string[] | null = null;

/** The compiled rooms, in a folder of which this file lies, bundled or not; and their sources, which source maps name. */
function homes(): readonly string[] {
  // Where it runs as CommonJS, the URL is a path.
  const url = import.meta.url.startsWith('file:') ? import.meta.url : pathToFileURL(import.meta.url);
  const folders = [new URL('..', url), new URL('../../../lib/', url)];
  return (home ??= folders.flatMap((folder) => [fileURLToPath(folder), folder.href]));
}

let debugging: boolean | null = null;

/** Whether `MANIPLE_DEBUG=1`: each operation notes its position, and stacks keep the package's frames. */
export function isDebugging(): boolean {
  return (debugging ??= process.env.MANIPLE_DEBUG === '1');
}

const ENGINE = ['node:', '<anonymous>'];

/** `<anonymous>` and `native` are the engine's: `Array.map`, `new Promise`. */
function isOurs(place: string): boolean {
  return (
    (home ?? homes()).some((folder) => place.startsWith(folder)) ||
    place === 'native' ||
    ENGINE.some((start) => place.startsWith(start))
  );
}

/** The user's frames of the call under way; null where none is known. Costs some 10 microseconds. */
export function siteHere(): Site | null {
  const { stackTraceLimit } = Error;
  const holder: { stack?: unknown } = {};
  try {
    // A larger limit that an interruption leaves behind does no harm; a changed Error.prepareStackTrace would.
    Error.stackTraceLimit = DEPTH;
    Error.captureStackTrace(holder, siteHere);
    return typeof holder.stack === 'string' ? siteOf(holder.stack) : null;
  } catch (error) {
    // Error is frozen in some programs: these have no positions.
    if (isStackOverflow(error)) throw error;
    return null;
  } finally {
    if (Error.stackTraceLimit !== stackTraceLimit) Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The user's frames of a stack; null where it has none. */
export function siteOf(stack: string): Site | null {
  const own = stack.split('\n').filter((line) => line.startsWith('    at ') && !isOurs(placeIn(line)));
  if (own.length === 0) return null;
  const place = placeIn(own[0]);
  const end = fileEnd(place);
  return { where: `${shortName(place.slice(0, end))}${place.slice(end)}`, frames: own.slice(0, KEPT), isCertain: true };
}

/** Where a place's file ends, and `:line` or `:line:column` begins. */
function fileEnd(place: string): number {
  let end = place.length;
  for (let part = 0; part < 2; part++) {
    const at = place.lastIndexOf(':', end - 1);
    const number = place.slice(at + 1, end);
    if (at < 0 || number === '' || !Number.isInteger(Number(number))) break;
    end = at;
  }
  return end;
}

/** The file and position of a frame: `    at step (file:///app.js:12:9)`, `    at async file:///app.js:3:1`. */
function placeIn(frame: string): string {
  const inner = frame.endsWith(')') ? frame.slice(frame.lastIndexOf('(') + 1, -1) : frame.slice('    at '.length);
  return inner.startsWith('async ') ? inner.slice('async '.length) : inner;
}

/** A file's name from the current folder, or in full if that is elsewhere. */
function shortName(file: string): string {
  const path = file.startsWith('file://') ? fileURLToPath(file) : file;
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith(`..${sep}`) ? path : short;
}

/** At most so many frames of a stack, without its message and without the package's frames before the first of the user's; all of them if there is none. */
export function ownFrames(stack: string, most = Number.POSITIVE_INFINITY): string {
  const at = `\n${stack}`.indexOf('\n    at ');
  if (at < 0) return '';
  const lines = stack.slice(at).split('\n');
  if (isDebugging()) return lines.slice(0, most).join('\n');
  const first = lines.findIndex((line) => !isOurs(placeIn(line)));
  const from = Math.max(0, first);
  return lines.slice(from, from + most).join('\n');
}
