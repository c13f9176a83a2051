/**
 * Lines 2 to 5 of Algorithm 1 (thesis 3.1.3): equivalence classes of arguments that are cut alike, and the order in which dependent
 * classes (images, scaled and widened tiles) can be computed.
 *
 *     align(a, b)  image(b -> c)  align(c, d)        {a, b} -> {c, d}        order: {a, b}, {c, d}
 */
import { ArgumentError, ShapeError } from '../base/index.js';
import { formatShape, type Shape, sameShape } from '../shape/index.js';
import type { Constraint } from './constraint.js';
import type { PartitionClass, Problem } from './problem.js';

/** Constraints that make one class's partition a function of another's. */
export type Derivation = Extract<Constraint, { from: number }>;

export interface Classes {
  /** Independent classes first, in order of their first argument; then dependent ones, each behind all that it depends on. */
  readonly order: readonly PartitionClass[];
  /** How many of them are independent. */
  readonly independent: number;
  /** The class of each argument; null for arguments that follow the domain by their access. */
  readonly of: readonly (PartitionClass | null)[];
  /** The constraints that lead to each dependent class. */
  readonly into: ReadonlyMap<PartitionClass, readonly Derivation[]>;
}

/** Throws `ShapeError` when stores of two shapes are aligned, `ArgumentError` when classes follow each other in a circle. */
export function classesOf(problem: Problem): Classes {
  const parent = alignArguments(problem);
  const { classes, of } = gather(problem, parent);
  for (const c of problem.constraints) if (c.kind === 'broadcast') block(of[c.arg], c.axes);
  const into = derivations(problem.constraints, of);
  const independent = classes.filter((c) => !into.has(c));
  const order = topological(independent, classes, into, of);
  return { order, independent: independent.length, of, into };
}

/** A union-find forest over the arguments and, last, the domain. */
function alignArguments(problem: Problem): number[] {
  const { args, constraints, domain } = problem;
  const parent = Array.from({ length: args.length + 1 }, (_, i) => i);
  const shapeOf = (i: number): Shape => (i === args.length ? domain : args[i].shape);
  const join = (a: number, b: number): void => {
    if (!sameShape(shapeOf(a), shapeOf(b))) {
      throw new ShapeError(
        `align: arguments ${a} and ${b} must have one shape to be cut alike, got ${formatShape(shapeOf(a))} and ` +
          `${formatShape(shapeOf(b))}; broadcast one of them, or relate them by scale, bloat or image`,
      );
    }
    parent[root(parent, b)] = root(parent, a);
  };
  args.forEach((arg, i) => {
    const follows = constraints.some((c) => (c.kind === 'image' || c.kind === 'scale' || c.kind === 'bloat') && c.to === i);
    if (arg.access === 'elementwise' && !follows && sameShape(arg.shape, domain)) join(args.length, i);
  });
  for (const c of constraints) if (c.kind === 'align') join(c.a, c.b);
  return parent;
}

function root(parent: number[], i: number): number {
  while (parent[i] !== i) i = parent[i] = parent[parent[i]];
  return i;
}

function gather(problem: Problem, parent: number[]): { classes: PartitionClass[]; of: (PartitionClass | null)[] } {
  const { args, domain } = problem;
  const byRoot = new Map<number, PartitionClass>();
  const classOf = (i: number, shape: Shape): PartitionClass => {
    const r = root(parent, i);
    let found = byRoot.get(r);
    if (found === undefined) byRoot.set(r, (found = { shape, args: [], blocked: new Set(), domain: false }));
    return found;
  };
  classOf(args.length, domain).domain = true;
  const mentioned = new Set(
    problem.constraints.flatMap((c) => (c.kind === 'align' ? [c.a, c.b] : c.kind === 'broadcast' ? [c.arg] : [c.from, c.to])),
  );
  const of = args.map((arg, i) => {
    const follows = !mentioned.has(i) && arg.access !== 'elementwise';
    if (follows) return null;
    const cls = classOf(i, arg.shape);
    cls.args.push(i);
    return cls;
  });
  return { classes: [...byRoot.values()], of };
}

function block(cls: PartitionClass | null, axes: readonly number[] | undefined): void {
  if (cls === null) return;
  if (axes !== undefined) for (const axis of axes) cls.blocked.add(axis);
  else cls.shape.forEach((_, axis) => cls.blocked.add(axis));
}

function derivations(
  constraints: readonly Constraint[],
  of: readonly (PartitionClass | null)[],
): Map<PartitionClass, Derivation[]> {
  const into = new Map<PartitionClass, Derivation[]>();
  for (const c of constraints) {
    if (c.kind === 'align' || c.kind === 'broadcast') continue;
    const to = of[c.to];
    if (to === null) continue;
    const list = into.get(to);
    if (list === undefined) into.set(to, [c]);
    else list.push(c);
  }
  return into;
}

function topological(
  independent: readonly PartitionClass[],
  classes: readonly PartitionClass[],
  into: ReadonlyMap<PartitionClass, readonly Derivation[]>,
  of: readonly (PartitionClass | null)[],
): PartitionClass[] {
  const order = [...independent];
  const placed = new Set<PartitionClass | null>(order);
  for (let grown = true; grown; ) {
    grown = false;
    for (const cls of classes) {
      if (placed.has(cls) || !(into.get(cls) ?? []).every((d) => placed.has(of[d.from]))) continue;
      order.push(cls);
      placed.add(cls);
      grown = true;
    }
  }
  if (order.length < classes.length) {
    const stuck = classes.filter((c) => !placed.has(c)).flatMap((c) => c.args);
    throw new ArgumentError(
      `constraints: the partitions of arguments ${stuck.join(', ')} follow each other in a circle, so that none comes first; ` +
        'remove one of the image, scale or bloat constraints between them, or align the two',
    );
  }
  return order;
}
