/** The public benchmark's flags and defaults. */
import t from 'tap';
import { ArgumentError } from '../../../lib/base/index.js';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';
import { BenchRun, parseFlags, type Spec } from '../../../lib/taskbench/index.js';

const parse = (text: string) => parseFlags(text.split(' ').filter((word) => word !== ''));

t.test('defaults', async (t) => {
  const { specs, validate, verbose, nodes } = parse('');
  t.same(specs, [
    {
      type: 'trivial',
      kernel: 'empty',
      steps: 4,
      width: 4,
      radix: 3,
      period: 0,
      fraction: 0.25,
      iterations: 0,
      output: 16,
      scratch: 0,
      samples: 16,
      imbalance: 0,
      fields: 4,
    },
  ]);
  t.same([validate, verbose, nodes], [true, 0, 0]);
  t.equal(parse('').once, false);
});

t.test('a graph after -and has fresh defaults', async (t) => {
  const { specs } = parse('-type nearest -width 8 -steps 10 -and -type spread -width 9 -and -kernel busy_wait -iter 7');
  t.same(
    specs.map((s) => [s.type, s.width, s.steps, s.fields, s.period, s.kernel, s.iterations]),
    [
      ['nearest', 8, 10, 10, 0, 'empty', 0],
      ['spread', 9, 4, 4, 3, 'empty', 0],
      ['trivial', 4, 4, 4, 0, 'busy_wait', 7],
    ],
  );
});

t.test('the rest', async (t) => {
  const flags = parse(
    '-type no_comm -steps 5 -field 2 -output 32 -scratch 4096 -sample 4 -imbalance 1.5 -fraction 0.5 -nodes 2 -vv -v -skip-graph-validation',
  );
  t.same([flags.validate, flags.verbose, flags.nodes], [false, 3, 2]);
  t.same([parse('-v').verbose, parse('-type fft -and -iter 0').once], [1, true]);
  const s = flags.specs[0];
  t.same([s.fields, s.output, s.scratch, s.samples, s.imbalance, s.fraction], [2, 32, 4096, 4, 1.5, 0.5]);
});

t.test('mistakes say what is expected', async (t) => {
  const cases: [string, RegExp][] = [
    ['-tpye fft', /unknown flag '-tpye'/],
    ['-type star', /-type must be one of trivial, .* \(got 'star'\)/],
    ['-type', /got nothing/],
    ['-width 0', /-width must be an integer in 1 … 2147483647 \(got '0'\)/],
    ['-width 1e9 -steps 3', /-width times -output must be no more than 2147483648 bytes/],
    ['-steps 1e9 -width 1e8', /-width times -output and -field must be/],
    ['-scratch 9e15', /-width times -scratch must be/],
    ['-width 2.5', /an integer/],
    ['-imbalance 3', /in 0 … 2/],
    ['-output 8', /at least 16/],
    ['-type stencil_1d -field 1', /-field must be at least 2/],
    ['-type stencil_1d_periodic -width 2', /at least 3/],
    ['-type nearest -period 2', /-type nearest has no period/],
    ['-type spread -radix 9', /-radix in 1 … -width/],
    ['-type spread -width 4 -radix 4 -period 2', /-period in 1 … 1/],
    ['-type random_nearest -period 0', /-period of at least 1/],
    ['-kernel memory_bound', /-scratch/],
  ];
  for (const [flags, message] of cases) {
    t.throws(() => parse(flags), ArgumentError, flags);
    t.throws(() => parse(flags), { message }, flags);
  }
});

t.test(
  'graphs that no flags made are checked, too',
  { skip: loadAddon() === null ? (addonProblem() ?? true) : false },
  async (t) => {
    const [good] = parse('-type stencil_1d -steps 3').specs;
    for (const [changed, message] of [
      [{ width: 0 }, /-width must be/],
      [{ fields: 0 }, /-field must be an integer at least 1 \(got 0\)/],
      [{ output: 0 }, /-output must be/],
      [{ kernel: 'memory_bound', samples: 0, scratch: 100 }, /-sample must be/],
      [{ type: 'spread', radix: 0, period: 1 }, /-radix in 1 … -width/],
      [{ output: 100_000, width: 100_000 }, /-width times -output/],
    ] as const) {
      const spec: Spec = { ...good, ...changed };
      t.throws(() => new BenchRun({ specs: [spec], procs: 2, mode: 'graph' }), { code: 'ERR_ARGUMENT', message });
    }
  },
);
