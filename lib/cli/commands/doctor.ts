/** `maniple doctor`: the parts of maniple that work on this machine, the missing ones, and advice. */
import { availableParallelism, cpus } from 'node:os';
import type { Command } from 'commander';
import { cacheFolder } from '../../cache/index.js';
import { describeToolchain } from '../../compile/index.js';
import { solverProblem } from '../../fusion/index.js';
import { addonProblem, loadAddon } from '../../native/index.js';
import { defaults, parseConfig } from '../../runtime/index.js';
import { describeBlas } from '../blas.js';
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
  program
    .command('doctor')
    .description('what maniple found on this machine, what is missing, and what to do')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => {
      const findings = await examine();
      process.stdout.write(flags.json === true ? `${JSON.stringify(findings, null, 2)}\n` : format(findings));
    });
}

async function examine(): Promise<Finding[]> {
  return [
    { what: 'maniple', found: `${version()}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}` },
    { what: 'processors', found: `${availableParallelism()} of ${cpus()[0]?.model.trim() ?? 'unknown model'}` },
    examineAddon(),
    examineCompiler(),
    ...examineBlas(),
    examineCache(),
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
