/**
 * numpy-ts, the npm package that follows NumPy most closely: `node numpy_ts.mjs PROGRAM SIZE MODULE`, where MODULE is the URL of
 * its entry. It speaks the protocol of harness/side.ts.
 */
import { createInterface } from 'node:readline';

const [name, size, module] = process.argv.slice(2);
const np = await import(module);

const spread = (n, factor, offset) => np.array(Array.from({ length: n }, (_, i) => (i * factor + offset) % 1));

function blackScholesProgram(n) {
  const [A1, A2, A3, A4, A5] = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const cnd = (d) => {
    const k = np.reciprocal(np.absolute(d).multiply(0.2316419).add(1));
    const poly = k.multiply(A5).add(A4).multiply(k).add(A3).multiply(k).add(A2).multiply(k).add(A1).multiply(k);
    const c = np.exp(d.multiply(-0.5).multiply(d)).multiply(0.3989422804014327).multiply(poly);
    return np.where(np.greater(d, 0), np.negative(c).add(1), c);
  };
  const s = spread(n, 0.6180339887498949, 0.1).multiply(100).add(50);
  const x = spread(n, 0.7548776662466927, 0.3).multiply(100).add(50);
  const t = spread(n, 0.5698402909980532, 0.5).multiply(2).add(0.1);
  const r = spread(n, 0.8191725133961645, 0.7).multiply(0.04).add(0.01);
  const v = spread(n, 0.6710436067037893, 0.9).multiply(0.4).add(0.1);
  let call;
  let put;
  const run = () => {
    const root = np.sqrt(t);
    const drift = v.multiply(0.5).multiply(v).add(r).multiply(t);
    const d1 = np.log(s.divide(x)).add(drift).divide(v.multiply(root));
    const d2 = d1.subtract(v.multiply(root));
    const [n1, n2] = [cnd(d1), cnd(d2)];
    const t3 = np.exp(np.negative(r).multiply(t));
    call = s.multiply(n1).subtract(x.multiply(t3).multiply(n2));
    put = x
      .multiply(t3)
      .multiply(np.negative(n2).add(1))
      .subtract(s.multiply(np.negative(n1).add(1)));
  };
  const result = () => [np.sum(call), np.sum(put), call.get([0]), call.get([Math.floor(n / 2)]), put.get([n - 1])];
  return { run, result, bytes: 7 * 8 * n };
}

function chainProgram(n) {
  const a = spread(n, 0.6180339887498949, 0.1);
  const b = spread(n, 0.7548776662466927, 0.3);
  let c = a;
  const run = () => {
    c = a;
    for (let i = 0; i < 64; i++) c = c.add(b);
  };
  return { run, result: () => [np.sum(c), c.get([n - 1])], bytes: 3 * 8 * n };
}

const programs = { 'black-scholes': blackScholesProgram, chain: chainProgram };
const { run, result, bytes } = programs[name](Number(size));
const answer = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

answer({ ready: true, bytes });
for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  if (command.do === 'run') {
    const start = performance.now();
    for (let i = 0; i < command.times; i++) run();
    answer({ seconds: (performance.now() - start) / 1000 });
  } else if (command.do === 'result') answer({ result: result().map(Number) });
  else break;
}
