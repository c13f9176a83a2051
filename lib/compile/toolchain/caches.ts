/** The size of the last cache: a larger result has left it before the next kernel reads it (native/kernel/streams.h). */
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = '/sys/devices/system/cpu/cpu0/cache';
let bytes: number | null | undefined;

/** Bytes of the first processor's last cache; null where the system does not say. */
export function lastCache(): number | null {
  return bytes === undefined ? (bytes = readLast(FOLDER)) : bytes;
}

/** The largest cache that a folder of the kernel's describes, each in a folder of its own. */
export function readLast(folder: string): number | null {
  try {
    const sizes = readdirSync(folder)
      .filter((name) => /^index\d+$/.test(name))
      .map((name) => sizeOf(readFileSync(`${folder}/${name}/size`, 'utf8')));
    const last = Math.max(0, ...sizes);
    return last > 0 ? last : null;
  } catch {
    return null;
  }
}

/** `32768K` as bytes; 0 for any other text. */
function sizeOf(text: string): number {
  const [, digits, unit] = /^(\d+)([KMG]?)\s*$/.exec(text) ?? [];
  if (digits === undefined) return 0;
  return Number(digits) * { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 }[unit as '' | 'K' | 'M' | 'G'];
}
