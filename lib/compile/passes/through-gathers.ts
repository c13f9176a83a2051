/**
 * Gathers through producers ("Fusing Gathers", section 3.3): a kernel that gathers from a producer's result computes the elements that it
 * gathers, and needs the result no more. Loads of the producer become gathers at the consumer's indices.
 *
 *     producer  %0 = load 0  %1 = mul %0 %0      store %1 -> 1
 *     consumer  %0 = load 1  %1 = gather 0 [%0]  store %1 -> 2          argument 0 is the producer's result
 *     both      %0 = load 0  %1 = gather 2 [%0]  %2 = mul %1 %1  store %2 -> 1
 *
 * A producer's own index becomes the index that is gathered at, counted from the start. A producer that gathers itself is gone through with a
 * look at all of its indices (`index-checks.ts`); where these are computed themselves, the look computes them. A fold over rows becomes segmented folds (`evaluation.ts`). Refused are producers that
 * load nothing, unless an array of the same shape is gathered from at the same indices: nothing else holds an index against the axes.
 */
import type { DType } from '../../dtype/index.js';
import {
  argsOf,
  type Kernel,
  type KernelArg,
  type Loop,
  mapBody,
  mapOperands,
  mapSlots,
  type NodeId,
  type Rewritten,
  type SegmentNode,
} from '../../ir/index.js';
import { BodyWriter, canFold, evaluate, evaluateFold, inSegment, LoopWriter, type Operands, type Writer } from './evaluation.js';
import { anyOutside, canCheck, guarded, type Looked } from './index-checks.js';
import { gathers, loadsElements, neededBy, type Source, sourceOf } from './source.js';

/** Where an argument of the new kernel comes from. */
interface Origin {
  readonly of: 'consumer' | 'producer';
  readonly arg: number;
}

export interface GatheredThrough {
  readonly kernel: Kernel;
  readonly args: readonly Origin[];
  /** Whether each element reaches the producer's operands at other indices, too. */
  readonly isSpread: boolean;
}

/** The array that is gathered from. */
interface Gathered extends Looked {
  /** The shape of the producer's domain: the array's, with the folded axis behind it for a fold over rows. */
  readonly shape: readonly number[];
  /** The consumer's other arguments of the array's shape. */
  readonly alike: ReadonlySet<number>;
}

/**
 * The consumer with argument `arg`, which is the producer's argument `result`, computed where it is gathered; null where that cannot be.
 * Scalars are the consumer's, then the producer's.
 */
export function throughGathers(
  consumer: Kernel,
  arg: number,
  producer: Kernel,
  result: number,
  gathered: Gathered,
): GatheredThrough | null {
  const source = sourceOf(producer, result);
  if (source === null || !gathersAlone(consumer, arg, source, gathered.shape)) return null;
  if (!loadsElements(source, producer) && !hasTwins(consumer, arg, gathered.alike)) return null;
  const places = new Places();
  const own = consumer.args.map((spec, k) => (k === arg ? -1 : places.put('consumer', k, spec)));
  const operands = operandsFor(source, producer, places, consumer.scalars.length, gathered.shape);
  const { dtype } = producer.args[result];
  if (source.fold !== null && !canFold({ length: gathered.shape[gathered.shape.length - 1], dtype })) return null;
  const isSpread = gathers(source);
  if (isSpread && !canCheck(source, operands, gathered)) return null;
  const loops = consumer.loops.map((loop) => through(loop, { arg, own, source, dtype, operands, gathered, isSpread }));
  const { args, origins } = places;
  return { kernel: { ...consumer, args, scalars: [...consumer.scalars, ...producer.scalars], loops }, args: origins, isSpread };
}

/** The argument to go through, the new numbers of the remaining ones, and the producer's result. */
interface Way {
  readonly arg: number;
  readonly own: readonly number[];
  readonly source: Source;
  readonly dtype: DType;
  readonly operands: Operands;
  readonly gathered: Looked;
  readonly isSpread: boolean;
}

