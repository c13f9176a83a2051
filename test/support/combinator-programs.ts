/** Random programs of combinators, with gathers, scatters, scans and results that somebody wants. */
import { type FusionGraph, type GraphArray, type GraphEdge, OWN } from '../../lib/fusion/optimal/graph.js';
import { Combinators } from './combinators.js';
import type { Draw } from './random.js';

/** A program of so many combinators. */
export function randomProgram(draw: Draw, length: number): FusionGraph {
  const program = new Combinators().inputs(8 * (1 + draw.int(9)), 'in0', 'in1');
  const names = ['in0', 'in1'];
  const overwritten = new Set<string>();
  const pick = (): string => {
    const left = names.filter((name) => !overwritten.has(name));
    return left[left.length - 1 - draw.int(Math.min(left.length, 4))];
  };
  for (let i = 0; i < length; i++) {
    const name = `v${i}`;
    const bytes = 8 * (1 + draw.int(9));
    const kind = draw.int(12);
    if (kind === 0) program.generate(name, bytes);
    else if (kind <= 3) program.map(name, bytes, [...new Set([pick(), pick()])]);
    else if (kind === 4) program.map(name, bytes, [pick()], [pick()]);
    else if (kind <= 7) program.gather(name, bytes, [pick()], [pick()]);
    else if (kind === 8) program.scan(name, bytes, [pick()], draw.int(2) === 0);
    else if (kind === 9) program.fold(name, bytes, [pick()]);
    else if (kind === 10) program.barrier(name, bytes, [pick()]);
    else {
      const [into, from] = [pick(), pick()];
      if (into === from || into.startsWith('in')) program.map(name, bytes, [from]);
      else {
        program.scatter(name, bytes, into, [from]);
        overwritten.add(into);
      }
    }
    names.push(name);
  }
  program.returns(names[names.length - 1]);
  if (draw.int(3) === 0) program.returns(pick());
  return program.graph();
}

/** A graph as windows have them: loops of several domains, some that may be in any, pairs that no kernel takes, arrays written twice. */
export function randomWindow(draw: Draw, length: number): FusionGraph {
  const domains = Array.from({ length }, () => draw.int(4) - 1);
  const mayFuse = (a: number, b: number): boolean => domains[a] < 0 || domains[b] < 0 || domains[a] === domains[b];
  const edges: GraphEdge[] = [];
  const apart: [number, number][] = [];
  const arrays: GraphArray[] = [];
  const removals: number[][] = [];
  for (let a = 0; a < length; a++) {
    const users = range(a + 1, length).filter(() => draw.int(3) === 0);
    for (const to of users) {
      const fusible = mayFuse(a, to) && draw.int(4) > 0;
      edges.push({ from: a, to, fusible, array: arrays.length, order: OWN });
    }
    for (const b of range(a + 1, length)) {
      if (!users.includes(b) && mayFuse(a, b) && draw.int(8) === 0) apart.push([a, b]);
    }
    const uses = [a, ...users].map((node, i) => ({
      node,
      writes: i === 0 || draw.int(4) === 0,
      reads: i > 0 || draw.int(3) === 0,
      order: OWN,
    }));
    const removal = !uses[0].reads && draw.int(4) > 0 ? removals.push([a, ...users]) - 1 : null;
    arrays.push({ name: `v${a}`, bytes: 8 * (1 + draw.int(9)), uses, removal });
  }
  const nodes = domains.map((domain, a) => ({ name: `n${a}`, domain, produces: 'any' as const }));
  return { nodes, edges, arrays, removals, apart, gathers: 0 };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}
