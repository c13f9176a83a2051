/** Functions of numbers compiled to kernels, beside their own execution in JavaScript; and constructs that are refused. */
// biome-ignore-all lint/suspicious: operators and tests of JavaScript that are compiled
// biome-ignore-all lint/correctness/noConstAssign: a construct that is refused
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

type Plain = (...given: number[]) => number | boolean;

const values = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  2.5,
  -2.5,
  3,
  -7,
  1e9 + 0.5,
  -3e9,
  1e20,
  1e300,
  Number.MIN_VALUE,
  Infinity,
  -Infinity,
  NaN,
];

/** The function's results and those of the kernel, for all pairs. */
async function both(fn: Plain, options?: np.VectorizeOptions): Promise<[number[], number[], string]> {
  const pairs = values.flatMap((a) => values.map((b): [number, number] => [a, b]));
  const columns = [0, 1].slice(0, Math.max(1, fn.length)).map((k) => np.asarray(pairs.map((pair) => pair[k])));
  const found = np.vectorize(fn as never, options as { compile?: true })(...columns);
  const wanted = pairs.map((pair) => Number(fn(...pair.slice(0, fn.length))));
  return [Array.from((await found.data()) as Float64Array, Number), wanted, found.dtype.name];
}

const exact: readonly Plain[] = [
  (a, b) => a + b * a - b / a,
  (a, b) => a % b,
  (a) => -a + +a - ~a,
  (a, b) => a & b,
  (a, b) => (a | 0) ^ (b >> 3),
  (a, b) => (a << b) + (a >>> b) + (a >> b),
  (a, b) => a < b,
  (a, b) => a <= b && !(a === b),
  (a, b) => (a > b || a == b) !== false,
  (a, b) => (a && b) || 7,
  (a, b) => (a > 0 ? (b > 0 ? 1 : 2) : b > 0 ? 3 : 4),
  (a) => Math.floor(a) + Math.ceil(a) + Math.trunc(a) + Math.sign(a) + Math.abs(a),
  (a) => Math.round(a),
  (a) => 1 / Math.sign(a),
  (a, b) => ((a > 1 ? true : 1) as number) === ((b > 1 ? 1 : 0) as number),
  (a, b) => (((a && b > 1) as unknown as number) === b) !== false,
  (a) => Math.fround(a),
  (a) => Math.sqrt(a),
  (a, b) => 1 / Math.max(a, b) - 1 / Math.min(a, b),
  (a) => 1 / Math.max(a, 0) + 1 / Math.min(-0, a),
  (a, b) => Math.max(a, b, 1) - Math.min(a, b),
  (a) => Number.isInteger(a) || isNaN(a) || !Number.isFinite(a),
  (a, b) => {
    if (a > b) return a;
    if (a < b) {
      const c = b * 2;
      return c;
    }
    return -1;
  },
  (a, b) => {
    let s = 0;
    for (let i = 0; i < 10; i++) {
      if (i === 3) continue;
      if (i * a > b) break;
      s += i * a;
    }
    return s;
  },
  (a) => {
    let n = 0;
    let x = a;
    while (n < 8 && Math.abs(x) < 100) {
      x = x * x + 1;
      n++;
    }
    return n;
  },
  (a, b) => {
    const square = (x: number): number => x * x;
    function twice(x: number): number {
      if (x > 3) return x;
      return x + x;
    }
    return square(a) - twice(b);
  },
  (a, b) => {
    let s = 1;
    do {
      s *= 2;
      if (s > a) return s;
      if (s > b) break;
    } while (s < 32);
    return -s;
  },
  (a, b) => {
    let c = a;
    const d = c++ + --c + (c += b) - (c -= 1);
    return b > 1 && (c = 5) > 4 ? c + d : d - c;
  },
  (a) => {
    let y;
    if (a > 0) y = 1;
    return y as unknown as number;
  },
];

t.test('a loop whose counter is tested behind values that are not known', async (t) => {
  const grown = (x: number): number => {
    let n = 0;
    while (x < 10 && n < 20) {
      x = x * 1.5 + 0.25;
      n++;
    }
    for (let k = 0; !(x < 0 || k >= 3); k++) x -= 0.5;
    return x;
  };
  const xs = [0, 5, 20, -1, Number.NaN];
  t.same(await np.vectorize(grown)(np.asarray(xs)).tolist(), xs.map(grown));
});

