/** Reads in a profile: how often a line reads, how many elements, and how long their copy takes. Without a profile a read costs a comparison. */
import { now, type Site, siteHere } from '../../base/index.js';
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

/** The contents of a complete root, which `take` copies: a profile has the time of the copy. */
export function timed<T>(site: Site | null, take: () => T): T {
  const recording = recorder();
  if (recording === null) return take();
  const begin = now();
  const contents = take();
  recording.span('issue', 'read', begin, site);
  return contents;
}
