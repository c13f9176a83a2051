/** Complex functions at their limits, by C99's Annex G: infinite arguments, and NaN beside 0. Signs of zeros count, those of NaN do not. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import '../../support/arrays.js';

const text = (x: number): string => (Object.is(x, -0) ? '-0' : String(x));
const INF = Number.POSITIVE_INFINITY;
const NONE = Number.NaN;
const PI = Math.PI;
const annexG: Readonly<Record<string, readonly (readonly [[number, number], [number, number]])[]>> = {
  acos: [
    [
      [-INF, INF],
      [(3 * PI) / 4, -INF],
    ],
    [
      [INF, INF],
      [PI / 4, -INF],
    ],
    [
      [-INF, 1],
      [PI, -INF],
    ],
    [
      [INF, -1],
      [0, INF],
    ],
    [
      [2, INF],
      [PI / 2, -INF],
    ],
    [
      [0, NONE],
      [PI / 2, NONE],
    ],
    [
      [NONE, INF],
      [NONE, -INF],
    ],
  ],
  acosh: [
    [
      [-INF, INF],
      [INF, (3 * PI) / 4],
    ],
    [
      [INF, INF],
      [INF, PI / 4],
    ],
    [
      [-INF, 1],
      [INF, PI],
    ],
    [
      [0, NONE],
      [NONE, PI / 2],
    ],
    [
      [INF, NONE],
      [INF, NONE],
    ],
    [
      [NONE, INF],
      [INF, NONE],
    ],
  ],
  asinh: [
    [
      [1, INF],
      [INF, PI / 2],
    ],
    [
      [INF, INF],
      [INF, PI / 4],
    ],
    [
      [INF, 1],
      [INF, 0],
    ],
    [
      [NONE, 0],
      [NONE, 0],
    ],
    [
      [-INF, 1],
      [-INF, 0],
    ],
  ],
  asin: [
    [
      [INF, INF],
      [PI / 4, INF],
    ],
    [
      [0, NONE],
      [0, NONE],
    ],
    [
      [-1, INF],
      [-0, INF],
    ],
  ],
  atanh: [
    [
      [1, INF],
      [0, PI / 2],
    ],
    [
      [INF, 1],
      [0, PI / 2],
    ],
    [
      [INF, INF],
      [0, PI / 2],
    ],
    [
      [INF, NONE],
      [0, NONE],
    ],
    [
      [NONE, INF],
      [0, PI / 2],
    ],
    [
      [0, NONE],
      [0, NONE],
    ],
  ],
  expm1: [
    [
      [INF, 0],
      [INF, 0],
    ],
    [
      [-INF, INF],
      [-1, 0],
    ],
    [
      [-INF, NONE],
      [-1, 0],
    ],
    [
      [INF, INF],
      [INF, NONE],
    ],
    [
      [NONE, 0],
      [NONE, 0],
    ],
    [
      [-0, 0],
      [0, 0],
    ],
  ],
};

for (const [name, cases] of Object.entries(annexG)) {
  t.test(`${name} of infinite arguments`, async (t) => {
    const z = np.complex(
      cases.map(([[re]]) => re),
      cases.map(([[, im]]) => im),
    );
    const found = (await (np as unknown as Record<string, (x: unknown) => np.NDArray>)
      [name](z)
      .tolist()) as unknown as np.Complex[];
    for (const [i, [given, wanted]] of cases.entries())
      t.same([found[i].re, found[i].im].map(text), wanted.map(text), `${name}(${given})`);
  });
}
