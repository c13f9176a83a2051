/** Launches of a recorded window whose kernels' tier is chosen alike. */
import type { Executable } from '../../device/index.js';
import { RECORD } from '../../native/index.js';
import type { Captured } from './captured.js';

export interface Tier {
  readonly executable: Executable | null;
  /** Where there is no executable. */
  readonly number: number;
  readonly elements: number;
  readonly part: boolean;
  /** Launches that run it. */
  readonly launches: readonly number[];
}

export function tiersOf(launches: readonly Captured[]): Tier[] {
  const tiers: (Tier & { readonly launches: number[] })[] = [];
  launches.forEach(({ executable, elements, part, record }, launch) => {
    const number = executable === null ? record[RECORD.KERNEL] : -1;
    const same = (t: Tier): boolean =>
      t.executable === executable && t.number === number && t.part === part && (executable === null || t.elements === elements);
    const known = tiers.find(same);
    if (known === undefined) tiers.push({ executable, number, elements, part, launches: [launch] });
    else known.launches.push(launch);
  });
  return tiers;
}
