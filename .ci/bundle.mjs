/**
 * What a package from the registry starts with: each of its doors, commands and threads as one file, and what they share in
 * `dist/lib/chunks/`. Node opens some ten files then instead of 350, which is most of what `import 'maniple'` takes. Files
 * are replaced where they are, so that all paths stay the same; `undo`, and tsc behind it, makes them what they were.
 *
 * npm runs this behind tsc whenever it prepares the package; it acts when it is packed. A clone keeps one file a module.
 */
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Modules that are begun with: what package.json names, and what runs in threads of its own. */
function doors() {
  const { exports, bin } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  const threads = ['device/cpu/worker', 'device/js/worker', 'graph/worker', 'trace/mining-thread'];
  return [...Object.values(exports), ...Object.values(bin), ...threads.map((name) => `dist/lib/${name}.js`)]
    .filter((path) => path.endsWith('.js'))
    .map((path) => `${root}/${path}`);
}

async function bundle() {
  const { build } = await import('esbuild');
  await build({
    entryPoints: doors(),
    outbase: `${root}/dist/lib`,
    outdir: `${root}/dist/lib`,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    external: ['#package'],
    sourcemap: true,
    logLevel: 'warning',
  });
}

rmSync(`${root}/dist/lib/chunks`, { recursive: true, force: true });
const asked = process.argv[2] === 'now' || ['pack', 'publish'].includes(process.env.npm_command ?? '');
if (asked && process.argv[2] !== 'undo') await bundle();
