/** Removes stores that a later statement of the same loop overwrites; no loop loads a value that it stored. */
import type { Loop, Statement } from '../../ir/index.js';
import { type Pass, type Unit, withLoops } from './pass.js';

export const deadStores: Pass = {
  name: 'dead-stores',
  needs: ['forwarded'],
  gives: ['one store'],
  run: (unit: Unit): Unit => withLoops(unit, unit.kernel.loops.map(lastStores)),
};

function lastStores(loop: Loop): Loop {
  const written = new Set<number>();
  const kept: Statement[] = [];
  for (let i = loop.statements.length - 1; i >= 0; i--) {
    const s = loop.statements[i];
    if (!written.has(s.arg)) kept.push(s);
    written.add(s.arg);
  }
  return kept.length === loop.statements.length ? loop : { ...loop, statements: kept.reverse() };
}
