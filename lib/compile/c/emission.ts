/** Shared by the parts of an emitted file: a kernel's analysis, and the lines that both of its functions begin with. */
import { type Kernel, type Layout, layoutOf, resultsOf, structureOf } from '../../ir/index.js';
import { countBools } from './counts.js';
import { type FoldSite, foldSites } from './folds.js';
import { foldsInLanes, mayFoldInLanes } from './lanes.js';
import { loopPieces, type Piece } from './loop.js';
import { type StagedLoop, stageLoop } from './stages.js';
import { valueType } from './types.js';

/** A kernel's C. */
export interface EmittedC {
  readonly source: string;
  /** Names of the functions. */
  readonly run: string;
  readonly finish: string;
  /** Additional flags of this code for GCC. */
  readonly flags: readonly string[];
}

export interface Emission {
  readonly kernel: Kernel;
  readonly layout: Layout;
  readonly loops: readonly StagedLoop[];
  readonly pieces: readonly (readonly Piece[])[];
  readonly sites: readonly FoldSite[];
  /** Elementwise arguments that a loop loads or stores; their order is that of the views A[…]. */
  readonly viewed: readonly number[];
  readonly form: Form;
}

/**
 * How the values that are folded reach their fold: through strips that a loop fills segment by segment; straight from an
 * argument, where they are its elements; or not at all, in a loop that folds while it computes (`lanes.ts`), a block at a time.
 */
type Form = 'strips' | 'bare' | 'lanes';

const STRUCTURES = { map: 'MK_MAP', full: 'MK_FULL', inner: 'MK_INNER', outer: 'MK_OUTER' } as const;

/** Analyses a kernel. `wanted`: the form to take; the best one where nothing is said. */
export function analyse(given: Kernel, wanted?: Form): Emission {
  const kernel = countBools(given);
  const layout = layoutOf(kernel);
  const staged = (inLanes: boolean): StagedLoop[] =>
    kernel.loops.map((loop, l) => stageLoop(kernel, loop, kernel.loops.length === 1 ? '' : `l${l}`, inLanes));
  // Most kernels cannot fold in lanes: their loops are staged once.
  const inLanes = wanted === undefined ? mayFoldInLanes(kernel) : wanted === 'lanes';
  const first = staged(inLanes);
  const form = wanted ?? formOf(kernel, first);
  const loops = inLanes && form !== 'lanes' ? staged(false) : first;
  const sites = foldSites(kernel, layout, (loop, value) => `${loops[loop].prefix}t${value}`);
  return { kernel, layout, loops, pieces: piecesOf(kernel, loops, sites, form), sites, viewed: viewedArgs(loops), form };
}

function formOf(kernel: Kernel, loops: readonly StagedLoop[]): Form {
  const [{ loop, uniform }] = loops;
  const direct = resultsOf(loop.statements).every((id) => loop.nodes[id].op === 'load' && !uniform[id]);
  const bare = direct && loop.statements.every((s) => s.kind !== 'store');
  if (bare && loops.length === 1) return 'bare';
  return foldsInLanes(kernel, loops) ? 'lanes' : 'strips';
}

function piecesOf(kernel: Kernel, loops: readonly StagedLoop[], sites: readonly FoldSite[], form: Form): Piece[][] {
  if (form === 'bare') return [[]];
  return loops.map((loop, l) => loopPieces(kernel, loop, l, form === 'lanes' ? sites : []));
}

function viewedArgs(loops: readonly StagedLoop[]): number[] {
  const viewed = new Set<number>();
  for (const { loop, stages, uniform } of loops) {
    for (const stage of stages) {
      for (const store of stage.stores) viewed.add(store.arg);
    }
    for (const [id, node] of loop.nodes.entries()) if (node.op === 'load' && !uniform[id]) viewed.add(node.arg);
  }
  return [...viewed].sort((a, b) => a - b);
}

/** The domain, as D. */
export function domainLine(kernel: Kernel): string {
  return `const mk_domain D = mk_domain_of(P + 1, ${kernel.rank}, ${kernel.rowRank}, ${STRUCTURES[structureOf(kernel)]});`;
}

/** The run-time scalars, as s0, s1, … */
export function scalarLines(kernel: Kernel, layout: Layout): string[] {
  return kernel.scalars.map((dtype, k) => {
    const slot = layout.scalars[k];
    return `const ${valueType(dtype)} s${k} = ${dtype.long ? `mk_int64(P + ${slot})` : `(${valueType(dtype)})P[${slot}]`};`;
  });
}
