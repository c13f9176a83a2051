/** Whether a kernel can be a device program, on a device without types of 64 bits, and which of its bits are the device's own. */
import { type DType, float32, float64, isStored } from '../../dtype/index.js';
import {
  type FoldOp,
  hasBody,
  isBinary,
  isFunctionOnGpu,
  isUnary,
  type Kernel,
  type Node,
  operandsOf,
  type SegmentNode,
} from '../../ir/index.js';
import { isEmulated } from './lower/doubles.js';
import { isWritten } from './lower/operators.js';

type AnyNode = Node | SegmentNode;

/** A rule: why a node cannot run, or null. */
type NodeRule = (node: AnyNode, nodes: readonly AnyNode[], emulates: boolean) => string | null;

const lacks = (dtype: DType, emulates: boolean): boolean => (dtype === float64 && !emulates) || isStored(dtype);

/** Rounds of a loop for an element, at most: systems end a launch that takes a GPU some seconds. */
const MOST_ROUNDS = 2 ** 16;

const nodeRules: readonly NodeRule[] = [
  ({ dtype }, _, emulates) => (lacks(dtype, emulates) ? dtype.name : null),
  (node, nodes) => {
    if (!isUnary(node.op) && !isBinary(node.op)) return null;
    const { dtype } = nodes[operandsOf(node)[0]];
    return isWritten(node.op, dtype) ? null : `${node.op} of ${dtype.name}`;
  },
  (node) => (node.op === 'repeat' && node.most > MOST_ROUNDS ? 'a loop of many rounds' : null),
  (node) =>
    node.op === 'segfold' && !node.body.some((inner) => inner.op === 'segload') ? 'a segmented fold that loads no element' : null,
];

function nodeProblem(nodes: readonly AnyNode[], emulates: boolean): string | null {
  for (const node of nodes) {
    for (const rule of nodeRules) {
      const problem = rule(node, nodes, emulates);
      if (problem !== null) return problem;
    }
    const inside = hasBody(node) ? nodeProblem(node.body, emulates) : null;
    if (inside !== null) return inside;
  }
  return null;
}

/** Why a kernel cannot be a device program, in a word or a few; null if it can. `emulates`: with float64 as pairs of float32. */
export function canRun(kernel: Kernel, emulates = false): string | null {
  const missing = [...kernel.args.map(({ dtype }) => dtype), ...kernel.scalars].find((dtype) => lacks(dtype, emulates));
  if (missing !== undefined) return missing.name;
  for (const { nodes } of kernel.loops) {
    const problem = nodeProblem(nodes, emulates);
    if (problem !== null) return problem;
  }
  return null;
}

/** Whether a node's bits are the device's own: a function such as `exp`, or arithmetic of float64. */
function isOwn(node: AnyNode): boolean {
  const { op, dtype } = node;
  if (node.op === 'repeat') return node.body.some(isOwn);
  if (node.op === 'segfold') return node.body.some(isOwn) || (dtype === float64 && accumulates(node.fold));
  if (dtype.kind !== 'float' || (!isUnary(op) && !isBinary(op))) return false;
  return isFunctionOnGpu(op) || (dtype === float64 && isEmulated(op));
}

const accumulates = (fold: FoldOp): boolean => fold === 'sum' || fold === 'prod';

/** Whether a kernel has the host's bits as a device program. */
export function hasHostBits({ args, loops }: Kernel): boolean {
  return !loops.some(
    ({ nodes, statements }) =>
      nodes.some(isOwn) ||
      statements.some((s) => s.kind !== 'store' && s.kind !== 'argFold' && args[s.arg].dtype === float64 && accumulates(s.op)),
  );
}

/** Operations on float32 that are rounded, or that depend on subnormal numbers. */
const ROUNDED: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'div', 'sqrt', 'floor', 'ceil', 'mod', 'floordiv']);

/** The sum of all nodes' weights. */
function weight({ loops }: Kernel, of: (node: AnyNode) => number): number {
  const sum = (nodes: readonly AnyNode[]): number =>
    nodes.reduce((all, node) => all + of(node) + (hasBody(node) ? sum(node.body) : 0), 0);
  return loops.reduce((all, { nodes }) => all + sum(nodes), 0);
}

/** Additions that a function of float32 takes as long to compile as, on such a device. */
const ROUNDED_FUNCTION = 2;

/** How many operations of a kernel become functions on devices without subnormal numbers, in additions. */
export const roundedOperations = (kernel: Kernel): number =>
  weight(kernel, ({ op, dtype }) => {
    if (dtype !== float32) return 0;
    if (ROUNDED.has(op)) return 1;
    return (isUnary(op) || isBinary(op)) && isFunctionOnGpu(op) ? ROUNDED_FUNCTION : 0;
  });

/** Additions that a function of float64 as a pair of float32 consists of, roughly. */
const FUNCTION = 8;

/** How many operations of a kernel are of float64 as pairs of float32, in additions. */
export const emulatedOperations = (kernel: Kernel): number =>
  weight(kernel, ({ op, dtype }) => {
    if (dtype !== float64 || (!isUnary(op) && !isBinary(op)) || !isEmulated(op)) return 0;
    return isFunctionOnGpu(op) ? FUNCTION : 1;
  });
