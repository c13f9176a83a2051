/** A kernel's computation in a few words: its operations in the order of their first use, as a profile shows them. */
import { hasBody, type Kernel } from '../ir/index.js';

/** Operations that move values and compute none. */
const SILENT = new Set(['load', 'const', 'scalar', 'index', 'outer', 'segment', 'segload', 'carry', 'carried']);
/** Names that are shown, at most. */
const MOST = 10;

/** `exp, mul, fold sum` of a kernel. */
export function titleOf({ loops, rank }: Kernel): string {
  const names = new Set<string>();
  for (const { nodes, statements } of loops) {
    for (const node of nodes) {
      if (!SILENT.has(node.op)) names.add(node.op);
      if (hasBody(node)) for (const inner of node.body) if (!SILENT.has(inner.op)) names.add(inner.op);
    }
    for (const statement of statements) if ('op' in statement) names.add(`fold ${statement.op}`);
  }
  const all = [...names];
  const shown = all.slice(0, MOST).join(', ');
  const text = all.length === 0 ? 'copy' : all.length > MOST ? `${shown}, and ${all.length - MOST} more` : shown;
  return `${text}; rank ${rank}`;
}
