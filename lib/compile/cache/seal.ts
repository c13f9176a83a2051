/**
 * Seals: a checksum behind a shared library's last byte, where loaders do not look. A file that was cut short, half
 * written or changed has no valid seal and is built again, instead of crashing the process that maps it.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';

const MARK = Buffer.from('maniple1');
const LENGTH = MARK.length + 32;

/** Appends the seal. */
export function seal(path: string): void {
  appendFileSync(path, Buffer.concat([MARK, digest(readFileSync(path))]));
}

/** Whether the file is there and its seal is right. */
export function sealed(path: string): boolean {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return false;
  }
  const end = bytes.length - LENGTH;
  if (end <= 0 || !bytes.subarray(end, end + MARK.length).equals(MARK)) return false;
  return digest(bytes.subarray(0, end)).equals(bytes.subarray(end + MARK.length));
}

function digest(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
