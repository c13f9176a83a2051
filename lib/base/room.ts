/**
 * Room in memory, asked for before any is taken: a typed array that is refused is a `RangeError`, objects beyond JavaScript's heap end the
 * process, and so does a system that promised more memory than it has.
 */
import { getHeapStatistics } from 'node:v8';
import { OutOfMemoryError } from './errors.js';

/** Bytes of the heap that an array takes, a view of another as well. */
export const ARRAY_BYTES = 320;

/** Fewer bytes than these are there. */
const FEW = 1 << 24;

/** Throws `OutOfMemoryError` unless the heap has room for `count` objects of `bytes` each. */
export function needHeap(operation: string, count: number, bytes: number): void {
  const needed = count * bytes;
  if (needed <= FEW) return;
  const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics();
  if (needed <= limit - used) return;
  throw new OutOfMemoryError(
    `${operation}: ${count} objects need about ${needed} bytes of JavaScript's heap, and ${Math.max(0, limit - used)} are free; node --max-old-space-size=MB raises its limit`,
  );
}

const { availableMemory } = process as { availableMemory?: () => number };

/** Throws `OutOfMemoryError` when fewer than `bytes` are available for `name`, as far as the system says so. */
export function needMemory(operation: string, name: string, bytes: number): void {
  // Elsewhere the figure leaves out memory that the system would give back at once; allocations fail in time there.
  if (bytes <= FEW || process.platform !== 'linux' || availableMemory === undefined) return;
  const available = availableMemory();
  if (bytes <= available) return;
  throw new OutOfMemoryError(
    `${operation}: ${name} needs ${bytes} bytes of memory, and ${available} are available; free arrays, or use a larger machine`,
  );
}

/** A typed array of `count` zeros. Throws `OutOfMemoryError` where there is no memory for so many. */
export function zeroed<T>(
  Typed: { new (count: number): T; readonly BYTES_PER_ELEMENT: number },
  count: number,
  operation: string,
): T {
  needMemory(operation, `${count} elements`, count * Typed.BYTES_PER_ELEMENT);
  try {
    return new Typed(count);
  } catch (cause) {
    throw new OutOfMemoryError(
      `${operation}: ${count} elements need ${count * Typed.BYTES_PER_ELEMENT} bytes, which were refused`,
      { cause },
    );
  }
}
