/** `maniple info`: the versions, the device and the settings that a program started here would have. */
import type { Command } from 'commander';
import { loadAddon } from '../../native/index.js';
import { runtime } from '../../runtime/index.js';
import { describeBlas } from '../blas.js';
import { addSettings, applySettings } from '../settings.js';
import { version } from '../version.js';

/** Adds the command. */
export function register(program: Command): void {
  const command = program
    .command('info')
    .description('versions, device and settings')
    .option('--json', 'print JSON')
    .option('--gpu', 'look for a GPU, which takes longer than all else');
  addSettings(command).action(async (flags: { json?: boolean; gpu?: boolean }) => {
    applySettings({ ...flags });
    const rt = runtime();
    const addon = loadAddon();
    const facts = {
      maniple: version(),
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      ...rt.config,
      device: rt.device.name,
      ...(rt.config.device === 'webgpu' || flags.gpu === true ? { gpu: await gpu() } : {}),
      products: addon === null || rt.device.name !== 'cpu' ? 'emitted kernels' : describeBlas(addon, rt.config.blas).text,
    };
    if (flags.json === true) process.stdout.write(`${JSON.stringify(facts)}\n`);
    else for (const [name, value] of Object.entries(facts)) process.stdout.write(`${name.padEnd(10)} ${value}\n`);
  });
}

/** The GPU that is found. Most of this room is loaded for it alone. */
async function gpu(): Promise<string> {
  const { describeGpu } = await import('../../device/index.js');
  return describeGpu();
}
