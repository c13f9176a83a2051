/** Drives a fuzz run: seeds are fixed by the caller, or FUZZ_SEED and FUZZ_PROGRAMS; a failing program is printed small. */
import t, { type Test } from 'tap';
import type { Config } from '../../lib/runtime/index.js';
import { createRuntime, Mapper, type Policies, type Runtime } from '../../lib/runtime/public.js';
import { sizeOf } from '../../lib/shape/index.js';
import { readLog, verify } from '../../lib/spy/index.js';
import { byTurns } from '../support/configs.js';
import { type Instruction, makeProgram, shrink } from './program.js';
import { execute, executeOn, shadowEngine } from './run.js';

/** With separate memories neighbouring points are in different ones, so that as much as possible has to be copied. */
class Scattered extends Mapper {
  override place(launch: readonly number[]): Int32Array {
    return Int32Array.from({ length: sizeOf(launch) }, (_, p) => p % this.memories);
  }
}

/** Policies for a configuration; with accelerators, tasks are on all devices by turns, and some where the runtime wants them. */
const policiesFor = ({ played = 0, device }: Partial<Config>): Policies => ({
  mapper: (memories) => new Scattered(memories),
  place: byTurns(played + Number(device === 'webgpu')),
});

/** The largest arrays of the programs have memory of their own, the others share. */
const SIZES: Partial<Config> = { small: 16 << 10, plans: 'kept' };

export interface FuzzRun {
  readonly name: string;
  readonly seed: number;
  readonly programs: number;
  readonly configs: readonly Partial<Config>[];
  /** Configurations that each program runs under, taken in turn. */
  readonly each: number;
  /** Times that it runs under each, so that windows come again; once when left out. */
  readonly repeat?: number;
  /** Windows over separate memories have to be replayed as graphs. */
  readonly replays?: boolean;
}

/** One test: `programs` random programs, each on the shadow and under some of the configurations; equal to the last bit. */
export function fuzz(run: FuzzRun): void {
  t.test(run.name, async (t) => {
    const first = Number(process.env.FUZZ_SEED ?? run.seed);
    const programs = Number(process.env.FUZZ_PROGRAMS ?? run.programs);
    t.comment(`seeds ${first} to ${first + programs - 1}; FUZZ_SEED and FUZZ_PROGRAMS choose others`);
    const runtimes = run.configs.map((c) => createRuntime({ ...SIZES, ...c }, policiesFor(c)));
    let failures = 0;
    for (let p = 0; p < programs && failures < 3; p++) {
      const program = makeProgram(first + p, 8 + ((first + p) % 25));
      for (let k = 0; k < run.each && failures < 3; k++) {
        const which = (p * run.each + k) % runtimes.length;
        let problem: string | null = null;
        for (let r = 0; r < (run.repeat ?? 1) && problem === null; r++) problem = compare(program, runtimes[which]);
        if (problem === null) continue;
        failures++;
        tell(t, first + p, run.configs[which], problem, small(program, runtimes[which]));
      }
      // Lets what the programs left behind be looked after, as a server's loop would.
      if (p % 64 === 63) await new Promise((resolve) => setImmediate(resolve));
    }
    t.equal(failures, 0, `${programs} programs`);
    for (const rt of runtimes) await rt.close();
  });
}

/**
 * One test: under each configuration, on a runtime that is made for it, `programs` programs of its own, `repeat` times each. The log of a
 * configuration that has one (`spy`) is verified.
 */
export function fuzzEach(run: Omit<FuzzRun, 'each'>): void {
  t.test(run.name, async (t) => {
    let replays = 0;
    const chosen = process.env.FUZZ_SEED;
    const programs = Number(process.env.FUZZ_PROGRAMS ?? run.programs);
    t.comment(`seeds from ${chosen ?? run.seed} on; FUZZ_SEED and FUZZ_PROGRAMS choose others, the same for every configuration`);
    let failures = 0;
    for (const [c, config] of run.configs.entries()) {
      if (failures >= 3) break;
      const rt = createRuntime({ ...SIZES, ...config }, policiesFor(config));
      const first = chosen === undefined ? run.seed + c * programs : Number(chosen);
      for (let p = 0; p < programs && failures < 3; p++) {
        const program = makeProgram(first + p, 8 + ((first + p) % 25));
        let problem: string | null = null;
        for (let r = 0; r < (run.repeat ?? 1) && problem === null; r++) problem = compare(program, rt);
        if (problem === null) continue;
        failures++;
        tell(t, first + p, config, problem, small(program, rt));
      }
      if ((config.memories ?? 1) > 1) replays += rt.stats().graphs?.replays ?? 0;
      await rt.close();
      if (config.spy) t.same(verify(await readLog(config.spy)).problems, [], `the log under ${JSON.stringify(config)}`);
    }
    t.equal(failures, 0, `${run.configs.length * programs} programs`);
    if (run.replays) t.ok(replays > 0, `${replays} windows over separate memories were replayed`);
  });
}

/** Fails, and says how to repeat it. */
function tell(t: Pick<Test, 'fail'>, seed: number, config: Partial<Config>, problem: string, program: string[]): void {
  const repeat = `FUZZ_SEED=${seed} FUZZ_PROGRAMS=1 node ${process.argv[1]}`;
  t.fail(`seed ${seed} under ${JSON.stringify(config)}: ${problem}; to repeat: ${repeat}`, { program });
}

/** What a program's results on a runtime differ in from the shadow's; null for nothing. */
export function compare(program: readonly Instruction[], rt: Runtime): string | null {
  const want = execute(program, shadowEngine);
  let got: number[][];
  try {
    got = executeOn(rt, program);
  } catch (error) {
    return `threw ${error instanceof Error ? error.stack : String(error)}`;
  }
  for (let r = 0; r < want.length; r++) {
    if (want[r].length !== got[r]?.length) return `result ${r} has ${got[r]?.length} elements, not ${want[r].length}`;
    // Sums of float16 overflow: infinities cancel to NaN.
    const at = want[r].findIndex((v, i) => v !== got[r][i] && !(Number.isNaN(v) && Number.isNaN(got[r][i])));
    if (at >= 0) return `result ${r}, element ${at}: ${got[r][at]}, not ${want[r][at]}`;
  }
  return null;
}

/** The shrunk program, an instruction a line. */
function small(program: readonly Instruction[], rt: Runtime): string[] {
  const kept = shrink(program, (p) => compare(p, rt) !== null);
  return kept.map((i, n) => `${n}: ${JSON.stringify(i)}`).filter((line) => !line.includes('"a":-1'));
}
