/**
 * Room in memory, asked for before any is taken: a typed array that is refused is a `RangeError`, objects beyond JavaScript's heap end the
 * process, and so does a system that promised more memory than it has.
 */
import { readFileSync } from 'node:fs';
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

/** Address space that the engine reserves for a thread of JavaScript: 0.7 to 0.95 GiB in Node 20 to 26, nearly all of it never used. */
const THREAD_SPACE = 2 ** 30;

/** Why none is started where `hasSpaceForThreads` is false. */
export const NO_SPACE = 'the address space that the process may have (ulimit -v) has no room for a thread of JavaScript';

/**
 * Whether `count` more threads of JavaScript fit into the address space that the process may have (`ulimit -v`, as batch systems set it): the
 * engine ends the process where one does not.
 */
export function hasSpaceForThreads(count: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    const limit = Number(
      /^Max address space\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1] ?? Number.POSITIVE_INFINITY,
    );
    if (limit === Number.POSITIVE_INFINITY) return true;
    const used = Number(/^VmSize:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1] ?? 0) * 1024;
    return used + count * THREAD_SPACE <= limit;
  } catch {
    return true;
  }
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
