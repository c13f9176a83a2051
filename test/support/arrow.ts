/** The package apache-arrow, which tests of a development folder may be without, and tests of CI never. */
import { createRequire } from 'node:module';

/** Why apache-arrow is not used here; false where it is there, or has to be. */
export function whyNoArrow(): string | false {
  if (process.env.CI === 'true') return false;
  try {
    createRequire(import.meta.url).resolve('apache-arrow');
    return false;
  } catch {
    return 'apache-arrow is not installed: npm ci';
  }
}
