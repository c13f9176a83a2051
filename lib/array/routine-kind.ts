/** Task kinds with routines of the device (`device/routines.ts`) as bodies: one for each name and routine. */
import { type ArgSpec, defineKind, type TaskKind } from '../task/index.js';

const known = new Map<string, TaskKind>();

/** The kind of tasks called `name` that a routine carries out; `selects`: as in `TaskKind`. */
export function routineKind(
  name: string,
  routine: string,
  args: readonly ArgSpec[],
  selects: TaskKind['selects'] = null,
): TaskKind {
  const key = `${name} ${routine}`;
  let kind = known.get(key);
  if (kind === undefined) known.set(key, (kind = defineKind({ name, args, body: { kind: 'native', routine }, selects })));
  return kind;
}
