/** Quantities as people read them. */

const SIZES = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** e.g. `1.5 MiB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < SIZES.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${SIZES[unit]}`;
}
