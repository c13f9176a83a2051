/** Runs a task's JavaScript body on this thread, over windows of device memory. */
import { invariant } from '../base/index.js';
import type { Device } from '../device/index.js';
import type { Step } from '../fusion/index.js';
import type { Root } from '../store/index.js';
import type { BodyArg, Task } from '../task/index.js';

/** Calls the body once, over the whole domain, with arguments that it must not keep. */
export function runBody(task: Task, step: Step, slots: readonly Root[], device: Device): void {
  const { body } = task.kind;
  invariant(body.kind === 'js', `${task.kind.name} has a JavaScript body`);
  const args = step.bindings.map(({ slot, view }): BodyArg => {
    const root = slots[slot];
    const data = device.window(root.address + view.low * root.dtype.size, root.dtype.Typed, view.high - view.low);
    return { data, shape: view.shape, strides: view.strides, offset: view.offset - view.low };
  });
  body.run(args, task.scalars);
}
