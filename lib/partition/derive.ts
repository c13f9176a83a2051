/**
 * Derived partitions: of dependent classes (lines 9 and 10 of Algorithm 1), and of arguments that follow the domain by their access.
 */
import { ShapeError } from '../base/index.js';
import { formatShape, type Shape } from '../shape/index.js';
import type { Derivation } from './classes.js';
import { covers } from './geometry.js';
import { halo, image, none, type Partition, tiling } from './partition.js';
import type { Problem } from './problem.js';
import { pick } from './projection.js';

/** The partition of a constraint's `to` argument, made from the partition of its `from` argument. */
export function derive(constraint: Derivation, from: Partition, problem: Problem, launch: Shape): Partition {
  switch (constraint.kind) {
    case 'image':
      return from.kind === 'none'
        ? none
        : image(from, constraint.until !== undefined, problem.args[constraint.from].version ?? 0, constraint.axis);
    case 'bloat':
      return widen(from, constraint.low, constraint.high);
    case 'scale':
      return scale(constraint, from, problem, launch);
  }
}

function widen(from: Partition, low: readonly number[], high: readonly number[]): Partition {
  if (from.kind === 'tiling') return halo(from, low, high);
  if (from.kind !== 'halo') return none;
  return halo(
    from.from,
    from.low.map((n, i) => n + low[i]),
    from.high.map((n, i) => n + high[i]),
  );
}

function scale(c: Extract<Derivation, { kind: 'scale' }>, from: Partition, problem: Problem, launch: Shape): Partition {
  if (from.kind !== 'tiling') return none;
  const shape = problem.args[c.to].shape;
  if (c.factors.length !== shape.length || from.tile.length !== shape.length) {
    throw new ShapeError(
      `scale: needs one factor for each axis, got ${c.factors.length} for argument ${c.to} of shape ${formatShape(shape)}; ` +
        'use factor 1 where an axis is not scaled',
    );
  }
  const scaled = tiling(
    from.tile.map((n, i) => n * c.factors[i]),
    from.offset.map((n, i) => n * c.factors[i]),
    from.projection,
  );
  if (covers(from, launch, problem.args[c.from].shape) && !covers(scaled, launch, shape)) {
    throw new ShapeError(
      `scale: ${formatShape(problem.args[c.from].shape)} times (${c.factors.join(', ')}) does not reach ${formatShape(shape)}, ` +
        `so that parts of argument ${c.to} would belong to no point; make the factors or the store fit`,
    );
  }
  return scaled;
}

/** The domain's tiles without their inner (`rows`) or row (`columns`) axes. */
export function followDomain(domain: Partition, rowRank: number, access: 'rows' | 'columns'): Partition {
  if (domain.kind !== 'tiling') return none;
  const take = <T>(list: readonly T[]): T[] => (access === 'rows' ? list.slice(0, rowRank) : list.slice(rowRank));
  const kept = pick(domain.projection, take(domain.tile.map((_, i) => i)));
  return kept.axes.every((a) => a < 0) ? none : tiling(take(domain.tile), take(domain.offset), kept);
}
