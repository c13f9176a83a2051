/** The system's refusals as errors that name the operation, the file, the reason and the way out. */
import { fileURLToPath } from 'node:url';
import { ArgumentError, FileError, ManipleError } from '../base/index.js';

/** Per code of the system: the reason, and the advice. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder; check the path',
  EISDIR: 'it is a folder; name a file',
  ENOTDIR: 'a part of its path is no folder; check the path',
  EACCES: 'permission denied; change the permissions of the file or its folder',
  EPERM: 'the operation is not permitted; change the owner or the attributes of the file',
  EROFS: 'the file system is read-only; choose another folder',
  ENOSPC: 'no space is left on the disk; free some, or choose another folder',
  EDQUOT: 'the quota of the disk is exhausted; free some, or choose another folder',
  EFBIG: 'the file becomes larger than the system allows; raise the limit',
  ENAMETOOLONG: 'the name is too long; choose a shorter one',
  ELOOP: 'its symbolic links form a loop; mend them',
  EMFILE: 'the process has too many open files; close some',
  ENFILE: 'the system has too many open files; close some',
  EBUSY: 'the file is in use; close it there first',
  ETXTBSY: 'the file is a program that runs; end it first',
  EIO: 'the disk failed; check it',
  ENXIO: 'the device or the reader at its other end is missing',
};

/** The path as a text. Throws `ArgumentError` for values that are no path. */
export function pathOf(operation: string, path: string | URL): string {
  if (path instanceof URL && path.protocol === 'file:') return fileURLToPath(path);
  if (typeof path === 'string' && path !== '' && !path.includes('\0')) return path;
  const got = typeof path === 'string' ? JSON.stringify(path) : path === null ? 'null' : typeof path;
  throw new ArgumentError(`${operation}: expected the path of a file, got ${got}`);
}

/** The error for `cause`, met while `path` was to be `done` ('read', 'written'); typed errors stay as they are. */
export function failed(operation: string, path: string, done: 'read' | 'written', cause: unknown): Error {
  if (cause instanceof ManipleError) return cause;
  const system = (cause as NodeJS.ErrnoException | null)?.code;
  if (typeof system !== 'string' || !(cause instanceof Error)) return cause instanceof Error ? cause : new Error(String(cause));
  const reason = REASONS[system] ?? cause.message;
  return new FileError(`${operation}: ${path}: cannot be ${done}: ${system}: ${reason}`, { cause, path, system });
}
