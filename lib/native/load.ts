/**
 * Finds the addon and loads it, once a process (and once a worker thread). In this order:
 *
 * 1. the file that `MANIPLE_ADDON` names (and no other; `none` stands for no addon at all);
 * 2. the local build, `build/Release/maniple.node` beside package.json: an installed package has one where it was asked for;
 * 3. the package's prebuilt addon (`prebuilt.ts`).
 *
 * Nothing here throws: without an addon there is the JavaScript device. `addonProblem` says why, and how to mend it; `warnOfAddon` prints
 * that once to users that did not ask for JavaScript and would otherwise take it for native code.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADDON_ABI, type Addon } from './addon.js';
import { platformName, prebuiltPath } from './prebuilt.js';

interface Loaded {
  readonly addon: Addon | null;
  readonly problem: string | null;
}

let loaded: Loaded | null = null;
let warned = false;
/** What mends problems of a process that may not load addons. */
const PERMISSION =
  'start node with --allow-addons (--allow-worker lets threads share the work, --allow-child-process a compiler speed it up)';

/** The addon, or null where there is none that fits; the answer is the same for the life of the process. */
export function loadAddon(): Addon | null {
  loaded ??= load(process.env);
  return loaded.addon;
}

/** Why `loadAddon` gives null, in one line; null when it gives the addon. */
export function addonProblem(): string | null {
  loaded ??= load(process.env);
  return loaded.problem;
}

/** The search itself, not remembered: see the file's head. */
export function load(env: Readonly<Record<string, string | undefined>>): Loaded {
  const wish = env.MANIPLE_ADDON;
  if (wish === 'none') return { addon: null, problem: 'MANIPLE_ADDON=none disables the native addon' };
  if (wish !== undefined && wish !== '') return open(wish, `MANIPLE_ADDON names '${wish}'`);
  const folder = packageFolder();
  const local = join(folder, 'build', 'Release', 'maniple.node');
  let problem = null;
  for (const path of [local, prebuiltPath(folder)]) {
    if (path === null || !existsSync(path)) continue;
    const found = open(path, path);
    if (found.addon !== null) return found;
    problem ??= found.problem;
  }
  return {
    addon: null,
    problem: problem ?? `the native addon is not built, and none is packed for ${platformName()}; ${remedyOf()}`,
  };
}

/** Says once, as a process warning, that JavaScript runs in place of the addon and why; not where MANIPLE_ADDON=none asks for it. */
export function warnOfAddon(): void {
  const problem = addonProblem();
  if (warned || problem === null || process.env.MANIPLE_ADDON === 'none') return;
  warned = true;
  process.emitWarning(`${problem}. Until then the slower js device computes; --device js chooses it without this warning`, {
    type: 'ManipleWarning',
    code: 'MANIPLE_NO_ADDON',
  });
}

/** What mends problems with the addon's file. */
function remedyOf(): string {
  return `\`node ${join(packageFolder(), 'native', 'install.mjs')} --force --strict\` builds it`;
}

function open(path: string, named: string): Loaded {
  let addon: Addon;
  try {
    addon = createRequire(import.meta.url)(path) as Addon;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const remedy = (error as NodeJS.ErrnoException).code === 'ERR_DLOPEN_DISABLED' ? PERMISSION : remedyOf();
    return { addon: null, problem: `the native addon does not load (${named}): ${message.split('\n')[0]}; ${remedy}` };
  }
  if (addon.abi === ADDON_ABI) return { addon, problem: null };
  const problem =
    `the native addon is of another version (${named}): it has interface ${addon.abi}, ` +
    `this maniple needs ${ADDON_ABI}; ${remedyOf()}`;
  return { addon: null, problem };
}

/** Where the first package.json above this file is (which is the compiled one, in dist); the root where there is none. */
function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return folder;
}
