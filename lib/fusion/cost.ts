/**
 * The cost of a clustering, as far as clusterings of one window differ. Plans are compared by time: bytes that kernels load and store, and
 * launches. The solver minimizes any of the costs by name: the costs of "Fusing Gathers" (section 4.1, a to e), which take all arrays for
 * equally large, and the same weighted by the arrays' sizes.
 */
import { ConfigError } from '../base/index.js';
import type { View } from '../shape/index.js';
import type { Root } from '../store/index.js';
import type { Cluster } from './cluster.js';

/** Bytes that memory moves in the time that a launch takes. */
const LAUNCH = 20_000;

/** The costs of a solution's parts. */
export interface CostModel {
  /** For each kernel. */
  readonly launch: number;
  /** For each fusible edge between kernels. */
  readonly edge: number;
  /** For each array that a kernel stores, and for each that it loads. */
  readonly write: number;
  readonly read: number;
  /** Whether edges, stores and loads are weighted by their arrays' bytes. */
  readonly sized: boolean;
}

const FREE: CostModel = { launch: 0, edge: 0, write: 0, read: 0, sized: false };

/** Costs, by name. */
export const costModels = {
  /** Bytes that are moved, and launches as the bytes that could be moved meanwhile. */
  time: { ...FREE, launch: LAUNCH, write: 1, read: 1, sized: true },
  /** (a) Kernels. */
  clusters: { ...FREE, launch: 1 },
  /** (b) Edges that are not fused. */
  edges: { ...FREE, edge: 1 },
  'edge-bytes': { ...FREE, edge: 1, sized: true },
  /** (c) Arrays in memory. */
  arrays: { ...FREE, write: 1 },
  'array-bytes': { ...FREE, write: 1, sized: true },
  /** (d) Loads of arrays. */
  reads: { ...FREE, read: 1 },
  'read-bytes': { ...FREE, read: 1, sized: true },
  /** (e) Loads and stores of arrays. */
  accesses: { ...FREE, read: 1, write: 1 },
  bytes: { ...FREE, read: 1, write: 1, sized: true },
} as const satisfies Record<string, CostModel>;

export type CostName = keyof typeof costModels;

/** The name of a cost. Throws `ConfigError` for an unknown name; `where`: the setting. */
export function costNamed(name: string, where: string): CostName {
  if (Object.hasOwn(costModels, name)) return name as CostName;
  throw new ConfigError(`${where}: expected ${Object.keys(costModels).join('|')}, got ${JSON.stringify(name)}`);
}

/** The weight of a use of an array of so many bytes. */
export function weightOf({ sized }: CostModel, bytes: number): number {
  return sized ? bytes : 1;
}

/** Tasks that cost nothing, by position. */
type Gone = ReadonlySet<number>;
const NONE: Gone = new Set();

/** The cost of clusters by time, in bytes; `locals`: by cluster, the slots that need no memory there. */
export function costOf(clusters: readonly Cluster[], locals: readonly ReadonlySet<number>[], gone: Gone = NONE): number {
  return LAUNCH * launchesOf(clusters, gone) + bytesOf(clusters, locals, gone);
}

/** Clusters with a task of which something is left. */
function launchesOf(clusters: readonly Cluster[], gone: Gone): number {
  return clusters.filter(({ positions }) => positions.some((t) => !gone.has(t))).length;
}

/** Bytes that clusters' kernels load and store. */
export function bytesOf(clusters: readonly Cluster[], locals: readonly ReadonlySet<number>[], gone: Gone = NONE): number {
  return clusters.reduce((bytes, cluster, c) => bytes + traffic(cluster, locals[c], gone), 0);
}

/** Bytes that a cluster's kernel loads and stores. */
function traffic({ tasks, positions }: Cluster, local: ReadonlySet<number>, gone: Gone): number {
  const known = new Map<Root, Set<View>>();
  const stored = new Map<Root, Set<View>>();
  let bytes = 0;
  for (const [i, { kind, roots, views }] of tasks.entries()) {
    if (gone.has(positions[i])) continue;
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
