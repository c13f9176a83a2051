/** What the public benchmark's programs print, of every type, from the specification's text. */
import t from 'tap';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';
import { countRun, describe, describeRun, parseFlags, TYPES } from '../../../lib/taskbench/index.js';
import { exists, inputsOf, pointsOf } from '../../support/task-bench.js';

if (loadAddon() === null) {
  t.pass(`skipped: ${addonProblem()}`);
  process.exit(0);
}

const parse = (text: string) => parseFlags(text.split(' '));

t.test('a configuration, its points, inputs and readers', async (t) => {
  const flags = parse('-type dom -width 2 -steps 2 -kernel load_imbalance -iter 8 -imbalance 0.5 -vv -and -type tree -output 32');
  const text = `Running Task Benchmark
  Configuration:
    Task Graph 1:
      Time Steps: 2
      Max Width: 2
      Dependence Type: dom
      Radix: 3
      Period: 0
      Fraction Connected: 0.250000
      Kernel:
        Type: load_imbalance
        Iterations: 8
        Samples: 16
        Imbalance: 0.500000
      Output Bytes: 16
      Scratch Bytes: 0
      Timestep 0 (offset 0, width 1, last offset 0, last width 0):
        Points: 0
        Dependencies:
          Point 0:
        Reverse Dependencies:
      Timestep 1 (offset 1, width 1, last offset 0, last width 1):
        Points: 1
        Dependencies:
          Point 1: 0
        Reverse Dependencies:
          Point 0: 1
    Task Graph 2:
      Time Steps: 4
      Max Width: 4
      Dependence Type: tree
      Radix: 3
      Period: 0
      Fraction Connected: 0.250000
      Kernel:
        Type: empty
        Iterations: 0
        Samples: 16
        Imbalance: 0.000000
      Output Bytes: 32
      Scratch Bytes: 0
`;
  const got = describe(flags);
  t.equal(got.slice(0, got.indexOf('      Timestep 0', got.indexOf('Task Graph 2'))), text);
  t.match(describe(parse('-v -iter 3'), 'swept'), /Iterations: swept\n/);
  t.notMatch(describe(parse('-v')), /Reverse/);
  t.notMatch(describe(parse('-type fft')), /Timestep/);
});

/** Steps of a description: the points, and for each point what follows it in the two lists. */
function stepsOf(text: string) {
  return text
    .split('      Timestep ')
    .slice(1)
    .map((step) => {
      const [above, below] = step.split('        Reverse Dependencies:\n');
      const lists = (part: string) => [...part.matchAll(/Point (\d+):(.*)\n/g)].map((m) => [Number(m[1]), m[2].trim()] as const);
      return { inputs: new Map(lists(above)), readers: new Map(lists(below)) };
    });
}

for (const type of TYPES) {
  t.test(`inputs and readers of ${type}`, async (t) => {
    const flags = parse(`-type ${type} -width 7 -steps 6 -radix 3 -vv`);
    const spec = { ...flags.specs[0], index: 0 };
    const wrong: string[] = [];
    stepsOf(describe(flags)).forEach(({ inputs, readers }, step) => {
      const [offset, width] = pointsOf(spec, step);
      const points = Array.from({ length: width }, (_, i) => offset + i);
      if ([...inputs.keys()].join() !== points.join()) wrong.push(`points of step ${step}`);
      for (const p of points) {
        if (inputs.get(p) !== inputsOf(spec, step, p).join(' ')) wrong.push(`inputs of (${step}, ${p}): ${inputs.get(p)}`);
      }
      for (let q = 0; q < spec.width; q++) {
        const known = exists(spec, step - 1, q);
        const expected = points.filter((p) => inputsOf(spec, step, p).includes(q)).join();
        const got = (readers.get(q) ?? '').split(' ').filter((word) => word !== '');
        const sorted = got.map(Number).sort((a, b) => a - b);
        if (known !== readers.has(q) || sorted.join() !== expected) wrong.push(`readers of (${step - 1}, ${q}): ${got}`);
      }
    });
    t.same(wrong, []);
  });
}

t.test('the order of readers', async (t) => {
  const step = (flags: string) => stepsOf(describe(parse(`${flags} -steps 2 -vv`)))[1].readers;
  t.same([...step('-type stencil_1d_periodic -width 4').values()], ['0 1 3', '0 1 2', '1 2 3', '2 3 0']);
  // Point p reads p, p + 2 + 1 and p + 4 + 1 of 6: so q is read by q, q − 3 and q − 5.
  t.same(step('-type spread -width 6 -radix 3 -period 2').get(5), '5 2 0');
});

t.test('totals, and what stays within a node', async (t) => {
  const flags = parse('-type stencil_1d -width 4 -steps 3 -kernel compute_bound -iter 2 -output 32 -nodes 2');
  const counts = countRun(flags);
  // 10 inputs a step, of which points 1 and 2 read one from the other half.
  t.same(counts, {
    tasks: 12,
    dependencies: 20,
    local: 16,
    remote: 4,
    localBytes: 512,
    remoteBytes: 128,
    flops: 12 * 320,
    bytes: 0,
  });
  t.equal(
    describeRun(counts, 2, 0.5),
    `Total Tasks 12
Total Dependencies 20
  Local Dependencies 16 (estimated)
  Nonlocal Dependencies 4 (estimated)
  Number of Nodes (used for estimate) 2
Total FLOPs 3840
Total Bytes 0
Elapsed Time 5.000000e-01 seconds
FLOP/s 7.680000e+03
B/s 0.000000e+00
Transfer (estimated):
  Local Bytes 512
  Nonlocal Bytes 128
  Local Bandwidth 1.024000e+03 B/s
  Nonlocal Bandwidth 2.560000e+02 B/s
`,
  );
  const memory = countRun(parse('-kernel memory_bound -scratch 512 -iter 3 -and -width 2'));
  t.same([memory.tasks, memory.bytes, memory.local, memory.remote], [24, 16 * 96, 0, 0]);
  t.match(
    describeRun(memory, 0, 1),
    /Unable to estimate local\/nonlocal dependencies\n[\s\S]*Unable to estimate local\/nonlocal transfer\n$/,
  );
});
