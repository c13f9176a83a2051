/** Whether contents fit into memory, asked before any is taken: a system that promises more than it has ends processes instead. */
import { OutOfMemoryError } from '../base/index.js';

const { availableMemory } = process as { availableMemory?: () => number };

/** Throws `OutOfMemoryError` when fewer than `bytes` are available, as far as the system says so. */
export function checkFits(operation: string, name: string, bytes: number): void {
  // Elsewhere the figure leaves out memory that the system would give back at once; allocations fail in time there.
  if (process.platform !== 'linux' || availableMemory === undefined) return;
  const available = availableMemory();
  if (bytes <= available) return;
  throw new OutOfMemoryError(
    `${operation}: ${name} needs ${bytes} bytes of memory, and ${available} are available; free arrays, or use a larger machine`,
  );
}
