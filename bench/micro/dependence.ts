/**
 * Untraced dependence and coherence analysis, in microseconds an index task: a stencil with halos and element-wise tasks over
 * 4 memories, with 4 and with 1024 points; and five programs as one process of a machine of 4 to 1,048,576 memories analyzes
 * them. Target: at most 10 µs, no growth with points or memories, and nothing enumerated once a program is steady.
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

  /** Everything that was enumerated so far. */
  get enumerated(): number {
    return total(this.coherence.enumerated);
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

const total = ({ points, memories, layers }: Visits): number => points + memories + layers;

/**
 * Microseconds a task, the best of many rounds of 200 iterations: for about a second, since a shared machine is slow for parts of it; and
 * what was enumerated behind the first 20 iterations.
 */
export function measure(rounds = 250): { points4: number; points1024: number; ratio: number; listed: number } {
  const programs = [new Program(4), new Program(1024)];
  for (const program of programs) for (let n = 0; n < 20; n++) program.iterate();
  const first = programs.map((program) => program.enumerated);
  const best = [Infinity, Infinity];
  for (let round = 0; round < rounds; round++) {
    programs.forEach((program, i) => {
      const start = performance.now();
      for (let n = 0; n < 200; n++) program.iterate();
      best[i] = Math.min(best[i], ((performance.now() - start) * 1000) / 800);
    });
  }
  const listed = programs.reduce((n, program, i) => n + program.enumerated - first[i], 0);
  return { points4: best[0], points1024: best[1], ratio: best[1] / best[0], listed };
}

/** What the analysis of one process costs on machines of these sizes. */
const MACHINES = [4, 64, 1024, 1 << 20];

interface Analysis {
  /** Microseconds a task, for each machine. */
  readonly us: readonly number[];
  /** To the largest machine, from 64 memories and from 4 (of which half of SUMMA's panels are own ones). */
  readonly growth: number;
  readonly growthFrom4: number;
  /** What was enumerated on the largest machine in the first iterations, and on all machines in all later ones. */
  readonly first: Visits;
  readonly later: Visits;
}

function measureOne(rounds = 40): Record<string, Analysis> {
  return Object.fromEntries(Object.entries(programs).map(([name, program]) => [name, measureProgram(program, rounds)]));
}

/** A program on each machine, so many rounds of 1,000 tasks behind its first 20 iterations. */
export function measureProgram(program: (on: Process) => () => void, rounds: number): Analysis {
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
  const later: Visits = { points: 0, memories: 0, layers: 0 };
  for (const { on, first } of runs)
    for (const key of ['points', 'memories', 'layers'] as const) later[key] += on.enumerated[key] - first[key];
  const growthFrom = (machine: number): number => Number((us[us.length - 1] / us[machine]).toFixed(2));
  return { us, growth: growthFrom(1), growthFrom4: growthFrom(0), first: runs[runs.length - 1].first, later };
}

/** The dearest task and the largest growths of the programs, and all that was enumerated: in steady states, and before. */
function summary(
  found: Record<string, Analysis>,
  listed: number,
): Record<'one' | 'growth' | 'growthFrom4' | 'enumerated' | 'before', number> {
  const all = Object.values(found);
  return {
    one: Math.max(...all.map(({ us }) => us[us.length - 1])),
    growth: Math.max(...all.map(({ growth }) => growth)),
    growthFrom4: Math.max(...all.map(({ growthFrom4 }) => growthFrom4)),
    enumerated: all.reduce((n, { later }) => n + total(later), listed),
    before: all.reduce((n, { first }) => n + total(first), 0),
  };
}

if (process.argv[1]?.endsWith('dependence.js')) {
  const programs = measureOne();
  const { listed, ...times } = measure();
  const figures = { ...times, ...summary(programs, listed), machines: MACHINES, programs };
  console.log(JSON.stringify({ bench: 'micro/dependence', unit: 'us', ...figures }));
}
