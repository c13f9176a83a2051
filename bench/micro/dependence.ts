/**
 * Untraced dependence and coherence analysis, in microseconds an index task: a stencil with halos and element-wise tasks over
 * 4 memories, with 4 and with 1024 points; and five programs as one process of a machine of 4 to 1,048,576 memories analyzes
 * them. Target: at most 10 µs, and no growth with points or memories.
 */
import { Coherence, type IndexTask, Mapper, type RootKey, type Visits } from '../../lib/dependence/index.js';
import { halo, identity, type Partition, subPartition, tiling } from '../../lib/partition/index.js';
import { identityView } from '../../lib/shape/index.js';
import { Process, programs } from './dependence-programs.js';

const N = 1 << 20;
const view = identityView([N]);

class Program {
  private readonly coherence = new Coherence({ mapper: new Mapper(4), backing: { allocate: () => true, free: () => undefined } });
  private readonly roots: RootKey[];
  private readonly launch: readonly number[];
  private readonly tiles: Partition;
  private readonly wide: Partition;
  private count = 0;

  constructor(points: number) {
    this.launch = [points];
    const t = tiling([N / points], [0], identity(1));
    this.tiles = t;
    this.wide = halo(t, [1], [1]);
    this.roots = [this.root(), this.root(), this.root()];
    for (const r of this.roots) this.map([r, 'write', this.tiles]);
  }

  private root(): RootKey {
    return { id: this.count++, shape: [N], itemSize: 8 };
  }

  private map(...args: [RootKey, 'read' | 'write' | 'readwrite', Partition][]): void {
    const task: IndexTask = {
      launch: this.launch,
      args: args.map(([root, privilege, p]) => ({ root, privilege, sub: subPartition(view, p) })),
    };
    this.coherence.retire(this.coherence.map(task).number - 16);
  }

  /** Four tasks: a stencil into a new array, an update, a product, an axpy. */
  iterate(): void {
    const [x, b, c] = this.roots;
    const y = this.root();
    this.map([x, 'read', this.wide], [y, 'write', this.tiles]);
    this.map([y, 'readwrite', this.tiles], [b, 'read', this.tiles]);
    this.map([c, 'write', this.tiles], [y, 'read', this.tiles], [b, 'read', this.tiles]);
    this.map([b, 'readwrite', this.tiles], [c, 'read', this.tiles]);
    this.coherence.release(x);
    this.roots[0] = y;
  }
}

/** Microseconds a task, the best of many rounds of 200 iterations: for about a second, since a shared machine is slow for parts of it. */
export function measure(rounds = 250): { points4: number; points1024: number; ratio: number } {
  const programs = [new Program(4), new Program(1024)];
  const best = [Infinity, Infinity];
  for (let round = 0; round < rounds; round++) {
    programs.forEach((program, i) => {
      const start = performance.now();
      for (let n = 0; n < 200; n++) program.iterate();
      best[i] = Math.min(best[i], ((performance.now() - start) * 1000) / 800);
    });
  }
  return { points4: best[0], points1024: best[1], ratio: best[1] / best[0] };
}

/** What the analysis of one process costs on machines of these sizes. */
const MACHINES = [4, 64, 1024, 1 << 20];

/**
 * By program: microseconds a task for each machine, the growth from 64 memories to the most (on 4, half of SUMMA's panels are own ones), and what was enumerated on the
 * largest in the first iterations and in all later ones.
 */
export function measureOne(rounds = 40): Record<string, { us: number[]; growth: number; first: Visits; later: Visits }> {
  return Object.fromEntries(Object.entries(programs).map(([name, program]) => [name, measureProgram(program, rounds)]));
}

function measureProgram(program: (on: Process) => () => void, rounds: number): ReturnType<typeof measureOne>[string] {
  const runs = MACHINES.map((memories) => {
    const on = new Process(memories);
    const iterate = program(on);
    for (let i = 0; i < 20; i++) iterate();
    return { on, iterate, first: { ...on.enumerated }, best: Infinity };
  });
  for (let round = 0; round < rounds; round++) {
    for (const run of runs) {
      const before = run.on.tasks;
      const start = performance.now();
      while (run.on.tasks < before + 1000) run.iterate();
      run.best = Math.min(run.best, ((performance.now() - start) * 1000) / (run.on.tasks - before));
    }
  }
  const us = runs.map((run) => Number(run.best.toFixed(2)));
  const { on, first } = runs[runs.length - 1];
  const { points, memories, layers } = on.enumerated;
  const later = { points: points - first.points, memories: memories - first.memories, layers: layers - first.layers };
  return { us, growth: Number((us[us.length - 1] / us[1]).toFixed(2)), first, later };
}

/** The dearest task and the largest growth of the programs, and all that steady states enumerated. */
function summary(found: ReturnType<typeof measureOne>): { one: number; growth: number; enumerated: number } {
  const all = Object.values(found);
  return {
    one: Math.max(...all.map(({ us }) => us[us.length - 1])),
    growth: Math.max(...all.map(({ growth }) => growth)),
    enumerated: all.reduce((n, { later }) => n + later.points + later.memories + later.layers, 0),
  };
}

if (process.argv[1]?.endsWith('dependence.js')) {
  const programs = measureOne();
  const figures = { ...measure(), ...summary(programs), machines: MACHINES, programs };
  console.log(JSON.stringify({ bench: 'micro/dependence', unit: 'us', ...figures }));
}