t.test('the same numbers as in JavaScript', async (t) => {
  for (const fn of exact) {
    const [found, wanted, dtype] = await both(fn);
    t.same(found, wanted, String(fn));
    t.equal(dtype, typeof fn(1, 2) === 'boolean' ? 'bool' : 'float64');
  }
});

const rounded: readonly Plain[] = [
  (a) => Math.exp(a) + Math.log(a) * Math.sin(a) - Math.cos(a),
  (a) => Math.tan(a) + Math.atan(a) + Math.tanh(a) + Math.cbrt(a),
  (a) => Math.asinh(a) + Math.acosh(a) * Math.atanh(a),
  (a) => Math.log2(a) + Math.log10(a) + Math.log1p(a) + Math.expm1(a),
  (a, b) => Math.atan2(a, b) * Math.hypot(a, b),
  (a, b) => a ** b + b ** a + a ** 2,
  (a) => Math.PI * a + Math.SQRT2 + Number.EPSILON,
];

t.test('Math, but for last digits', async (t) => {
  for (const fn of rounded) {
    const [found, wanted] = await both(fn);
    const off = found.findIndex((x, i) => !Object.is(x, wanted[i]) && !(Math.abs(x - wanted[i]) <= 1e-13 * Math.abs(wanted[i])));
    t.equal(off, -1, `${String(fn)}: ${found[off]}, not ${wanted[off]}, at ${off}`);
  }
});

t.test('captured values and functions', async (t) => {
  const scale = 3;
  const add = (x: number): number => x + scale;
  const f = np.vectorize((x) => add(x) * scale, { captured: { scale, add } });
  t.same(await f([1, 2]).tolist(), [12, 15]);
  t.throws(() => np.vectorize((x) => x * scale), {
    name: 'ArgumentError',
    message: /line 1, column 12: scale, which is not defined.*captured/,
  });
  t.throws(() => np.vectorize((x) => x, { captured: { scale: '3' as never } }), { name: 'ArgumentError', message: /captured/ });
});

t.test('dtypes, shapes and numbers as arguments', async (t) => {
  const f = np.vectorize((a, b) => a - b);
  t.same(await f(np.ones([2, 1], { dtype: 'int8' }), np.arange(3)).tolist(), [
    [1, 0, -1],
    [1, 0, -1],
  ]);
  t.equal(f(5, 3).shape.length, 0);
  t.equal(await f(5, 3).item(), 2);
  t.equal(f([true], [1]).dtype.name, 'float64');
  const g = np.vectorize((a, b, c, d) => a + b * c - d);
  t.same(await g([1, 2], 3, np.asarray([4, 5]), 6).tolist(), [7, 11]);
  t.throws(() => f([1]), { name: 'ArgumentError', message: /takes 2 arguments, got 1/ });
  t.throws(() => f(np.asarray([{ re: 0, im: 1 }]) as never, 1), { name: 'DTypeError' });
  t.same(await (await np.vectorize((a) => [a].length, { compile: false })([1, 2])).tolist(), [1, 1]);
});

