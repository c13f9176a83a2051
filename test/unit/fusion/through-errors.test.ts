/** Tasks that go through producers read the producers' operands: an operand's error reaches their results, though the producers are no tasks of any launch. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { type Config, createRuntime } from '../../../lib/runtime/index.js';
import { onRuntime } from '../../support/on-runtime.js';

const LENGTH = 1000;
const FEW = 100;

/** An array with an error that is known before its users are issued. */
function lost(): np.NDArray {
  const bad = np.arange(LENGTH).take(np.full([LENGTH], 5 * LENGTH, { dtype: 'int32' }));
  try {
    bad.dataSync();
  } catch {
    // It stays in the array.
  }
  return bad;
}

const first = (): np.NDArray => np.arange(FEW, { dtype: 'int32' });

const programs: Record<string, (x: np.NDArray) => np.NDArray> = {
  'a gather from a result': (x) => x.multiply(2).add(1).take(first()),
  'a shifted view of a result': (x) => x.multiply(2).add(1).slice('::7').add(0),
  'two shifted views': (x) => {
    const y = x.multiply(2);
    return y.slice(':-1').add(y.slice('1:'));
  },
  'a result that a well operand is part of': (x) => np.arange(LENGTH).add(x).take(first()),
};

const configs: readonly Partial<Config>[] = [
  { device: 'js' },
  { tier: 'block' },
  { tier: 'block', shifts: true },
  { tier: 'block', shifts: true, procs: 2, inline: false, graphs: 'on' },
  { tier: 'block', shifts: true, clusters: 'optimal', procs: 2 },
  { memories: 2, grain: 1 },
];

for (const config of configs) {
  t.test(JSON.stringify(config), (t) =>
    onRuntime(createRuntime({ plans: 'kept', small: 0, ...config }), async () => {
      for (const [name, program] of Object.entries(programs)) {
        for (let run = 0; run < 3; run++) {
          await t.rejects(program(lost()).data(), np.IndexError, `${name}: an error`);
          const well = np.arange(LENGTH);
          const expected = await program(well.add(0)).data();
          const overwritten = lost();
          overwritten.assign(well);
          t.same(await program(overwritten).data(), expected, `${name}: none once it is overwritten`);
        }
      }
    }),
  );
}
