/**
 * Fetches two software drivers of Vulkan with Debian's package manager and unpacks them beside the build, without installing: SwiftShader out
 * of chromium-common, lavapipe out of the backports' mesa-vulkan-drivers. Writes `build/vulkan/drivers.json`, in which tests find them
 * (`test/support/vulkan.ts`). Does nothing where that is there. Where apt, or its mirrors, cannot be reached it says so in one line and succeeds;
 * under CI=true it fails where they can be reached and the drivers cannot be had all the same: tests of GPUs are not left out there unnoticed.
 *
 *     node .ci/vulkan.mjs
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../build/vulkan', import.meta.url));
const list = `${folder}/drivers.json`;
const mirror = 'http://deb.debian.org/debian';
const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
const sources = [
  `deb [signed-by=${keys}] ${mirror} bookworm main`,
  `deb [signed-by=${keys}] ${mirror} bookworm-backports main`,
  `deb [signed-by=${keys}] http://deb.debian.org/debian-security bookworm-security main`,
];
const BACKPORTS = ['mesa-vulkan-drivers', 'libdrm2', 'libdrm-amdgpu1'];
const PACKAGES = ['chromium-common', 'libvulkan1', ...BACKPORTS.map((name) => `${name}/bookworm-backports`)];

/** Whether the package lists of the mirrors were read. */
let isReached = false;

/** apt with sources, lists and downloads of its own. */
function apt(...args) {
  const options = {
    'Dir::Etc::sourcelist': `${folder}/sources.list`,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State::lists': `${folder}/lists`,
    'Dir::Cache': `${folder}/cache`,
    'APT::Sandbox::User': 'root',
  };
  const given = Object.entries(options).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  execFileSync('apt-get', ['-q', ...given, ...args], { cwd: `${folder}/packages`, stdio: 'pipe', timeout: 240_000 });
}

/** A driver's description with the place where its library lies now. */
function describe(name, from, library) {
  const icd = JSON.parse(readFileSync(from, 'utf8'));
  icd.ICD.library_path = library;
  const path = `${folder}/${name}.json`;
  writeFileSync(path, JSON.stringify(icd));
  return path;
}

function fetchDrivers() {
  for (const name of ['packages', 'lists/partial', 'cache/archives/partial', 'root'])
    mkdirSync(`${folder}/${name}`, { recursive: true });
  writeFileSync(`${folder}/sources.list`, `${sources.join('\n')}\n`);
  apt('update');
  isReached = true;
  apt('download', ...PACKAGES);
  for (const name of readdirSync(`${folder}/packages`)) {
    execFileSync('dpkg-deb', ['-x', `${folder}/packages/${name}`, `${folder}/root`], { stdio: 'pipe' });
  }
  const libraries = `${folder}/root/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
  const chromium = `${folder}/root/usr/lib/chromium`;
  const icds = `${folder}/root/usr/share/vulkan/icd.d`;
  const lavapipe = readdirSync(icds).find((name) => name.startsWith('lvp_icd'));
  const drivers = [
    {
      name: 'swiftshader',
      icd: describe('swiftshader', `${chromium}/vk_swiftshader_icd.json`, `${chromium}/libvk_swiftshader.so`),
    },
    { name: 'lavapipe', icd: describe('lavapipe', `${icds}/${lavapipe}`, `${libraries}/libvulkan_lvp.so`) },
  ];
  const env = (icd) => ({ VK_DRIVER_FILES: icd, LD_LIBRARY_PATH: libraries, NODEVICE_SELECT: '1' });
  writeFileSync(list, JSON.stringify(drivers.map(({ name, icd }) => ({ name, env: env(icd) }))));
}

if (!existsSync(list)) {
  try {
    // A mirror may fail once.
    try {
      fetchDrivers();
    } catch {
      fetchDrivers();
    }
  } catch (error) {
    const why = String(error.stderr ?? error.message)
      .trim()
      .split('\n')
      .at(-1);
    console.log(`no software drivers of Vulkan, tests of WebGPU are left out: ${why}`);
    if (isReached && process.env.CI === 'true') process.exitCode = 1;
  }
}
