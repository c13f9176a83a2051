/**
 * The owners of reduced elements: each tile of a reduction is folded where the first of the points that have it runs, so that
 * no memory has to have all of the root.
 *
 *     launch (i, j, k), tiles (i, j) of C        tile (i, j) is folded where point (i, j, 0) runs, in the order of k
 *     tiles that overlap, or one tile alone      one box around all, at the mapper's home
 *     partial results of columns                 as many tiles as memories have some, where the mapper places these
 */
import { isDisjointSub } from '../partition/index.js';
import { type Shape, sizeOf } from '../shape/index.js';
import type { AnalysisContext } from './analysis-context.js';
import type { Footprint } from './footprint.js';
import { boxAt } from './layout.js';
import type { Partials } from './operation.js';
import { around } from './pieces.js';
import type { Open, Owners, RootRecord } from './record.js';
import { numberOf, pointAt } from './span.js';

/** All of some footprints at the mapper's home. */
export function boxOf(context: AnalysisContext, record: RootRecord, footprints: readonly Footprint[]): Owners {
  const footprint = boxAt(context, record, around(footprints.map((f) => f.bounds)), context.mapper.home());
  return {
    footprint,
    tileOf: () => 0,
    pointsOf: (_, of) => Array.from({ length: of.count }, (__, p) => p),
  };
}

/**
 * The tiles in which partial results become elements, each in the memory where the mapper places it; null where all of them do in one. A
 * process with some of the machine's memories leaves all of them to one.
 */
export function tilesAmong(context: AnalysisContext, record: RootRecord, open: Open, partials: Partials): Footprint | null {
  if (context.own !== null || !open.footprint.exact) return null;
  const memories = new Set(open.buffers.flatMap((buffer) => (buffer === null ? [] : [buffer.memory])));
  const tiles = memories.size < 2 ? null : partials.tilesFor(memories.size);
  if (tiles === null) return null;
  const found = context.footprint(record, tiles.sub, context.placements.of(tiles.launch));
  return found.exact && found.disjoint && found.separable ? found : null;
}

/** The tiles of a footprint of which several points have each; null where these are not apart, or are one. */
export function tilesOf(context: AnalysisContext, record: RootRecord, { sub, launch, placement }: Footprint): Owners | null {
  const tiles = sub === null ? null : tilingOf(sub.partition);
  if (sub === null || tiles === null) return null;
  const { axes, rotations } = tiles.projection;
  const used = new Set([...axes, ...rotations.flatMap((rotation) => rotation?.others ?? [])]);
  const face = launch.map((n, axis) => (used.has(axis) ? n : 1));
  if (sizeOf(face) <= 1 || !isDisjointSub(sub, face)) return null;
  const footprint = context.footprint(record, sub, context.placements.face(placement, face));
  return footprint.separable ? { footprint, ...alongFace(launch, face) } : null;
}

function tilingOf(partition: NonNullable<Footprint['sub']>['partition']) {
  if (partition.kind === 'halo') return partition.from;
  return partition.kind === 'tiling' ? partition : null;
}

function alongFace(launch: Shape, face: Shape): Pick<Owners, 'tileOf' | 'pointsOf'> {
  const behind = launch.map((n, axis) => (face[axis] === n ? 1 : n));
  const count = sizeOf(behind);
  return {
    tileOf: (p) =>
      numberOf(
        pointAt(p, launch).map((x, axis) => (face[axis] === launch[axis] ? x : 0)),
        face,
      ),
    pointsOf: (tile) => {
      const first = pointAt(tile, face);
      return Array.from({ length: count }, (_, k) =>
        numberOf(
          pointAt(k, behind).map((x, axis) => x + first[axis]),
          launch,
        ),
      );
    },
  };
}
