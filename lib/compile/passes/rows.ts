/**
 * How the domain is cut for folds: a kernel that has lost its inner or outer folds is cut like any map, so that its bits and its units do
 * not depend on removed statements.
 */
import { structureOf } from '../../ir/index.js';
import type { Pass, Unit } from './pass.js';

export const blockFolds: Pass = {
  name: 'block-folds',
  needs: ['all used'],
  gives: ['rows'],
  run(unit: Unit): Unit {
    const { kernel } = unit;
    const structure = structureOf(kernel);
    if (structure === 'inner' || structure === 'outer') return unit;
    const rowRank = Math.min(1, kernel.rank);
    return kernel.rowRank === rowRank ? unit : { ...unit, kernel: { ...kernel, rowRank } };
  },
};
