/**
 * Emitted C against loops written by hand, on one thread: the same compiler, flags and functions, taking turns; ratios of the
 * best times, by hand over emitted. Also what emitting (in µs) and compiling (in ms) a kernel cost. One line of JSON; needs the
 * addon and a C compiler.
 *
 *     node dist/bench/micro/emit.js
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emitC, nativeStats } from '../../lib/compile/index.js';
import { CpuDevice } from '../../lib/device/index.js';
import { float64 } from '../../lib/dtype/index.js';
import { fullOut, input, type Kernel, kernel, layoutOf, output, type Value } from '../../lib/ir/index.js';
import { LAUNCH_INLINE, RECORD } from '../../lib/native/index.js';

// A cache of its own, so that the compiler has to run.
const folder = mkdtempSync(join(tmpdir(), 'maniple-emit-'));
process.env.MANIPLE_CACHE = folder;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const cpu = new CpuDevice({ procs: 1, tier: 'c' });

const triad = kernel(1, [input(float64, 1), input(float64, 1), output(float64, 1)], [float64], (b) => {
  b.store(2, b.add(b.load(0), b.mul(b.scalar(0), b.load(1))));
});

const dot = kernel(1, [input(float64, 1), input(float64, 1), fullOut(float64)], [], (b) =>
  b.fold('sum', 2, b.mul(b.load(0), b.load(1))),
);

const blackScholes = kernel(
  1,
  [0, 1, 2].map(() => input(float64, 1)).concat([output(float64, 1), output(float64, 1)]),
  [float64, float64],
  (b) => {
    const [spot, strike, years, rate, volatility] = [b.load(0), b.load(1), b.load(2), b.scalar(0), b.scalar(1)];
    const c = (value: number): Value => b.const(value, float64);
    const root = b.mul(volatility, b.sqrt(years));
    const drift = b.mul(b.add(rate, b.mul(b.mul(c(0.5), volatility), volatility)), years);
    const d1 = b.div(b.add(b.log(b.div(spot, strike)), drift), root);
    const normal = (d: Value): Value => {
      const k = b.div(c(1), b.add(c(1), b.mul(c(0.2316419), b.abs(d))));
      const poly = [-1.821255978, 1.781477937, -0.356563782, 0.31938153].reduce(
        (p, a) => b.add(c(a), b.mul(k, p)),
        c(1.330274429),
      );
      const tail = b.mul(b.mul(c(0.3989422804014327), b.exp(b.mul(b.mul(c(-0.5), d), d))), b.mul(k, poly));
      return b.select(b.gt(d, c(0)), b.sub(c(1), tail), tail);
    };
    const [n1, n2] = [normal(d1), normal(b.sub(d1, root))];
    const present = b.mul(strike, b.exp(b.mul(b.neg(rate), years)));
    b.store(3, b.sub(b.mul(spot, n1), b.mul(present, n2)));
    b.store(4, b.sub(b.mul(present, b.sub(c(1), n2)), b.mul(spot, b.sub(c(1), n1))));
  },
);

const HEAD =
  '#include "vmath.h"\n#define A(k) ((double *)(uintptr_t)P[k])\nvoid by_hand(double *P, int64_t u0, int64_t u1) {\n  const int64_t n = P[1]; (void)u0; (void)u1;\n';
const hands: Readonly<Record<string, string>> = {
  triad:
    'const double *restrict a = A(2), *restrict b = A(4); double *restrict c = A(6); const double s = P[8];\n for (int64_t i = 0; i < n; i++) c[i] = a[i] + s * b[i];',
  dot: 'const double *a = A(2), *b = A(4); double l[8] = {0};\n for (int64_t i = 0; i + 8 <= n; i += 8) for (int k = 0; k < 8; k++) l[k] += a[i + k] * b[i + k];\n *A(6) = l[0] + l[1] + l[2] + l[3] + l[4] + l[5] + l[6] + l[7];',
  'black-scholes': `const double *restrict S = A(2), *restrict X = A(4), *restrict T = A(6); double *restrict C = A(8), *restrict Q = A(10); const double R = P[12], V = P[13];
  for (int64_t i = 0; i < n; i++) {
    const double q = V * __builtin_sqrt(T[i]), d1 = (mk_log(S[i] / X[i]) + (R + 0.5 * V * V) * T[i]) / q, d2 = d1 - q;
    const double k1 = 1 / (1 + 0.2316419 * mk_abs(d1)), k2 = 1 / (1 + 0.2316419 * mk_abs(d2));
    const double p1 = 0.31938153 + k1 * (-0.356563782 + k1 * (1.781477937 + k1 * (-1.821255978 + k1 * 1.330274429)));
    const double p2 = 0.31938153 + k2 * (-0.356563782 + k2 * (1.781477937 + k2 * (-1.821255978 + k2 * 1.330274429)));
    const double t1 = 0.3989422804014327 * mk_exp(-0.5 * d1 * d1) * (k1 * p1), t2 = 0.3989422804014327 * mk_exp(-0.5 * d2 * d2) * (k2 * p2);
    const double n1 = d1 > 0 ? 1 - t1 : t1, n2 = d2 > 0 ? 1 - t2 : t2, e = X[i] * mk_exp(-R * T[i]);
    C[i] = S[i] * n1 - e * n2;
    Q[i] = e * (1 - n2) - S[i] * (1 - n1);
  }`,
};

/** Writes a launch of `number` over n elements; vectors follow one another in P, then scalars and partial results. */
function launch(number: number, of: Kernel, n: number, memory: readonly number[]): void {
  const layout = layoutOf(of);
  const { records } = cpu;
  const p = RECORD.PARAMS;
  records.set([p + layout.length, number, Math.ceil(n / 1024), 1 << 20, 0, LAUNCH_INLINE, 0, n]);
  layout.args.forEach((slots, k) => {
    records[p + slots.pointer] = memory[k];
    if (of.args[k].rank > 0) records[p + slots.strides] = 1;
  });
  layout.scalars.forEach((slot, k) => (records[p + slot] = [0.05, 0.3][k]));
  layout.partials.forEach(({ slot }) => (records[p + slot] = memory[memory.length - 1]));
  cpu.submit(1);
}