t.test('loops of many rounds', async (t) => {
  const most = 700;
  const collatz = (a: number): number => {
    let n = 0;
    for (let i = 0; i < most; i++) {
      if (a === 1) break;
      if (a % 2 === 0) {
        a /= 2;
        continue;
      }
      a = 3 * a + 1;
      n++;
    }
    return n;
  };
  const mandelbrot = (x: number, y: number): number => {
    let u = 0;
    let v = 0;
    let far = false;
    let n = 0;
    do {
      const next = u * u - v * v + x;
      v = 2 * u * v + y;
      u = next;
      far = u * u + v * v > 4;
      if (far && n > 500) return -n;
    } while (n++ < most && !far);
    return n;
  };
  const powers = (x: number): boolean => {
    for (let i = 0; i < 100; i++) {
      for (let j = 0; j < 3; j++) x *= 1.01;
      if (x > 50) return i > 40;
    }
    return false;
  };
  const turns = (a: number, b: number): number => {
    let c = 0;
    for (let i = 0; i < 31; i++) {
      const was = a;
      a = b;
      b = c;
      c = was + i;
    }
    return a - 2 * b + 3 * c;
  };
  const xs = Array.from({ length: 1500 }, (_, i) => (i - 900) / 400);
  const ys = xs.map((_, i) => ((i * 37) % 1500) / 600 - 1.2);
  for (const fn of [mandelbrot, turns])
    t.same(
      await np.vectorize(fn, { captured: { most } })(xs, ys).tolist(),
      xs.map((x, i) => fn(x, ys[i])),
    );
  t.same(await np.vectorize(powers)(xs).tolist(), xs.map(powers));
  const whole = xs.map((_, i) => i + 1);
  t.same(await np.vectorize(collatz, { captured: { most } })(whole).tolist(), whole.map(collatz));
  // It fuses, with an element-wise neighbour, a fold, and another loop.
  const x = np.asarray(whole);
  const steps = np.vectorize(collatz, { captured: { most } });
  const total = await np.sum(steps(x.add(1)).mul(2).add(steps(x))).item();
  t.equal(
    total,
    whole.reduce((sum, n) => sum + 2 * collatz(n + 1) + collatz(n), 0),
  );
});

t.test('constructs that are not compiled', async (t) => {
  const x = 2;
  const refused: readonly [Plain, RegExp][] = [
    [(a) => [a].length, /line 1, column 8: a property is not compiled\n {4}\(a\) => \[a\]\.length\n {11}\^/],
    [(a) => Math.random() * a, /column 8: Math.random of 0 arguments/],
    [(a) => `${a}`.length, /a property/],
    [(a) => a + ('1' as unknown as number), /the literal '1'/],
    [
      (a) => {
        let n = a;
        while (n > 1) n /= 2;
        return n;
      },
      /line 3, column \d+: a loop that ends by no number that is known/,
    ],
    [
      (a) => {
        let n = a;
        for (let i = 0; i < 1_000_000; i++) n += a;
        return n;
      },
      /line 3, column \d+: a loop that has not ended after \d+ rounds/,
    ],
    [
      (a) => {
        let n: number | boolean = a;
        for (let i = 0; i < 5000; i++) n = n === true ? a : i > a;
        return n;
      },
      /line 3, column \d+: a loop of many rounds in which n is now a number and now a boolean/,
    ],
    [
      (a) => {
        for (const n of [1, 2]) return n;
        return a;
      },
      /line 2, column \d+: a for of statement/,
    ],
    [
      (a) => {
        const f = (y: number): number => (y > 1 ? f(y - 1) : y);
        return f(a);
      },
      /not compiled/,
    ],
    [
      (a) => {
        const c = 1;
        // @ts-expect-error an assignment to a constant
        c = a;
        return c;
      },
      /the constant c/,
    ],
    [
      (a) => {
        try {
          return a;
        } catch {
          return 0;
        }
      },
      /a try statement/,
    ],
    [(a) => (a > 1 ? x : a), /not compiled/],
    [(a) => (typeof a).length, /a property/],
    [(a) => parseFloat(a as never), /parseFloat of 1 arguments/],
    [(...a) => a[0], /column 2: a parameter that is no plain name/],
    [() => 1, /a function of 0 parameters/],
    [
      (a) => {
        let y;
        if (a > 0) y = 1;
        return y === undefined ? 0 : 2;
      },
      /line \d, column \d+: a comparison with a value that is undefined for some elements/,
    ],
    [Math.sin, /without such a source/],
    [(async (a: number) => a) as never, /an async or generator function/],
    [
      {
        f(a: number): number {
          return a;
        },
      }.f,
      /without such a source/,
    ],
  ];
  for (const [fn, message] of refused) t.throws(() => np.vectorize(fn as never), { name: 'ArgumentError', message }, String(fn));
});

t.test('it fuses', async (t) => {
  const f = np.vectorize((a, b) => (a > b ? a * b : a + b));
  const x = np.linspace(0, 1, 1000);
  const found = await f(x.multiply(2).add(1), x).sum().item();
  const wanted = Array.from({ length: 1000 }, (_, i) => i / 999).reduce((s, a) => s + (2 * a + 1) * a, 0);
  t.ok(Math.abs(Number(found) - wanted) < 1e-9);
});
