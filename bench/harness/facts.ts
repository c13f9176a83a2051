/** What a run's figures depend on besides the code: the machine, Node, and what maniple found to run on. */
import { cpus } from 'node:os';
import { describeToolchain } from '../../lib/compile/index.js';
import { addonProblem, loadAddon } from '../../lib/native/index.js';
import { threads } from './rivals.js';

export interface Facts {
  readonly machine: string;
  readonly threads: number;
  readonly node: string;
  /** `native`, or why maniple runs in JavaScript. */
  readonly addon: string;
  readonly compiler: string;
}

export function facts(): Facts {
  return {
    machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`,
    threads,
    node: process.versions.node,
    addon: loadAddon() === null ? `none, JavaScript runs everything: ${addonProblem()}` : 'native',
    compiler: describeToolchain(),
  };
}

/** One line of them. */
export function formatFacts({ machine, node, addon, compiler }: Facts): string {
  return `${machine}; Node ${node}; addon: ${addon}; ${compiler}`;
}