/** The best of many turns by hand, over the best of as many as emitted. */
function compare(name: string, of: Kernel, n: number): number {
  const emitted = cpu.compile(of).number(n);
  const hand = cpu.compileC(`${HEAD}${hands[name]}\n}\n`, 'by_hand');
  const data = Float64Array.from({ length: n }, (_, i) => 1 + ((i * 7919) % 1000) / 1000);
  const memory = Array.from({ length: 6 }, () => cpu.alloc(n * 8));
  for (const address of memory) cpu.copyIn(address, data);
  const best = [Infinity, Infinity];
  const turns = Math.max(8, Math.ceil(2e7 / n));
  for (let turn = 0; turn < turns; turn++) {
    [emitted, hand].forEach((number, k) => {
      const start = performance.now();
      launch(number, of, n, memory);
      best[k] = Math.min(best[k], ((performance.now() - start) * 1e6) / n);
    });
  }
  for (const address of memory) cpu.free(address, n * 8);
  return best[1] / best[0];
}

const found: Record<string, number> = {};
for (const n of [8192, 4_000_000]) {
  found[`triad${n}`] = compare('triad', triad, n);
  found[`dot${n}`] = compare('dot', dot, n);
  found[`black-scholes${n}`] = compare('black-scholes', blackScholes, n);
}
const start = performance.now();
for (let i = 0; i < 100; i++) emitC(blackScholes);
found.emit = (performance.now() - start) * 10;
found.compile = nativeStats().milliseconds / Math.max(1, nativeStats().compiled);
await cpu.close();
console.log(JSON.stringify(found));
