/** What commands print. Node's stream for standard output takes 5 ms to make, a sixth of an empty process: the file is written as it is. */
import { writeSync } from 'node:fs';

const STDOUT = 1;

/** Whether the stream is there: what is written to it comes in order. */
let isStream = false;

/** Writes text to standard output. Ends the process where that cannot be written, quietly where its reader has read enough. */
export function print(text: string): void {
  let bytes: Uint8Array = Buffer.from(text);
  try {
    while (!isStream && bytes.length > 0) bytes = bytes.subarray(writeSync(STDOUT, bytes));
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (failure.code !== 'EAGAIN') endUnwritten(failure);
    // A full pipe that does not block: the stream waits for its reader.
    useStream();
  }
  if (bytes.length > 0) process.stdout.write(bytes);
}

/** Has all be written by Node's stream, as for a program that runs in this process, and ends the process where it fails. */
export function useStream(): void {
  if (isStream) return;
  isStream = true;
  process.stdout.on('error', endUnwritten);
}

/** Ends the process where all is written. At its natural end Node waits for V8's compilers, with functions that will not run any more. */
export function leave(): void {
  if (!isStream) process.exit();
}

/** A reader that has read enough, as in `maniple info | head -3`, is no failure. */
function endUnwritten(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`maniple: standard output cannot be written: ${error.message}\n`);
  process.exit(1);
}
