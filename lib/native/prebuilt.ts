/**
 * The prebuilt addon of the package: `prebuilds/<platform>-<arch>-<libc>/<edition>.node` (`native/prebuild.mjs` makes it). The edition is
 * the Node-API version that it needs and a digest of its sources, which the bundler of the package (`.ci/bundle.mjs`) writes into this file:
 * an addon of different sources has a different name. Rooms that are run one by one have no edition, and use the local build alone.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

declare const packEdition: string | undefined;

/** Where the prebuilt addon lies that fits this process, if the package has one; null where none can fit. */
export function prebuiltPath(folder: string): string | null {
  const edition = typeof packEdition === 'undefined' ? null : packEdition;
  const needed = Number(/^napi(\d+)-/.exec(edition ?? '')?.[1]);
  if (edition === null || !(Number(process.versions.napi) >= needed)) return null;
  return join(folder, 'prebuilds', platformName(), `${edition}.node`);
}

/** `<platform>-<arch>`, and on Linux `-glibc` or `-musl`. */
export function platformName(): string {
  const base = `${process.platform}-${process.arch}`;
  return process.platform === 'linux' ? `${base}-${libc(process.execPath)}` : base;
}

/** Bytes at the beginning of an executable within which its dynamic linker is named. */
const HEAD = 4096;

/** The C library of an executable, by its dynamic linker: `ld-musl-x86_64.so.1`. Node's report says so too, 20 times slower. */
export function libc(executable: string): 'glibc' | 'musl' {
  try {
    const file = openSync(executable, 'r');
    const head = Buffer.alloc(HEAD);
    readSync(file, head, 0, HEAD, 0);
    closeSync(file);
    return head.includes('/ld-musl-') ? 'musl' : 'glibc';
  } catch {
    return 'glibc';
  }
}
