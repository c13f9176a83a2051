/**
 * Gathers through producers ("Fusing Gathers", section 3.3): a kernel that gathers from a producer's result computes the elements that it
 * gathers, and needs the result no more. Loads of the producer become gathers at the consumer's indices.
 *
 *     producer  %0 = load 0  %1 = mul %0 %0      store %1 -> 1
 *     consumer  %0 = load 1  %1 = gather 0 [%0]  store %1 -> 2          argument 0 is the producer's result
 *     both      %0 = load 0  %1 = gather 2 [%0]  %2 = mul %1 %1  store %2 -> 1
 *
 * Refused are producers that fold, that gather themselves (an index outside would be told of only if its element is asked for), that use
 * their index (it may count from the end here), and that load nothing (the index would not be held against any axis).
 */
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

/**
 * The consumer with argument `arg`, which is the producer's argument `result`, computed where it is gathered; null where that cannot be.
 * Scalars are the consumer's, then the producer's.
 */
export function throughGathers(consumer: Kernel, arg: number, producer: Kernel, result: number): GatheredThrough | null {
  const source = sourceOf(producer, result);
  if (source === null || !loadsElements(source, producer) || !gathersAlone(consumer, arg)) return null;
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
        at.push(evaluate(source, node.indices.map((id) => at[id]), producer, theirs, first, nodes)); // biome-ignore format: one line
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

/** Writes the source's nodes behind `nodes`, at these indices; the number of its value. */
function evaluate(
  { nodes: source, value }: Source,
  indices: readonly NodeId[],
  producer: Kernel,
  args: readonly number[],
  firstScalar: number,
  nodes: Node[],
): NodeId {
  const at: NodeId[] = [];
  for (const node of source) {
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
