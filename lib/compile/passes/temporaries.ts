/**
 * Elimination of temporaries (Diffuse section 4.3): an argument that is not read after the kernel, and all loads of which took the value
 * that was stored before, need not exist. Its memory is never allocated.
 */
import type { Loop } from '../../ir/index.js';
import { type Pass, type Unit, withLoops } from './pass.js';

export const eliminateTemporaries: Pass = {
  name: 'eliminate-temporaries',
  needs: ['forwarded'],
  gives: ['no temporaries'],
  run(unit: Unit): Unit {
    if (unit.temporaries.size === 0) return unit;
    const loaded = new Set<number>();
    for (const loop of unit.kernel.loops) {
      for (const node of loop.nodes) if (node.op === 'load') loaded.add(node.arg);
    }
    const gone = (arg: number): boolean => unit.temporaries.has(unit.args[arg]) && !loaded.has(arg);
    return withLoops(
      unit,
      unit.kernel.loops.map((loop): Loop => ({ ...loop, statements: loop.statements.filter((s) => !gone(s.arg)) })),
    );
  },
};
