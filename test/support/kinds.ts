/** What the tests' own task kinds take. */
import type { TaskKind } from '../../lib/task/index.js';

/** Reads x and writes y, element by element. */
export const FROM_X_TO_Y: TaskKind['args'] = [
  { privilege: 'read', access: 'elementwise' },
  { privilege: 'write', access: 'elementwise' },
];
