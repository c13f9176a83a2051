/**
 * The graphs of compiled programs order all that conflicts: random programs' windows are lowered, what each node reads
 * and writes is listed byte by byte, and wherever a later step's node meets an earlier one's, and one of them writes, the
 * graph has a path. The lists are made from the units of a domain and the strides of views alone.
 */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { structureOf, unitsOf } from '../../lib/ir/index.js';
import { createRuntime, useRuntime } from '../../lib/runtime/index.js';
import type { Template } from '../../lib/runtime/launch/template.js';
import { type Blocks, blocksOf } from '../../lib/runtime/one-memory/blocks.js';
import { formOfPlan } from '../../lib/runtime/one-memory/plan-form.js';
import { PlanReplay } from '../../lib/runtime/one-memory/plan-replay.js';
import { type GraphNode, graphOf } from '../../lib/runtime/replay/index.js';
import type { Root } from '../../lib/store/index.js';
import type { Task } from '../../lib/task/index.js';
import { makeProgram } from '../fuzz/program.js';
import { executeOn } from '../fuzz/run.js';

const SEED = 81_000;
const PROGRAMS = 250;
const BLOCK = 1024;

interface Touched {
  readonly reads: Set<number>;
  readonly writes: Set<number>;
}

/** The coordinates that a range of units computes. */
function* coordinates(template: Template, from: number, to: number): Generator<number[]> {
  const { domain, kernel } = template.step;
  if (kernel === null) return;
  const { rows, inner, rowsPerUnit, strips } = unitsOf(domain, kernel.rowRank, structureOf(kernel));
  for (let unit = from; unit < to; unit++) {
    const firstRow = strips > 1 ? Math.floor(unit / strips) : unit * rowsPerUnit;
    const lastRow = strips > 1 ? firstRow + 1 : Math.min(rows, firstRow + rowsPerUnit);
    const first = strips > 1 ? (unit % strips) * BLOCK : 0;
    const last = strips > 1 ? Math.min(inner, first + BLOCK) : inner;
    for (let n = firstRow * inner + first, row = firstRow; row < lastRow; row++) {
      for (n = row * inner + first; n < row * inner + last; n++) {
        const at = new Array<number>(domain.length);
        for (let rest = n, i = domain.length - 1; i >= 0; i--) {
          at[i] = rest % domain[i];
          rest = Math.floor(rest / domain[i]);
        }
        yield at;
      }
    }
  }
}

function* everything(shape: readonly number[]): Generator<number[]> {
  if (shape.some((n) => n === 0)) return;
  const at = shape.map(() => 0);
  for (;;) {
    yield [...at];
    let i = shape.length - 1;
    while (i >= 0 && ++at[i] === shape[i]) at[i--] = 0;
    if (i < 0) return;
  }
}

/** The reads and writes of a node, as bytes of blocks. */
function touchedBy(
  node: GraphNode,
  template: Template,
  tasks: readonly Task[],
  slots: readonly Root[],
  block: number[],
): Touched {
  const { step } = template;
  const { kernel } = step;
  const found: Touched = { reads: new Set(), writes: new Set() };
  if (node.from === node.to && !node.finishes) return found;
  step.bindings.forEach(({ slot, view, access }, k) => {
    const privilege = kernel === null ? tasks[step.tasks[0]].kind.args[k].privilege : kernel.args[k].privilege;
    const { size } = slots[slot].dtype;
    const late = access === 'full' || access === 'columns' || access === 'bins';
    const note = (at: readonly number[]): void => {
      const element = at.reduce((n, x, i) => n + x * view.strides[i], view.offset);
      for (let b = 0; b < size; b += Math.min(size, 4)) {
        const byte = block[slot] * 1e9 + element * size + b;
        if (privilege !== 'write') found.reads.add(byte);
        // Results of folds along outer axes, and 0-d ones, are stored at the end of their step.
        if (privilege !== 'read' && (kernel === null || !late || node.finishes)) found.writes.add(byte);
      }
    };
    if (kernel === null || late || access === 'whole') for (const at of everything(view.shape)) note(at);
    else for (const at of coordinates(template, node.from, node.to)) note(at.slice(0, view.shape.length));
  });
  return found;
}

/** By node: the nodes before it, however far. */
function ancestors(nodes: readonly GraphNode[]): Set<number>[] {
  const all: Set<number>[] = [];
  nodes.forEach(({ after }, n) => {
    const set = new Set<number>();
    for (const a of after) {
      if (a >= n) throw new Error(`node ${n} comes after ${a}`);
      set.add(a);
      for (const b of all[a]) set.add(b);
    }
    all.push(set);
  });
  return all;
}

function blockNumbers(slots: readonly Root[], blocks: Blocks): number[] {
  const block = slots.map((_, slot) => slot);
  for (const { from, to } of blocks.transfers) block[to] = block[from];
  return block;
}

/** Every unit of every step is some node's. */
function coversUnits(nodes: readonly GraphNode[], templates: readonly Template[]): boolean {
  return templates.every(({ record }, step) => {
    const ranges = nodes.filter((n) => n.launch === step && n.to > n.from).sort((a, b) => a.from - b.from);
    return ranges.every((r, i) => r.from === (i === 0 ? 0 : ranges[i - 1].to)) && (ranges.at(-1)?.to ?? 0) === record[2];
  });
}

interface Counts {
  programs: number;
  nodes: number;
  pairs: number;
  transfers: number;
}

function conflict(a: Touched, b: Touched): boolean {
  return meets(a.writes, b.writes) || meets(a.writes, b.reads) || meets(a.reads, b.writes);
}

