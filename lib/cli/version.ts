/** The version in package.json. */
import { createRequire } from 'node:module';

export function version(): string {
  const packageJson: { readonly version: string } = createRequire(import.meta.url)('#package');
  return packageJson.version;
}
