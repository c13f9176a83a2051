/** Reads in a profile: how often a line reads, and how many elements. Without a profile a read costs a comparison. */
import { type Site, siteHere } from '../../base/index.js';
import { recorder } from '../../profile/index.js';
import type { Store } from '../../store/index.js';

/** Notes a read; its position, which is looked for in a profile only. */
export function noteRead({ view }: Store): Site | null {
  const recording = recorder();
  if (recording === null) return null;
  const site = siteHere();
  recording.read(site, view.size);
  return site;
}
