/**
 * Dawn's complaints about calls that throw nothing: as the status of the launches that made them, and in Dawn's words. Each call that may be refused
 * is made within error scopes, so that no refusal is taken for success.
 */
import { STATUS } from '../../ir/index.js';

export interface Problem {
  /** Of the launches that it befell (`STATUS`). */
  readonly status: number;
  /** Null where the status says all. */
  readonly why: string | null;
}

/** Characters of a message of Dawn that are kept: messages about shaders quote them. */
const MOST = 600;

const brief = (message: string): string =>
  message
    .replace(/ at \w+ \([^)]*:\d+\)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST);

/** The problem that an error of Dawn is. */
export function problemOf(error: GPUError): Problem {
  const isMemory = error instanceof GPUOutOfMemoryError;
  return { status: isMemory ? STATUS.MEMORY : STATUS.REFUSED, why: brief(error.message) };
}

/** The problem that an exception is, which a call throws or a promise is rejected with. */
export function problemOfException(error: unknown, status: number = STATUS.REFUSED): Problem {
  return { status, why: brief(error instanceof Error ? error.message : String(error)) };
}

/** Makes calls of Dawn: gives their result, null where they throw, and a promise of their problem, which is never rejected. */
export function checked<T>(device: GPUDevice, calls: () => T): { value: T | null; problem: Promise<Problem | null> } {
  device.pushErrorScope('validation');
  device.pushErrorScope('out-of-memory');
  try {
    const value = calls();
    return { value, problem: popped(device, null) };
  } catch (error) {
    return { value: null, problem: popped(device, problemOfException(error)) };
  }
}

/** The problem of the two innermost scopes, memory that was refused first: calls on objects that were not made are refused, too. */
async function popped(device: GPUDevice, thrown: Problem | null): Promise<Problem | null> {
  const scopes = [device.popErrorScope(), device.popErrorScope()];
  try {
    const [memory, validation] = await Promise.all(scopes);
    const error = memory ?? validation;
    return error === null ? thrown : problemOf(error);
  } catch (error) {
    return problemOfException(error, STATUS.DEVICE_LOST);
  }
}