/** A loop of the consumer with the elements that it gathers from an argument computed. */
function through(loop: Loop, { arg, own, source, dtype, operands, gathered, isSpread }: Way): Loop {
  const writer = new LoopWriter();
  const isOutside = isSpread ? anyOutside(source, operands, gathered, writer) : -1;
  const at: NodeId[] = [];
  const element = (indices: readonly NodeId[], to: Writer, outside: NodeId): NodeId =>
    evaluate(source, indices, operands, to, (index) => (isSpread ? guarded(index, outside, to) : index));
  const inBody = (body: readonly SegmentNode[]): Rewritten<SegmentNode> => {
    const to = new BodyWriter(writer);
    const outside = isSpread ? to.outer(isOutside) : -1;
    const ids: NodeId[] = [];
    for (const node of body) {
      if (node.op === 'segload' && node.arg === arg) {
        ids.push(inSegment(source.nodes, neededBy(source.nodes, [source.value]), operands, to)[source.value]);
        continue;
      }
      const isOwn = node.op === 'gather' && node.arg === arg;
      ids.push(isOwn ? element(node.indices.map((id) => ids[id]), to, outside) : to.put(renumbered(node, (id) => ids[id], own))); // biome-ignore format: one line
    }
    return { nodes: to.nodes, ids };
  };
  for (const node of loop.nodes) {
    const moved = mapOperands(node, (id) => at[id]);
    if (moved.op === 'gather' && moved.arg === arg)
      at.push(isFolded(source) ? evaluateFold(source, dtype, moved.indices, operands, writer) : element(moved.indices, writer, isOutside));
    else if (argsOf(moved).includes(arg)) at.push(writer.put(mapBody(moved, inBody)));
    else at.push(writer.put(mapSlots(moved, (k) => own[k], (k) => k))); // biome-ignore format: one line
  }
  const statements = loop.statements.map((s) => ({
    ...s,
    arg: own[s.arg],
    value: at[s.value],
    ...(s.kind === 'scatter' && { index: at[s.index] }),
  }));
  return { nodes: writer.nodes, statements };
}

/** A node of a body with operands and arguments renumbered; values of the loop stay. */
function renumbered(node: SegmentNode, to: (id: NodeId) => NodeId, args: readonly number[]): SegmentNode {
  return mapSlots(mapOperands(node, to), (k) => args[k], (k) => k); // biome-ignore format: one line
}

function isFolded(source: Source): source is Source & { readonly fold: NonNullable<Source['fold']> } {
  return source.fold !== null;
}

/** The new kernel's arguments, and where they come from. */
class Places {
  readonly args: KernelArg[] = [];
  readonly origins: Origin[] = [];

  put(of: Origin['of'], arg: number, spec: KernelArg): number {
    this.origins.push({ of, arg });
    return this.args.push(spec) - 1;
  }
}

/** Gives the producer's operands that a source reads places; they are gathered from, unless they are the same for all elements. */
function operandsFor(source: Source, producer: Kernel, places: Places, firstScalar: number, shape: readonly number[]): Operands {
  const isUniform = (k: number): boolean => producer.args[k].access === 'full';
  const args = producer.args.map(({ dtype, rank }, k) => {
    if (!source.nodes.some((node) => (node.op === 'load' || node.op === 'gather') && node.arg === k)) return -1;
    return places.put('producer', k, { dtype, access: isUniform(k) ? 'full' : 'whole', privilege: 'read', rank });
  });
  return { shape, args, isUniform, firstScalar };
}

/**
 * Whether a kernel reaches an argument by gathers of its loops, or within folds over segments, and in no other way. A source that folds is no
 * part of a segment; segments with gathers have a known length, and elements that a segment loads are computed from loads over one axis.
 */
function gathersAlone({ args, loops }: Kernel, arg: number, source: Source, shape: readonly number[]): boolean {
  if (args[arg].access !== 'whole') return false;
  const isOfLoads = shape.length === 1 && !gathers(source);
  return loops.every(({ nodes }) =>
    nodes.every((node) => {
      if (node.op !== 'segfold' || !argsOf(node).includes(arg)) return true;
      if (source.fold !== null || node.runs !== undefined) return false;
      const isKnown = nodes[node.low].op === 'const' && nodes[node.high].op === 'const';
      return node.body.every((inner) => {
        if (inner.op === 'gather' && inner.arg === arg) return isKnown;
        return inner.op !== 'segload' || inner.arg !== arg || isOfLoads;
      });
    }),
  );
}

/** Whether each gather from argument `arg` has a gather from one of `others` at the same indices beside it. */
function hasTwins({ loops }: Kernel, arg: number, others: ReadonlySet<number>): boolean {
  return loops.every(({ nodes }) => {
    const gathers = nodes.filter((node) => node.op === 'gather');
    const known = new Set(gathers.flatMap((node) => (others.has(node.arg) ? [node.indices.join()] : [])));
    return gathers.every((node) => node.arg !== arg || known.has(node.indices.join()));
  });
}
