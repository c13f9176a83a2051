/** Which tasks may be one launch: point by point, values of 0-d roots, folds, gathers. */
import t from 'tap';
import { FusedTasks } from '../../../lib/spy/fused.js';
import type { LogArg, LogTask } from '../../../lib/spy/index.js';

type Words = [root: number, privilege: LogArg['privilege'], low?: number, access?: LogArg['access']];

const N = 8;
/** Roots 0 to 9 have N + 2 elements, 10 and up are 0-d. */
const shapeOf = (root: number): number[] => (root < 10 ? [N + 2] : []);

let count = 0;
/** A task over N elements; arguments are windows of N from `low`. */
function task(...args: Words[]): LogTask {
  return { event: 'task', task: count++, kind: 'k', body: 'kernel', domain: [N], args: args.map(argument) };
}

function argument([root, privilege, low = 0, access = 'elementwise']: Words): LogArg {
  const one = access === 'full';
  return { root, privilege, access, shape: one ? [] : [N], strides: one ? [] : root < 10 ? [1] : [0], offset: low };
}

/** A task over a 0-d domain. */
function scalar(...args: [root: number, privilege: LogArg['privilege']][]): LogTask {
  const views = args.map(
    ([root, privilege]): LogArg => ({ root, privilege, access: 'elementwise', shape: [], strides: [], offset: 0 }),
  );
  return { event: 'task', task: count++, kind: 's', body: 'kernel', domain: [], args: views };
}

/** The task over `n` elements. */
function narrow(wide: LogTask, n: number): LogTask {
  return { ...wide, domain: [n], args: wide.args.map((a) => ({ ...a, shape: [n] })) };
}

const legal: Record<string, LogTask[]> = {
  'same index': [task([0, 'read'], [1, 'write']), task([1, 'read'], [2, 'write'])],
  'in place': [task([1, 'readwrite']), task([1, 'readwrite'], [0, 'write'])],
  'reads of neighbours': [task([0, 'read'], [1, 'write']), task([0, 'read', 1], [2, 'write'])],
  'a value for all': [scalar([10, 'read'], [11, 'write']), task([11, 'read'], [0, 'readwrite'])],
  '0-d tasks alone': [scalar([10, 'read'], [11, 'write']), scalar([11, 'read'], [10, 'write'])],
  'a value written twice': [scalar([11, 'write']), scalar([11, 'write']), task([11, 'read'], [0, 'write'])],
  'in place, at one point': [narrow(task([10, 'read'], [10, 'write']), 1), scalar([11, 'readwrite'])],
  'a 0-d value in place, alone': [scalar([10, 'readwrite']), scalar([10, 'read'], [11, 'write'])],
  'two folds': [task([0, 'read'], [10, 'write', 0, 'full']), task([0, 'read'], [11, 'write', 0, 'full'])],
  'gather from elsewhere': [task([0, 'read', 0, 'whole'], [1, 'write']), task([0, 'read'], [1, 'readwrite'])],
};

const illegal: Record<string, LogTask[]> = {
  'a neighbour that was written': [task([1, 'write', 1]), task([1, 'read'], [2, 'write'])],
  'a neighbour that is overwritten': [task([1, 'read', 1], [2, 'write']), task([1, 'write'])],
  'a gather from what was written': [task([1, 'write']), task([1, 'read', 0, 'whole'], [2, 'write'])],
  'a gather from what is overwritten': [task([1, 'read', 0, 'whole'], [2, 'write']), task([1, 'write'])],
  'a fold that is read': [task([0, 'read'], [10, 'write', 0, 'full']), task([10, 'read'], [1, 'write'])],
  'a fold over a fold': [task([0, 'read'], [10, 'write', 0, 'full']), task([1, 'read'], [10, 'write', 0, 'full'])],
  'a value that changes under its readers': [task([10, 'read'], [0, 'write']), scalar([10, 'write'])],
  'a task that writes what its neighbours read': [task([1, 'read', 1], [1, 'write'])],
  'one element from all points': [task([10, 'write'])],
  'a 0-d value in place, beside others': [scalar([10, 'readwrite']), task([0, 'write'])],
  'a 0-d value from itself, beside others': [scalar([10, 'read'], [10, 'write']), task([0, 'write'])],
  'a value that nobody stores': [scalar([10, 'write']), narrow(task([0, 'write']), 0)],
  'other domains': [task([0, 'write']), { ...task([1, 'write']), domain: [N + 1] }],
  'a body that is no kernel': [task([0, 'write']), { ...task([1, 'write']), body: 'js' }],
};

t.test('legal launches', async (t) => {
  for (const [name, tasks] of Object.entries(legal)) t.equal(new FusedTasks(shapeOf).conflict(tasks), null, name);
});

t.test('illegal launches', async (t) => {
  for (const [name, tasks] of Object.entries(illegal)) t.type(new FusedTasks(shapeOf).conflict(tasks), 'string', name);
  const fused = new FusedTasks(shapeOf);
  const tasks = illegal['a neighbour that was written'];
  t.match(fused.conflict(tasks), /root 1: k .* writing 8 elements from 1.* and k .* reading 8 elements from 0/);
  t.equal(fused.conflict(tasks), fused.conflict(tasks), 'answers are remembered');
  t.equal(fused.conflict([task([0, 'write']), task([1, 'read'], [2, 'write'])]), null, 'and not confused');
});
