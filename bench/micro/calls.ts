/**
 * What calls of the array library cost with small arrays, by stage, in nanoseconds as one line of JSON: recorded calls (what they
 * launch is flushed outside the clock) and reads, the median of many rounds each.
 *
 *     node dist/bench/micro/calls.js
 */
import * as np from 'maniple';

const CALLS = 64;
const ROUNDS = 2000;

const vector = np.arange(100).multiply(1.5);
const matrix = np.ones([10, 10]);
const row = np.ones([10]);
const numbers = Array.from({ length: 100 }, (_, i) => i * 1.25);
const typed = Float64Array.from(numbers);
const inside = vector.greater(3);

const recorded: Readonly<Record<string, () => unknown>> = {
  add: () => vector.add(vector),
  addNumber: () => vector.add(1.5),
  addInPlace: () => vector.addAssign(1.5),
  broadcast: () => matrix.add(row),
  where: () => np.where(inside, vector, 0),
  sum: () => vector.sum(),
  sumAxis: () => matrix.sum({ axis: 1 }),
  matvec: () => matrix.matmul(row),
  matmul: () => matrix.matmul(matrix),
  transposed: () => matrix.T.matmul(row),
  sliceTexts: () => matrix.slice('1:-1', '1:-1'),
  sliceNumbers: () => matrix.slice(3, 4),
  reshape: () => vector.reshape([10, 10]),
  zeros: () => np.zeros([10]),
  arange: () => np.arange(10),
  fromArray: () => np.array(numbers),
  fromTyped: () => np.array(typed),
};

const reads: Readonly<Record<string, () => unknown>> = {
  data: () => vector.data(),
  dataSync: () => vector.dataSync(),
  itemSync: () => matrix.slice(3, 4).itemSync(),
  addAndData: () => vector.add(vector).data(),
  addAndDataSync: () => vector.add(vector).dataSync(),
  sumAndItemSync: () => vector.sum().itemSync(),
  matmulAndData: () => matrix.matmul(matrix).data(),
  tolist: () => matrix.tolist(),
};

/** The median round, in nanoseconds a call. */
async function median(round: () => Promise<number>): Promise<number> {
  const found: number[] = [];
  for (let r = 0; r < ROUNDS; r++) found.push(await round());
  // The first half warms up.
  return (found.slice(ROUNDS / 2).sort((a, b) => a - b)[ROUNDS / 4] * 1e6) / CALLS;
}

const found: Record<string, number> = {};
for (const [name, call] of Object.entries(recorded)) {
  found[name] = await median(async () => {
    const start = performance.now();
    for (let i = 0; i < CALLS; i++) call();
    const elapsed = performance.now() - start;
    await np.runtime.fence();
    return elapsed;
  });
}
for (const [name, call] of Object.entries(reads)) {
  found[name] = await median(async () => {
    const start = performance.now();
    for (let i = 0; i < CALLS; i++) await call();
    return performance.now() - start;
  });
}
console.log(JSON.stringify({ bench: 'micro/calls', unit: 'ns', ...found }));
process.exit(0);
