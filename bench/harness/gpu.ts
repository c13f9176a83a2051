/** The figures of programs on a GPU (`micro/gpu.ts`), judged where it is a physical one, with those of the rivals that were found on it. */
import type { FigureCase, Row } from './figure-case.js';

const RIVALS = ['CuPy', 'JAX', 'PyTorch'];

type Bounds = Pick<Row, 'atMost' | 'above'>;

/** A figure of ours: its key, text, unit and, on a physical GPU, bounds. */
const ours: readonly (readonly [key: string, text: string, unit: string, bounds?: Bounds])[] = [
  ['copy', 'copying in float32', 'GB/s'],
  ['pricing', 'Black-Scholes in float32', 'GB/s'],
  ['pricingShare', 'its share of the copy', '×', { above: 0.7 }],
  ['stencil', 'a stencil of five points in float32', 'GB/s'],
  ['stencilShare', 'its share of the copy', '×', { above: 0.7 }],
  ['product', 'a product of matrices in float32', 'GFLOP/s'],
  ['productShare', "its share of the best rival's", '×', { above: 0.5 }],
  ['gradients', "conjugate gradients, time over that of their traffic at the copy's rate", '×', { atMost: 1.5 }],
  ['handed', 'one of 100 small kernels, until handed over', 'µs', { atMost: 5 }],
  ['complete', 'until complete', 'µs'],
  ['encoded', 'one of 500 dependent kernels, until encoded and submitted', 'µs', { atMost: 5 }],
  ['chained', 'all of them, over waiting for each', '×', { atMost: 0.5 }],
];

/** Figures that rivals have, and their units. */
const theirs: readonly (readonly [key: string, text: string, unit: string])[] = [
  ['copy', 'copying in float32', 'GB/s'],
  ['pricing', 'Black-Scholes in float32', 'GB/s'],
  ['stencil', 'a stencil of five points in float32', 'GB/s'],
  ['product', 'a product of matrices in float32', 'GFLOP/s'],
  ['gradients', 'an iteration of conjugate gradients', 'µs'],
];

function rows(found: Record<string, unknown>): readonly Row[] {
  const isPhysical = found.physical === 1;
  const of = ours.map(([key, text, unit, bounds = {}]) => ({
    key,
    text: key === 'copy' ? `${text}, ${String(found.adapter).split(' (')[0]}` : text,
    unit,
    ...(isPhysical ? bounds : {}),
  }));
  const rivals = theirs.flatMap(([key, text, unit]) =>
    RIVALS.map((name) => ({ key: `${key} by ${name}`, text: `${text} by ${name}`, unit })),
  );
  return [...of, ...rivals].filter(({ key }) => key in found);
}

/** Programs in float32 on a GPU. */
export const gpu: FigureCase = { name: 'gpu', script: 'gpu', args: [], quick: ['64'], seconds: [90, 60], rows };
