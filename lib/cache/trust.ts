/**
 * Whether files are this user's alone: files in the cache folder are loaded and run, with this user's rights. A folder is trusted when
 * only this user and root can replace it or anything on the way to it:
 *
 *     /          root, 755           fine
 *     /tmp       root, 1777          fine: sticky, so that each user's entries stay that user's
 *     /tmp/link  mine, -> /data/k    fine, if /, /data and /data/k are
 *     /data      another user's      not fine: its owner can put a folder of the same name there
 */
import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

const BY_GROUP = 0o020;
const BY_ALL = 0o002;
const STICKY = 0o1000;
/** Links followed before a path counts as a circle. */
const LINKS = 40;

/** Why a folder is not to be trusted, or null. Nothing is known, and null returned, where files have no owners. */
export function whyUntrusted(folder: string): string | null {
  const user = process.geteuid?.();
  if (user === undefined) return null;
  const walked = walk(resolve(folder), user);
  if (typeof walked === 'string') return walked;
  if (walked.stat.uid !== user) return `${walked.path} belongs to ${owner(walked.stat)}`;
  return isWritableByOthers(walked.stat) ? writable(walked.path) : null;
}

/** Whether a file that was opened can have been written by this user and root only. */
export function isOwn(stat: Stats): boolean {
  const user = process.geteuid?.();
  return user === undefined || (stat.uid === user && !isWritableByOthers(stat));
}

/** Follows a path folder by folder, links included; where it ends, or the first reason against it. */
function walk(folder: string, user: number): { path: string; stat: Stats } | string {
  let path: string = sep;
  let rest = namesOf(folder);
  let links = 0;
  for (;;) {
    const stat = lstatSync(path);
    if (stat.uid !== user && stat.uid !== 0) return `${path} belongs to ${owner(stat)}`;
    if (stat.isSymbolicLink()) {
      if (++links > LINKS) return `${path} is a circle of links`;
      rest = [...namesOf(resolve(dirname(path), readlinkSync(path))), ...rest];
      path = sep;
      continue;
    }
    if (!stat.isDirectory()) return `${path} is not a folder`;
    if (isWritableByOthers(stat) && (stat.mode & STICKY) === 0) return writable(path);
    const next = rest.shift();
    if (next === undefined) return { path, stat };
    path = join(path, next);
  }
}

/** A group of the owner's number is the owner's own, as most systems make them. */
function isWritableByOthers({ mode, uid, gid }: Stats): boolean {
  return (mode & BY_ALL) !== 0 || ((mode & BY_GROUP) !== 0 && gid !== uid);
}

function namesOf(path: string): string[] {
  return path.split(sep).filter((name) => name !== '');
}

function owner({ uid }: Stats): string {
  return uid === 0 ? 'root' : `user ${uid}`;
}

function writable(path: string): string {
  return `${path} can be written by other users`;
}
