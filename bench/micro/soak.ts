/**
 * A server of ever-changing programs, as long processes meet them: what stays in memory of shapes, expressions and functions that never come again.
 *
 *     node --expose-gc dist/bench/micro/soak.js [shapes | expressions | functions | all] [requests]
 *
 * A line every tenth of the requests: resident bytes, V8's heap and external memory in MB, and kernels of the addon. None of them rises for good.
 */
import { setTimeout as later } from 'node:timers/promises';
import * as np from '../../lib/array/index.js';
import { loadAddon } from '../../lib/native/index.js';

/** Times that a request's program runs: enough to be planned, and replayed. */
const TIMES = 40;
const LINES = 10;

let state = 12_345;
/** A whole number below `n`, the same in each run. */
function draw(n: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * n);
}

const unary = [np.sin, np.cos, np.exp, np.abs, np.sqrt, np.tanh, np.square, np.floor] as const;
const binary = [np.add, np.subtract, np.multiply, np.divide, np.maximum, np.minimum, np.hypot] as const;

/** Eight operations on results of earlier ones. */
function expression(x: np.NDArray): np.NDArray {
  const values = [x];
  const any = (): np.NDArray => values[draw(values.length)];
  for (let k = 0; k < 8; k++)
    values.push(draw(2) === 0 ? binary[draw(binary.length)](any(), any()) : unary[draw(unary.length)](any()));
  return values[values.length - 1];
}

const x = np.ones([64]);

const requests: Readonly<Record<string, () => Promise<void>>> = {
  shapes: async () => {
    const a = np.ones([1 + draw(60), 1 + draw(60)]);
    await a.add(1).multiply(a).sum(0).data();
  },
  expressions: async () => {
    const first = state;
    for (let k = 0; k < TIMES; k++) {
      state = first;
      await expression(x).data();
    }
  },
  functions: async () => {
    const times = np.vectorize(new Function('x', `return x * ${draw(1e9)} + Math.sin(x)`) as (x: number) => number);
    await times(x).data();
  },
};

const MB = 1e6;
const [, , wanted = 'all', count = '3000'] = process.argv;

/** Memory when what is garbage is gone. */
async function tell(name: string, request: number): Promise<void> {
  for (let k = 0; k < 3; k++) {
    await later(20);
    globalThis.gc?.();
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  const [resident, heap, outside] = [rss, heapUsed, external].map((bytes) => (bytes / MB).toFixed(1));
  console.log(
    `${name} ${request}: resident ${resident}, heap ${heap}, external ${outside}, kernels ${loadAddon()?.kernelCount() ?? 0}`,
  );
}

for (const [name, request] of Object.entries(requests)) {
  if (wanted !== 'all' && wanted !== name) continue;
  const total = Number(count);
  for (let k = 0; k <= total; k++) {
    if (k % Math.ceil(total / LINES) === 0) await tell(name, k);
    await request();
  }
}
