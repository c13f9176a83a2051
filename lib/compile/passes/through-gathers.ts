/**
 * Gathers through producers ("Fusing Gathers", section 3.3): a kernel that gathers from a producer's result computes the elements that it
 * gathers, and needs the result no more. Loads of the producer become gathers at the consumer's indices.
 *
 *     producer  %0 = load 0  %1 = mul %0 %0      store %1 -> 1
 *     consumer  %0 = load 1  %1 = gather 0 [%0]  store %1 -> 2          argument 0 is the producer's result
 *     both      %0 = load 0  %1 = gather 2 [%0]  %2 = mul %1 %1  store %2 -> 1
 *
 * A producer's own index becomes the index that is gathered at, counted from the start. Refused are producers that fold, that gather
 * themselves (an index outside would be told of only if its element is asked for), and producers that load nothing, unless an array of the same
 * shape is gathered from at the same indices: nothing else holds an index against the axes.
 */
import { bool, int64 } from '../../dtype/index.js';
import { type Kernel, type KernelArg, mapOperands, mapSlots, type Node, type NodeId } from '../../ir/index.js';
import { loadsElements, type Source, sourceOf } from './source.js';

/** Where an argument of the new kernel comes from. */
interface Origin {
  readonly of: 'consumer' | 'producer';
  readonly arg: number;
}

export interface GatheredThrough {
  readonly kernel: Kernel;
  readonly args: readonly Origin[];
}

/** The array that is gathered from. */
interface Gathered {
  readonly shape: readonly number[];
  /** The consumer's other arguments of this shape. */
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
  { shape, alike }: Gathered,
): GatheredThrough | null {
  const source = sourceOf(producer, result);
  if (source === null || !gathersAlone(consumer, arg)) return null;
  if (!loadsElements(source, producer) && !hasTwins(consumer, arg, alike)) return null;
  const args: KernelArg[] = [];
  const origins: Origin[] = [];
  const place = (of: Origin['of'], k: number, spec: KernelArg): number => {
    origins.push({ of, arg: k });
    return args.push(spec) - 1;
  };
  const own = consumer.args.map((spec, k) => (k === arg ? -1 : place('consumer', k, spec)));
  const theirs = producer.args.map((spec, k) => {
    if (!source.nodes.some((node) => node.op === 'load' && node.arg === k)) return -1;
    const { dtype, access, rank } = spec;
    return place('producer', k, { dtype, access: access === 'full' ? 'full' : 'whole', privilege: 'read', rank });
  });
  const first = consumer.scalars.length;
  const loops = consumer.loops.map((loop) => {
    const nodes: Node[] = [];
    const at: NodeId[] = [];
    for (const node of loop.nodes) {
      if (node.op === 'gather' && node.arg === arg)
        at.push(evaluate(source, node.indices.map((id) => at[id]), shape, producer, theirs, first, nodes)); // biome-ignore format: one line
      else
        at.push(
          nodes.push(
            mapSlots(
              mapOperands(node, (id) => at[id]),
              (k) => own[k],
              (k) => k,
            ),
          ) - 1,
        );
    }
    const statements = loop.statements.map((s) => ({
      ...s,
      arg: own[s.arg],
      value: at[s.value],
      ...(s.kind === 'scatter' && { index: at[s.index] }),
    }));
    return { nodes, statements };
  });
  return { kernel: { ...consumer, args, scalars: [...consumer.scalars, ...producer.scalars], loops }, args: origins };
}

/** Whether a kernel reaches an argument by gathers of its loops, and in no other way. */
function gathersAlone({ args, loops }: Kernel, arg: number): boolean {
  if (args[arg].access !== 'whole') return false;
  return loops.every(({ nodes }) =>
    nodes.every(
      (node) => node.op !== 'segfold' || (node.runs === undefined && !node.body.some((n) => 'arg' in n && n.arg === arg)),
    ),
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

/** Writes the source's nodes behind `nodes`, at these indices into its shape; the number of its value. */
function evaluate(
  { nodes: source, value }: Source,
  indices: readonly NodeId[],
  shape: readonly number[],
  producer: Kernel,
  args: readonly number[],
  firstScalar: number,
  nodes: Node[],
): NodeId {
  const at: NodeId[] = [];
  for (const node of source) {
    if (node.op === 'index') {
      at.push(fromStart(indices[node.axis], shape[node.axis], nodes));
      continue;
    }
    const isGathered = node.op === 'load' && producer.args[node.arg].access === 'elementwise';
    const moved: Node = isGathered
      ? { op: 'gather', dtype: node.dtype, arg: args[node.arg], indices }
      : mapSlots(
          mapOperands(node, (id) => at[id]),
          (k) => args[k],
          (k) => firstScalar + k,
        );
    at.push(nodes.push(moved) - 1);
  }
  return at[value];
}

/** Writes nodes for an index that counts from the start of an axis of `n` elements; the number of its value. */
function fromStart(index: NodeId, n: number, nodes: Node[]): NodeId {
  const put = (node: Node): NodeId => nodes.push(node) - 1;
  const isNegative = put({ op: 'lt', dtype: bool, a: index, b: put({ op: 'const', dtype: int64, value: 0n }) });
  const above = put({ op: 'add', dtype: int64, a: index, b: put({ op: 'const', dtype: int64, value: BigInt(n) }) });
  return put({ op: 'select', dtype: int64, c: isNegative, a: above, b: index });
}
