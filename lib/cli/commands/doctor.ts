/** `maniple doctor`: the parts of maniple that work on this machine, the missing ones, and advice. */
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { basename, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Command } from 'commander';
import { FileFormatError } from '../../base/index.js';
import { cacheFolder } from '../../cache/index.js';
import { describeToolchain } from '../../compile/index.js';
import { describeGpu } from '../../device/index.js';
import { solverProblem } from '../../fusion/index.js';
import { addonProblem, loadAddon } from '../../native/index.js';
import { defaults, parseConfig } from '../../runtime/index.js';
import { endBySignals } from '../at-end.js';
import { describeBlas } from '../blas.js';
import { handedOver } from '../own-copy.js';
import { print } from '../print.js';
import { adviceOn, formatAdvice } from '../profile/advice.js';
import { collect } from '../profile/collect.js';
import type { ProfileData } from '../profile/data.js';
import { packedIn } from '../profile/page.js';
import { checkModule, runProgram } from '../program-file.js';
import { addSettings, applySettings } from '../settings.js';
import { version } from '../version.js';

/** One thing that maniple can use. */
interface Finding {
  readonly what: string;
  readonly found: string;
  /** The cost of its absence and how to get it; absent when all is well. */
  readonly advice?: string;
}

/** Adds the command. */
export function register(program: Command): void {
  const command = program
    .command('doctor')
    .description(
      'what maniple found on this machine, what is missing, and what to do; with a file, what to change in that program',
    )
    .argument('[file]', 'a JavaScript module, which is run, or a page of maniple profile')
    .argument('[args...]', 'what the program finds in process.argv')
    .option('--json', 'print JSON')
    .passThroughOptions();
  addSettings(command).action(async (file: string | undefined, args: string[], flags: { readonly json?: boolean }) => {
    applySettings({ ...flags });
    if (file !== undefined) return examineProgram(file, args, flags.json === true);
    const findings = await examine();
    print(flags.json === true ? `${JSON.stringify(findings, null, 2)}\n` : format(findings));
  });
}

/** Runs a program and prints advice behind its own output, or prints that on a profile. */
async function examineProgram(file: string, args: readonly string[], json: boolean): Promise<void> {
  const path = resolve(file);
  const tell = (data: ProfileData): void => {
    const advice = adviceOn(data);
    print(json ? `${JSON.stringify(advice)}\n` : formatAdvice(advice));
  };
  if (/\.html?$/.test(path)) return tell(profileIn(file, path));
  checkModule('doctor', file, path);
  if (await handedOver(path)) return;
  process.argv = [process.argv[0], path, ...args];
  collect(basename(path), tell);
  endBySignals();
  await runProgram('doctor', path);
}

function profileIn(file: string, path: string): ProfileData {
  const page = readWhole('doctor', path);
  const packed = packedIn(page);
  if (packed === null) throw new FileFormatError(`doctor: ${file}: expected a page that maniple profile wrote`);
  return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as ProfileData;
}

function readWhole(operation: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new FileFormatError(`${operation}: ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function examine(): Promise<Finding[]> {
  return [
    { what: 'maniple', found: `${version()}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}` },
    { what: 'processors', found: `${availableParallelism()} of ${cpus()[0]?.model.trim() ?? 'unknown model'}` },
    examineAddon(),
    examineCompiler(),
    ...examineBlas(),
    examineCache(),
    examineGpu(),
    await examineSolver(),
  ];
}

function examineCache(): Finding {
  const what = 'kernel cache';
  try {
    return { what, found: cacheFolder() };
  } catch (error) {
    return { what, found: 'none', advice: error instanceof Error ? error.message : String(error) };
  }
}

function examineGpu(): Finding {
  const found = describeGpu();
  if (!found.startsWith('none'))
    return {
      what: 'GPU',
      found: `${found}, with --device webgpu; arrays are in several memories then, so that some rewrites of plans are off on the cpu, too (--stats names them)`,
    };
  return { what: 'GPU', found: 'none', advice: `${found.replace(/^none:? ?/, '')}; everything runs on the cpu` };
}

async function examineSolver(): Promise<Finding> {
  const what = 'solver';
  const problem = await solverProblem();
  if (problem === null) return { what, found: 'highs, for --clusters optimal and maniple fuse' };
  return { what, found: `none: ${problem}`, advice: 'kernels are gathered by --clusters greedy; npm install highs@1.15.3' };
}

function examineAddon(): Finding {
  const addon = loadAddon();
  if (addon !== null) return { what: 'addon', found: `loaded, ABI ${addon.abi}, code for ${addon.cpu}` };
  return {
    what: 'addon',
    found: `not loaded: ${addonProblem()}`,
    advice: 'everything runs, as emitted JavaScript and more slowly; building needs cmake and a C++17 compiler',
  };
}

function examineCompiler(): Finding {
  const found = describeToolchain();
  if (!found.startsWith('none')) return { what: 'C compiler', found };
  return { what: 'C compiler', found: 'none', advice: `${found.slice('none: '.length)} (Debian: apt install gcc libc6-dev)` };
}

/** The kernels or library that compute dense products, and a library that could. */
function examineBlas(): Finding[] {
  const addon = loadAddon();
  if (addon === null) return [];
  const { blas } = { ...defaults(), ...parseConfig(process.env.MANIPLE_CONFIG ?? '') };
  const used = describeBlas(addon, blas);
  if (used.problem !== '') {
    const advice = 'name a different library with --blas or MANIPLE_BLAS, or leave it to auto';
    return [{ what: 'dense products', found: `${blas} cannot be used: ${used.problem}`, advice }];
  }
  const found = describeBlas(addon, 'any');
  const other = used.path !== '' || found.path === '' ? '' : `; --blas any would use ${found.label}`;
  addon.chooseBlas(blas);
  return [{ what: 'dense products', found: `${used.text}${other}` }];
}

function format(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map((f) => f.what.length));
  const lines = findings.flatMap(({ what, found, advice }) => {
    const line = `${advice === undefined ? 'ok     ' : 'missing'}  ${what.padEnd(width)}  ${found}`;
    return advice === undefined ? [line] : [line, `${' '.repeat(9 + width)}  → ${advice}`];
  });
  return `${lines.join('\n')}\n`;
}
