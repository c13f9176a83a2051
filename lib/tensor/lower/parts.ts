/** The parts of tensors that one processor uses: which tensor fills a memory. */
import { float64 } from '../../dtype/index.js';
import { rectOf, rectSize } from '../../partition/index.js';
import { sizeOf } from '../../shape/index.js';
import { type Concrete, formatRelation } from '../concrete/concrete.js';
import { refusal } from '../concrete/refusal.js';
import type { TensorSymbol } from '../notation/terms.js';
import { coordinatesOf } from './placing.js';
import type { Launch, Program } from './program.js';
import type { Cost } from './simulate.js';

/** The bytes of the largest part of each tensor that a launch uses at a processor: the largest first, of equal parts the ones that are read first. */
function partsAt({ launches }: Program, processor: number): ReadonlyMap<TensorSymbol, number> {
  const found = new Map<TensorSymbol, number>();
  const written = new Set<TensorSymbol>();
  for (const launch of launches) {
    const point = pointAt(launch, processor);
    if (point === null) continue;
    for (const { tensor, partition, privilege } of launch.args) {
      if (privilege !== 'read') written.add(tensor);
      const bytes = rectSize(rectOf(partition, point, tensor.shape)) * (tensor.dtype ?? float64).size;
      found.set(tensor, Math.max(found.get(tensor) ?? 0, bytes));
    }
  }
  return new Map([...found].sort(([one, a], [other, b]) => b - a || Number(written.has(one)) - Number(written.has(other))));
}

/** The point that runs at a processor; null where none does. */
function pointAt({ domain, grid: { base, strides } }: Launch, processor: number): readonly number[] | null {
  for (let n = 0; n < sizeOf(domain); n++) {
    const point = coordinatesOf(n, domain);
    if (point.reduce((at, x, d) => at + x * strides[d], base) === processor) return point;
  }
  return null;
}

/** Refuses the `communicate` of the largest part, where a processor would hold more than its memory has. */
export function checkMemory(concrete: Concrete, program: Program, { perProcessor }: Cost, memory: number): void {
  const full = perProcessor.findIndex(({ peakBytes }) => peakBytes > memory);
  if (full < 0) return;
  const parts = partsAt(program, full);
  const given = [...parts.keys()].flatMap((tensor) =>
    concrete.relations.filter((r) => r.kind === 'communicate' && r.tensor === tensor).map(formatRelation),
  );
  const held = [...parts].map(([{ name }, bytes]) => `${name} ${bytes}`).join(', ');
  throw refusal(
    { text: given[0] ?? `compile({ memory: ${memory} })`, on: concrete },
    `processor ${full} would hold ${perProcessor[full].peakBytes} bytes at a time, and its memory has ${memory}; its largest parts are ${held}: ` +
      'communicate these at loops further inside, cut them into smaller parts, or use more processors',
  );
}
