/** `maniple doctor`: what was found on this machine, what is missing, and what to do about it. */
import { availableParallelism, cpus } from 'node:os';
import type { Command } from 'commander';
import { cacheFolder, describeToolchain, toolchainSync } from '../../compile/index.js';
import { addonProblem, loadAddon } from '../../native/index.js';
import { version } from '../version.js';

/** One thing that maniple can use. */
interface Finding {
  readonly what: string;
  readonly found: string;
  /** What its absence costs and how to get it; absent when all is well. */
  readonly advice?: string;
}

/** Adds the command. */
export function register(program: Command): void {
  program
    .command('doctor')
    .description('what maniple found on this machine, what is missing, and what to do')
    .option('--json', 'print JSON')
    .action((flags: { json?: boolean }) => {
      const findings = examine();
      process.stdout.write(flags.json === true ? `${JSON.stringify(findings, null, 2)}\n` : format(findings));
    });
}

function examine(): Finding[] {
  return [
    { what: 'maniple', found: `${version()}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}` },
    { what: 'processors', found: `${availableParallelism()} of ${cpus()[0]?.model.trim() ?? 'unknown model'}` },
    examineAddon(),
    examineCompiler(),
    { what: 'kernel cache', found: cacheFolder() },
    examineBlas(),
  ];
}

function examineAddon(): Finding {
  const addon = loadAddon();
  if (addon !== null) return { what: 'addon', found: `loaded, ABI ${addon.abi}, code for ${addon.cpu}` };
  return {
    what: 'addon',
    found: `not loaded: ${addonProblem()}`,
    advice: 'everything runs, as emitted JavaScript and more slowly; install cmake and a C++17 compiler, then run: npm rebuild maniple',
  };
}

function examineCompiler(): Finding {
  if (toolchainSync() !== null) return { what: 'C compiler', found: describeToolchain() };
  return {
    what: 'C compiler',
    found: 'none',
    advice: "kernels run on the addon's vector primitives, block by block; install gcc or clang (Debian: apt install gcc libc6-dev), or set CC",
  };
}

function examineBlas(): Finding {
  const addon = loadAddon();
  const name = addon?.blas?.() ?? '';
  if (name !== '') return { what: 'BLAS', found: name };
  return {
    what: 'BLAS',
    found: 'none',
    advice: "matmul uses maniple's own kernels; for the fastest products install OpenBLAS (Debian: apt install libopenblas0)",
  };
}

function format(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map((f) => f.what.length));
  const lines = findings.flatMap(({ what, found, advice }) => {
    const line = `${advice === undefined ? 'ok     ' : 'missing'}  ${what.padEnd(width)}  ${found}`;
    return advice === undefined ? [line] : [line, `${' '.repeat(9 + width)}  → ${advice}`];
  });
  return `${lines.join('\n')}\n`;
}
