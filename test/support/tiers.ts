/** Each way in which kernels are run by itself, for tests of the numbers that they give. */
import { addonProblem } from '../../lib/native/index.js';
import type { Config } from '../../lib/runtime/index.js';

export interface TierCase {
  readonly label: string;
  readonly config: Partial<Config>;
  /** Why it cannot run here, or false. */
  readonly skip: string | false;
}

const native = addonProblem() ?? false;

export const tiers: readonly TierCase[] = [
  { label: 'compiled C', config: { tier: 'c' }, skip: native },
  { label: 'block programs', config: { tier: 'block' }, skip: native },
  { label: 'emitted JavaScript', config: { device: 'js' }, skip: false },
];
