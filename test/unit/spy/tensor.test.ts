/** Schedules of tensors under the spy: each point reads what is current, and waits for it; a copy or a wait that is missing is noticed. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { type LogEvent, verify } from '../../../lib/spy/index.js';
import { blas, cannon, Grid, indices, johnson, summa, type Tensor, tensor } from '../../../lib/tensor/index.js';
import { spied } from '../../support/spied.js';

t.setTimeout(120_000);

const config = { memories: 8, grain: 1, tracing: 'off', procs: 2, tier: 'block', graphs: 'off' } as const;
const n = 7;

function matrices(on: Grid, as: readonly [string, string, string]): [Tensor, Tensor, Tensor] {
  const x = np.arange(n * n).reshape([n, n]);
  return [tensor('A', [n, n], { on, as: as[0] }), tensor('B', x, { on, as: as[1] }), tensor('C', x.T, { on, as: as[2] })];
}

const TILES = ['xy -> xy', 'xy -> xy', 'xy -> xy'] as const;
const programs: Readonly<Record<string, () => Promise<void>>> = {
  cannon: async () => {
    const m = new Grid(2, 2);
    await cannon(...matrices(m, TILES), m)
      .compile()
      .run()
      .array()
      .data();
  },
  summa: async () => {
    const m = new Grid(2, 3);
    await summa(...matrices(m, TILES), m, 3)
      .compile()
      .run()
      .array()
      .data();
  },
  johnson: async () => {
    const m = new Grid(2, 2, 2);
    await johnson(...matrices(m, ['xy -> xy0', 'xz -> x0z', 'zy -> 0yz']), m)
      .compile()
      .run()
      .array()
      .data();
  },
  gemm: async () => {
    const m = new Grid(3, 2);
    const { i, j, k, io, ii, jo, ji, ko, ki } = indices();
    const [A, B, C] = matrices(m, ['xy -> xy', 'xy -> x*', 'xy -> *y']);
    const schedule = A.at(i, j)
      .assign(B.at(i, k).times(C.at(k, j)))
      .schedule()
      .distribute([i, j], [io, jo], [ii, ji], m);
    const cut = schedule.split(k, ko, ki, 4).reorder(ko, ii, ji, ki).communicate([B, C], ko);
    await cut.substitute([ii, ji, ki], blas.gemm).compile().run().array().data();
  },
};

for (const [name, program] of Object.entries(programs))
  t.test(name, async (t) => {
    const log = await spied(program, config);
    const { problems, summary } = verify(log);
    t.same(problems, [], JSON.stringify(summary));
    const places = log.flatMap((event, i) => (event.event === 'copy' && event.low.length > 0 ? [i] : []));
    t.ok(places.length > 3, `${places.length} copies`);
    for (const i of places.filter((_, k) => k % 3 === 0)) {
      const without = log.map(
        (event, k): LogEvent => (k === i && event.event === 'copy' ? { ...event, high: event.low } : event),
      );
      t.ok(
        verify(without).problems.some(({ kind }) => kind === 'copy'),
        `without copy ${i}`,
      );
    }
    const hasty = log
      .filter(({ event }) => event !== 'complete')
      .map((event): LogEvent => (event.event === 'point' && event.launch > 0 ? { ...event, wait: 0 } : event));
    t.ok(verify(hasty).problems.length > 0, 'points that do not wait');
  });
