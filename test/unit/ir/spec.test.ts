import t from 'tap';
import { bool, float32, float64, int64 } from '../../../lib/dtype/index.js';
import { input, type Kernel, type KernelArg, type Loop, output, verify, whole } from '../../../lib/ir/index.js';
import { columnMinima, dot, rounds, rowSums, runProducts, scaled } from '../../support/kernels.js';

/** A kernel of rank 1 with one loop, not checked. */
function raw(args: readonly KernelArg[], loop: Loop, change: Partial<Kernel> = {}): Kernel {
  return { rank: 1, rowRank: 1, args, scalars: [], loops: [loop], ...change };
}

const f64 = [input(float64, 1), output(float64, 1)];

const badRounds: readonly (readonly [string, object, RegExp])[] = [
  ['rounds without a value', { initial: [], next: [] }, /has 0 values first and 0 next/],
  ['no round', { most: 0 }, /takes 0 rounds at most/],
  ['a condition that is a number', { goes: 0 }, /takes bool conditions/],
  ['a value that changes its dtype', { next: [1, 0] }, /of another dtype than the first/],
  [
    'a body that loads',
    { body: [{ op: 'load', dtype: float64, arg: 0 }], next: [0, 0], goes: 0 },
    /%\d+ repeat: |stands in a body/,
  ],
];

t.test('each rule catches what breaks it', async (t) => {
  const copy: Loop = { nodes: [{ op: 'load', dtype: float64, arg: 0 }], statements: [{ kind: 'store', arg: 1, value: 0 }] };
  t.same(verify(raw(f64, copy)), []);
  const cases: [string, Kernel, RegExp][] = [
    ['rows of a map', raw(f64, copy, { rowRank: 0 }), /rowRank 0 of rank 1/],
    [
      'classes',
      { ...rowSums, args: [...rowSums.args, columnMinima.args[1]], loops: [...rowSums.loops, ...columnMinima.loops] },
      /inner and outer/,
    ],
    ['rank', raw([input(float64, 2), f64[1]], copy), /argument 0: rank 2/],
    ['dtype of a load', raw([input(float32, 1), f64[1]], copy), /argument 0 is float32, not float64/],
    ['order', raw(f64, { nodes: [{ op: 'neg', dtype: float64, a: 0 }], statements: [] }), /comes before an operand/],
    [
      'result dtype',
      raw(f64, { nodes: [...copy.nodes, { op: 'isnan', dtype: float64, a: 0 }], statements: [] }),
      /gives bool, not float64/,
    ],
    [
      'operand kind',
      raw(f64, { nodes: [...copy.nodes, { op: 'not', dtype: bool, a: 0 }], statements: [] }),
      /does not take float64/,
    ],
    ['axis', raw(f64, { nodes: [{ op: 'index', dtype: int64, axis: 1 }], statements: [] }), /axis 1 does not exist/],
    ...badRounds.map(([name, change, message]): [string, Kernel, RegExp] => {
      const nodes = rounds.loops[0].nodes.map((node) => (node.op === 'repeat' ? { ...node, ...change } : node));
      return [name, { ...rounds, loops: [{ ...rounds.loops[0], nodes }] }, message];
    }),
    [
      'a carried value of no repeat',
      raw(f64, { nodes: [...copy.nodes, { op: 'carried', dtype: float64, a: 0, carry: 0 }], statements: [] }),
      /carry 0 of %0 is missing/,
    ],
    ['missing value', raw(f64, { nodes: [], statements: [{ kind: 'store', arg: 1, value: 0 }] }), /value %0 does not exist/],
    ['read only', raw(f64, { ...copy, statements: [{ kind: 'store', arg: 0, value: 0 }] }), /argument 0 is read only/],
    [
      'fold into a view',
      raw(f64, { ...copy, statements: [{ kind: 'fold', op: 'sum', arg: 1, value: 0 }] }),
      /elementwise, not full/,
    ],
    [
      'any of floats',
      { ...dot(1), loops: [{ ...dot(1).loops[0], statements: [{ kind: 'fold', op: 'any', arg: 2, value: 2 }] }] },
      /any does not take float64/,
    ],
    [
      'load of a fold',
      {
        ...dot(1),
        args: dot(1).args.map((a) => ({ ...a, privilege: 'readwrite' })),
        loops: [...dot(1).loops, { nodes: [{ op: 'load', dtype: float64, arg: 2 }], statements: [] }],
      },
      /loop 1 loads argument 2 \(rule: the result of a full fold/,
    ],
    [
      'uniform',
      { ...scaled(1), loops: [{ ...scaled(1).loops[0], statements: [{ kind: 'store', arg: 4, value: 3 }] }] },
      /%3 is not uniform/,
    ],
    [
      'runs',
      { ...runProducts, args: runProducts.args.map((a, k) => (k === 6 ? whole(int64, 1) : a)) },
      /argument 6 is int64, not int32/,
    ],
    [
      'load of an output',
      raw(f64, { nodes: [{ op: 'load', dtype: float64, arg: 1 }], statements: [] }),
      /loads argument 1 before it is stored/,
    ],
  ];
  for (const [name, kernel, expected] of cases) t.match(verify(kernel).join('\n'), expected, name);
});
