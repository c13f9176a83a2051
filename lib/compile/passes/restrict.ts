/** Restricts a kernel to some of its statements and the nodes that they need. */
import type { Kernel, Statement } from '../../ir/index.js';
import { deadCode } from './dead-code.js';
import { withLoops } from './pass.js';
import type { Optimized } from './table.js';

/** The kernel of the statements that `keep` accepts. It has their units when it has their structure. */
export function restrict(kernel: Kernel, keep: (statement: Statement) => boolean): Optimized {
  const unit = { kernel, args: kernel.args.map((_, k) => k), temporaries: new Set<number>() };
  const kept = kernel.loops.map((loop) => ({ ...loop, statements: loop.statements.filter(keep) }));
  const { kernel: left, args } = deadCode.run(withLoops(unit, kept));
  return { kernel: left, args };
}
