/** Reads a log, line by line; errors name the file and the line. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { FileFormatError } from '../base/index.js';
import { noteProgress } from '../profile/index.js';
import { EVENTS, illegalField, isEvent, isObject } from './legal.js';
import { LOG_VERSION, type LogEvent } from './log.js';

/**
 * The events of a log. A log without its last lines, of a process that was stopped, is read as far as it goes, and has no "end". Throws
 * `FileFormatError`: for a file that is no log, for a log of a different version, for a log with damaged bytes.
 */
export async function readLog(path: string): Promise<LogEvent[]> {
  const log: LogEvent[] = [];
  const digest = createHash('sha256');
  let number = 0;
  let sealed = false;
  try {
    for await (const bytes of linesOf(path)) {
      const where = `${path}:${++number}`;
      if (sealed) throw new FileFormatError(`spy: ${where}: expected nothing behind the seal; the file was damaged`);
      const line = decode(bytes, where);
      if (line.startsWith(SEAL)) {
        checkSeal(line, { lines: number - 1, sha256: digest.digest('hex') }, where);
        sealed = true;
        continue;
      }
      digest.update(bytes);
      if (line === '\n') continue;
      const event = parseLine(line.trimEnd(), where);
      if (log.length === 0) checkBegin(event, where);
      log.push(event);
    }
  } catch (cause) {
    if (cause instanceof FileFormatError) throw cause;
    throw new FileFormatError(`spy: ${path}: cannot be read: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
  if (log.length === 0) throw new FileFormatError(`spy: ${path}:1: ${NO_BEGIN}`);
  if (!sealed && log.at(-1)?.event === 'end')
    throw new FileFormatError(`spy: ${path}:${number}: expected a seal behind the end; the file was cut or damaged`);
  return log;
}

const NO_BEGIN = 'expected a log that begins with "begin", written with --spy FILE';
const SEAL = '{"event":"seal"';
const NEWLINE = 10;

/** Lines as they are in the file, each with its end. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let [done, size] = [0, 0];
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    // Of a pipe, nothing: its size is 0.
    if (done === 0) size = statSync(path).size;
    noteProgress(`reading ${path}`, (done += piece.length), size);
    let at = 0;
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, at)) {
      yield Buffer.concat([...rest, piece.subarray(at, end + 1)]);
      rest = [];
      at = end + 1;
    }
    if (at < piece.length) rest.push(piece.subarray(at));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

function decode(bytes: Buffer, where: string): string {
  if (!isUtf8(bytes)) throw new FileFormatError(`spy: ${where}: expected text; the file was damaged, or is no log`);
  return bytes.toString();
}

function checkBegin(event: LogEvent, where: string): void {
  if (event.event !== 'begin') throw new FileFormatError(`spy: ${where}: ${NO_BEGIN}`);
}

/** Checks the seal against the lines and bytes before it. */
function checkSeal(line: string, found: { readonly lines: number; readonly sha256: string }, where: string): void {
  if (line !== `${JSON.stringify({ event: 'seal', ...found })}\n`)
    throw new FileFormatError(
      `spy: ${where}: expected the seal of the ${found.lines} lines before it; the file was damaged or edited: record it again`,
    );
}

function parseLine(line: string, where: string): LogEvent {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new FileFormatError(`spy: ${where}: expected a JSON object, got ${JSON.stringify(line.slice(0, 40))}`, { cause });
  }
  if (!isObject(value) || typeof value.event !== 'string' || !isEvent(value.event)) {
    throw new FileFormatError(`spy: ${where}: expected an event, one of ${EVENTS.join(' ')}`);
  }
  if (value.event === 'begin' && value.version !== LOG_VERSION) {
    throw new FileFormatError(
      `spy: ${where}: expected a log of version ${LOG_VERSION}, got ${JSON.stringify(value.version)}; record it with this maniple`,
    );
  }
  const wrong = illegalField(value as unknown as LogEvent);
  if (wrong !== null) {
    throw new FileFormatError(
      `spy: ${where}: "${value.event}" has no legal "${wrong}": got ${JSON.stringify(value[wrong])?.slice(0, 80)}`,
    );
  }
  return value as unknown as LogEvent;
}
