/** Random kernels as device programs compute what the kernel interpreter does, to the last bit, with and without types of 64 bits; Dawn takes all their shaders. */

import t from 'tap';
import type { GpuFeatures } from '../../lib/compile/index.js';
import { interpreter, type Judge, kinds, shapes } from '../support/agree.js';
import { compareRuns, gpuKernel } from '../support/compare-gpu.js';
import { testShaders } from '../support/dawn.js';
import { deviceJudge } from '../support/device-functions.js';
import { interpretLowered } from '../support/on-device-programs.js';
import fc from '../support/seeded.js';
import { runsOf, seedOf } from '../support/seeds.js';

const seed = seedOf(11);
const numRuns = runsOf(12);
const drawing = [fc.nat(2 ** 31), fc.constantFrom(0, 1, 2, 3), fc.nat(20)] as const;

/** Runs a kernel as device programs in their interpreter. */
const interpreted =
  (features: GpuFeatures): Judge =>
  (drawn, shape, views) =>
    interpretLowered(drawn, shape, views, features);

for (const kind of kinds) {
  for (const long of [true, false]) {
    t.test(`${kind}, ${long ? 'with' : 'without'} types of 64 bits`, async (t) => {
      fc.assert(
        fc.property(...drawing, (first, rank, pick) => {
          const shape = shapes[rank][pick % shapes[rank].length];
          compareRuns(
            gpuKernel(first, rank, kind, 8, true),
            shape,
            interpreter,
            interpreted({ long, division: long, subnormals: true }),
          );
        }),
        { seed, numRuns },
      );
      t.pass('all kernels agree');
    });
  }

  t.test(`${kind}, every function`, async (t) => {
    fc.assert(
      fc.property(...drawing, (first, rank, pick) => {
        const shape = shapes[rank][pick % shapes[rank].length];
        compareRuns(
          gpuKernel(first, rank, kind, 12),
          shape,
          deviceJudge,
          interpreted({ long: false, division: true, subnormals: true }),
        );
      }),
      { seed, numRuns },
    );
    t.pass('all kernels agree');
  });
}

testShaders(t, numRuns);
