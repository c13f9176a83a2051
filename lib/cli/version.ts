/** The version in package.json, which the bundler of the package writes into this file. */
import { createRequire } from 'node:module';

declare const packVersion: string | undefined;

export function version(): string {
  if (typeof packVersion !== 'undefined') return packVersion;
  const packageJson: { readonly version: string } = createRequire(import.meta.url)('#package');
  return packageJson.version;
}