function meets(a: Set<number>, b: Set<number>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  for (const x of few) if (many.has(x)) return true;
  return false;
}

/** The first pair that is not ordered; null when all are. */
function unordered(nodes: readonly GraphNode[], touched: readonly Touched[], counts: Counts): string | null {
  const before = ancestors(nodes);
  for (let q = 0; q < nodes.length; q++) {
    for (let p = 0; p < q; p++) {
      const [a, b] = [touched[p], touched[q]];
      // Ranges of a step are in no order; its end comes after all of them.
      if (nodes[p].launch === nodes[q].launch ? !nodes[q].finishes : !conflict(a, b)) continue;
      counts.pairs++;
      if (!before[q].has(p))
        return `node ${q} of step ${nodes[q].launch} does not come after node ${p} of step ${nodes[p].launch}`;
    }
  }
  return null;
}

/** Checks every program that is compiled from here on, until `stop` is called. */
class Watch {
  readonly counts: Counts = { programs: 0, nodes: 0, pairs: 0, transfers: 0 };
  readonly problems: string[] = [];
  /** Of the edges that were looked at, the ones without which a graph would leave conflicts without an order. */
  needed = 0;
  readonly #compile = PlanReplay.compile;

  constructor() {
    PlanReplay.compile = (means, plan, templates, tasks, slots, isSpent) => {
      const blocks = blocksOf(plan, slots, isSpent, 16 << 10);
      this.#check(graphOf(formOfPlan(plan, templates, tasks, slots, blocks, 3)).nodes, templates, tasks, slots, blocks);
      return this.#compile.call(PlanReplay, means, plan, templates, tasks, slots, isSpent);
    };
  }

  stop(): void {
    PlanReplay.compile = this.#compile;
  }

  #check(
    nodes: readonly GraphNode[],
    templates: readonly Template[],
    tasks: readonly Task[],
    slots: readonly Root[],
    blocks: Blocks,
  ): void {
    const { counts } = this;
    counts.programs++;
    counts.nodes += nodes.length;
    counts.transfers += blocks.transfers.length;
    if (!coversUnits(nodes, templates)) this.problems.push(`program ${counts.programs}: units are left out`);
    if (nodes.length > 160) return;
    const block = blockNumbers(slots, blocks);
    const touched = nodes.map((node) => touchedBy(node, templates[node.launch], tasks, slots, block));
    const problem = unordered(nodes, touched, counts);
    if (problem !== null) this.problems.push(`program ${counts.programs}: ${problem}`);
    const last = nodes.findLast((node) => node.after.length > 0);
    const dropped = last?.after.pop();
    if (last === undefined || dropped === undefined) return;
    if (unordered(nodes, touched, { ...counts }) !== null) this.needed++;
    last.after.push(dropped);
  }
}

t.test('random programs', async (t) => {
  const watch = new Watch();
  t.teardown(() => watch.stop());
  let seed = SEED;
  for (const fusion of [true, false]) {
    const rt = createRuntime({ device: 'null', procs: 3, grain: 1, inline: false, graphs: 'on', tracing: 'off', fusion });
    for (const end = seed + PROGRAMS; seed < end; seed++) executeOn(rt, makeProgram(seed, 8 + (seed % 25)));
    await rt.close();
  }
  const { counts, problems, needed } = watch;
  t.comment(`seeds ${SEED} to ${seed - 1}: ${JSON.stringify(counts)}, ${needed} edges missed when dropped`);
  t.same(problems, []);
  t.ok(counts.pairs > 1000, 'there was something to order');
  t.ok(needed > 100, 'a graph without one of its edges is found out');
});

/** Larger than what shares chunks, so that blocks pass from one root to the next. */
const SHAPE = [72, 64];

function stencils(): void {
  const [a, b] = [np.ones(SHAPE), np.zeros(SHAPE)];
  for (let i = 0; i < 4; i++) {
    const sum = a.slice('2:', ':').add(a.slice(':-2', ':'));
    b.slice('1:-1', ':').assign(sum.multiply(0.5));
    sum.dispose();
    a.slice(':', '1:-1').assign(b.slice(':', '2:').subtract(b.slice(':', ':-2')));
  }
  a.sum().itemSync();
}

function passedOn(): void {
  let x = np.ones(SHAPE);
  for (let i = 0; i < 5; i++) {
    const moved = i % 2 === 0 ? x.add(i) : x.T.reshape(SHAPE).multiply(2);
    x.dispose();
    x = moved;
  }
  const rows = x.sum({ axis: 0 });
  const scaled = np.divide(x, rows);
  x.dispose();
  const flat = scaled
    .reshape([SHAPE[0] * SHAPE[1]])
    .astype('float32')
    .astype('float64');
  scaled.dispose();
  flat.max().itemSync();
}

t.test('stencils, folds, blocks that pass from root to root', async (t) => {
  const watch = new Watch();
  t.teardown(() => watch.stop());
  for (const fusion of [true, false]) {
    const rt = createRuntime({ device: 'null', procs: 3, grain: 1, inline: false, graphs: 'on', tracing: 'off', fusion });
    const before = useRuntime(rt);
    stencils();
    passedOn();
    useRuntime(before);
    await rt.close();
  }
  const { counts, problems, needed } = watch;
  t.comment(`${JSON.stringify(counts)}, ${needed} edges missed when dropped`);
  t.same(problems, []);
  t.ok(counts.transfers >= 4, 'blocks were passed on');
  t.ok(needed > 0);
});
