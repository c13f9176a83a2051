/** Runs a task's JavaScript body on this thread, over windows of device memory. */
import { invariant, isStackOverflow, issuedFrom, ManipleError, now, saysWhereIssued, TaskError } from '../../base/index.js';
import type { Device } from '../../device/index.js';
import type { DType } from '../../dtype/index.js';
import { recorder } from '../../profile/index.js';
import type { View } from '../../shape/index.js';
import type { BodyArg, Task } from '../../task/index.js';

/** An argument: a view of the memory at an address. */
export interface Operand {
  readonly address: number;
  readonly dtype: DType;
  readonly view: View;
}

/** Bodies that are running: they may call the runtime. The count is too high after an interrupted body (`entry.ts`). */
export const bodies = { running: 0 };

/** Calls the body once, over the whole domain, with arguments that it must not keep. Returns its error, or null. */
export function runBody(task: Task, operands: readonly Operand[], device: Device): ManipleError | null {
  const { body } = task.kind;
  invariant(body.kind === 'js', `${task.kind.name} has a JavaScript body`);
  const args = operands.map(({ address, dtype, view }): BodyArg => {
    const data = device.window(address + view.low * dtype.size, dtype.Typed, view.high - view.low);
    return { data, shape: view.shape, strides: view.strides, offset: view.offset - view.low };
  });
  bodies.running++;
  const begin = recorder() === null ? 0 : now();
  try {
    const returned: unknown = body.run(args, task.scalars);
    if (!(returned instanceof Promise)) return null;
    returned.catch(() => undefined); // it is reported here
    throw new TaskError(`${task.kind.name}: its body returned a promise, and what it does later is lost; make it synchronous`);
  } catch (cause) {
    if (isStackOverflow(cause)) throw cause;
    if (cause instanceof ManipleError) return saysWhereIssued(cause) ? cause : issuedFrom(cause, task.site ?? null);
    return issuedFrom(new TaskError(`${task.kind.name}: its body threw: ${String(cause)}`, { cause }), task.site ?? null);
  } finally {
    bodies.running--;
    recorder()?.span('issue', task.kind.name, begin, task.site ?? null);
  }
}
