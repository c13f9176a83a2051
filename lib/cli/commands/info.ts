/**
 * `maniple info`: the versions, the device and the settings that a program started here would have. The bundled command has what these
 * few answers take, without the core. Settings that only a runtime can refuse, or that the addon refuses, are given to a runtime.
 */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { loadAddon, warnOfAddon } from '../../native/index.js';
import { type Config, defaults, hostDevice, parseConfig } from '../../runtime/index.js';
import { describeBlas } from '../blas.js';
import { print } from '../print.js';
import { addSettings, applySettings } from '../settings.js';
import { version } from '../version.js';

interface InfoFlags {
  readonly json?: boolean;
  readonly gpu?: boolean;
}

/** Adds the command. */
export function register(program: Command): void {
  const command = program
    .command('info')
    .description('versions, device and settings')
    .option('--json', 'print JSON')
    .option('--gpu', 'look for a GPU, which takes longer than all else');
  addSettings(command).action(info);
}

async function info(flags: InfoFlags): Promise<void> {
  applySettings({ ...flags });
  const { config, device, products, figures } = plainly() ?? (await fromRuntime());
  const facts = {
    maniple: version(),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    ...config,
    device,
    ...(config.device === 'webgpu' || flags.gpu === true ? { gpu: await gpu() } : {}),
    products,
    ...(figures.length > 0 ? { figures } : {}),
  };
  if (flags.json === true) print(`${JSON.stringify(facts)}\n`);
  else
    for (const [name, value] of Object.entries(facts))
      for (const line of Array.isArray(value) ? value : [value]) print(`${name.padEnd(10)} ${line}\n`);
}

/** The device that a runtime would have. */
interface Used {
  readonly config: Config;
  readonly device: string;
  readonly products: string;
  /** Of accelerators. */
  readonly figures: readonly string[];
}

const EMITTED = 'emitted kernels';

/** Found without a runtime; null where there is something to refuse, or only a runtime can tell. */
function plainly(): Used | null {
  const config = { ...defaults(), ...parseConfig(process.env.MANIPLE_CONFIG ?? '') };
  const isOneHost = config.device !== 'webgpu' && config.memories === 1 && config.played === 0;
  if (!isOneHost || config.spy !== '' || config.procs > availableParallelism()) return null;
  const device = hostDevice(config.device);
  if (device !== 'cpu') {
    if (device !== config.device) warnOfAddon();
    return { config, device, products: EMITTED, figures: [] };
  }
  const addon = loadAddon();
  const blas = addon === null ? null : describeBlas(addon, config.blas);
  return blas?.problem === '' ? { config, device, products: blas.text, figures: [] } : null;
}

/** As a runtime has it. Throws a runtime's errors: `ConfigError`, `DeviceError`. */
async function fromRuntime(): Promise<Used> {
  const { runtime } = await import('../../runtime/index.js');
  const { describeFigures } = await import('../../placement/index.js');
  const current = runtime();
  const { config, device } = current;
  const figures = [...current.figures()].map(([name, found]) => describeFigures(name, found));
  const addon = loadAddon();
  const products = addon === null || device.name !== 'cpu' ? EMITTED : describeBlas(addon, config.blas).text;
  return { config, device: device.name, products, figures };
}

/** The GPU that is found. Most of this room is loaded for it alone. */
async function gpu(): Promise<string> {
  const { describeGpu } = await import('../../device/index.js');
  return describeGpu();
}
