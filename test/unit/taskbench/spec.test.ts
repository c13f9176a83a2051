/** Dependences of every type against the specification's text; SipHash against its published vectors. */
import t from 'tap';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';
import { createBench, taskBenchAddon } from '../../../lib/taskbench/addon.js';
import { parseFlags, type Spec, TYPES } from '../../../lib/taskbench/index.js';
import { exists, inputsOf, pointsOf, siphash24 } from '../../support/task-bench.js';

if (loadAddon() === null) {
  t.pass(`skipped: ${addonProblem()}`);
  process.exit(0);
}
const addon = taskBenchAddon();

/** Widths, steps, radices and periods that a type takes. */
function specsOf(type: string): Spec[] {
  const found: Spec[] = [];
  for (const width of [1, 2, 3, 4, 5, 8, 13]) {
    for (const radix of [0, 1, 2, 3, 4, 5]) {
      for (const period of type === 'spread' || type === 'random_nearest' ? [1, 2, 3] : [0]) {
        try {
          const flags = `-type ${type} -width ${width} -steps 9 -radix ${radix} -period ${period} -fraction 0.4`;
          found.push(parseFlags(flags.split(' ')).specs[0]);
        } catch {
          // a combination that the flags refuse
        }
      }
    }
  }
  return found;
}

for (const type of TYPES) {
  t.test(`inputs of ${type}`, async (t) => {
    const specs = specsOf(type);
    t.ok(specs.length > 10);
    const bench = createBench(specs, 1);
    const wrong: string[] = [];
    specs.forEach((spec, index) => {
      const rows = bench.tasks(index);
      const tasks = new Set<string>();
      for (let at = 0; at < rows.length; at += 5 + rows[at + 4]) tasks.add(`${rows[at]},${rows[at + 1]}`);
      let expected = 0;
      for (let step = 0; step < spec.steps; step++) {
        expected += pointsOf({ ...spec, index }, step)[1];
        for (let point = 0; point < spec.width; point++) {
          if (tasks.has(`${step},${point}`) !== exists({ ...spec, index }, step, point))
            wrong.push(`(${step}, ${point}) exists or not`);
          if (!exists({ ...spec, index }, step, point)) continue;
          const got = [...bench.inputs(index, step, point)];
          const want = inputsOf({ ...spec, index }, step, point);
          if (got.join() !== want.join()) wrong.push(`${JSON.stringify(spec)} (${step}, ${point}): ${got} instead of ${want}`);
        }
      }
      if (tasks.size !== expected) wrong.push(`${tasks.size} tasks instead of ${expected}`);
    });
    t.same(wrong.slice(0, 5), []);
  });
}

t.test('what must come before a task: its inputs, and who reads what it overwrites', async (t) => {
  const spec = parseFlags('-type tree -width 8 -steps 9 -field 2'.split(' ')).specs[0];
  const rows = createBench([spec], 2).tasks(0);
  const tasks: { step: number; point: number; before: number[] }[] = [];
  for (let at = 0; at < rows.length; at += 5 + rows[at + 4]) {
    tasks.push({ step: rows[at], point: rows[at + 1], before: [...rows.subarray(at + 5, at + 5 + rows[at + 4])] });
  }
  const ancestors = (task: number, seen = new Set<number>()): Set<number> => {
    for (const b of tasks[task].before) {
      if (!seen.has(b)) ancestors(b, seen.add(b));
    }
    return seen;
  };
  const find = (step: number, point: number): number => tasks.findIndex((x) => x.step === step && x.point === point);
  const missing: string[] = [];
  tasks.forEach((task, i) => {
    const before = ancestors(i);
    for (const q of inputsOf({ ...spec, index: 0 }, task.step, task.point))
      if (!before.has(find(task.step - 1, q))) missing.push(`input ${q} of ${i}`);
    tasks.forEach((reader, k) => {
      if (
        reader.step !== task.step - 1 ||
        task.step < 2 ||
        !inputsOf({ ...spec, index: 0 }, reader.step, reader.point).includes(task.point)
      )
        return;
      if (!before.has(k))
        missing.push(`reader (${reader.step}, ${reader.point}) of what (${task.step}, ${task.point}) overwrites`);
    });
  });
  t.same(missing, []);
});

t.test('SipHash-2-4', async (t) => {
  // Appendix A of the paper: key 00 … 0f, message 00 … 0e.
  const message = Uint8Array.from({ length: 15 }, (_, i) => i);
  const keys = [0x0706050403020100n, 0x0f0e0d0c0b0a0908n] as const;
  t.equal(addon.siphash(message, ...keys), 0xa129ca6149be45e5n);
  for (let length = 0; length <= 40; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255);
    t.equal(addon.siphash(bytes, ...keys), siphash24([...bytes], ...keys));
  }
});
