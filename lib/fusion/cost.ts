/**
 * What a clustering costs, as far as clusterings of one window differ: bytes that its kernels load and store, and launches. ("Fusing
 * Gathers", section 4, names clusters, reads and arrays apart; weighted by their sizes they become times.)
 */
import type { View } from '../shape/index.js';
import type { Root } from '../store/index.js';
import type { Cluster } from './cluster.js';

/** Bytes that memory moves in the time that a launch takes. */
const LAUNCH = 20_000;

/** The cost of clusters, in bytes; `locals`: by cluster, the slots that need no memory there. */
export function costOf(clusters: readonly Cluster[], locals: readonly ReadonlySet<number>[]): number {
  let cost = 0;
  clusters.forEach((cluster, c) => {
    cost += LAUNCH + traffic(cluster, locals[c]);
  });
  return cost;
}

/** Bytes that a cluster's kernel loads and stores. */
function traffic({ tasks }: Cluster, local: ReadonlySet<number>): number {
  const known = new Map<Root, Set<View>>();
  const stored = new Map<Root, Set<View>>();
  let bytes = 0;
  for (const { kind, roots, views } of tasks) {
    for (let k = 0; k < roots.length; k++) {
      const [root, view] = [roots[k], views[k]];
      const { privilege } = kind.args[k];
      const isNew = add(known, root, view);
      if (isNew && privilege !== 'write' && !local.has(root.slot)) bytes += view.size * root.dtype.size;
      if (privilege !== 'read' && !local.has(root.slot) && add(stored, root, view)) bytes += view.size * root.dtype.size;
    }
  }
  return bytes;
}

/** Whether a view of a root is met for the first time. */
function add(met: Map<Root, Set<View>>, root: Root, view: View): boolean {
  const views = met.get(root);
  if (views === undefined) met.set(root, new Set([view]));
  else if (views.has(view)) return false;
  else views.add(view);
  return true;
}
