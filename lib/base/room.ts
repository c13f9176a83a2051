/**
 * Room in JavaScript's own memory. A typed array that is refused is a `RangeError`, and objects beyond the heap end the process: so
 * functions that make many ask for room first.
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

/** A typed array of `count` zeros. Throws `OutOfMemoryError` where so many are refused. */
export function zeroed<T>(
  Typed: { new (count: number): T; readonly BYTES_PER_ELEMENT: number },
  count: number,
  operation: string,
): T {
  try {
    return new Typed(count);
  } catch (cause) {
    throw new OutOfMemoryError(
      `${operation}: ${count} elements need ${count * Typed.BYTES_PER_ELEMENT} bytes, which were refused`,
      { cause },
    );
  }
}
