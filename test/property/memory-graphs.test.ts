/**
 * Windows over separate memories, replayed as graphs and planned step by step, give the same bits: loops that move, fold and
 * gather, and random programs that come several times, on 1 to 7 processors and 1 to 4 memories. And the graphs order all
 * that conflicts: wherever two launches touch the same element of an instance, and one writes it, a path leads from the
 * earlier to the later, which is looked for with sets of elements.
 */
import t from 'tap';
import { addonProblem, loadAddon } from '../../lib/native/index.js';
import type { Rect } from '../../lib/partition/index.js';
import { isTransfer } from '../../lib/runtime/memories/listed-launch.js';
import { formOfLaunches } from '../../lib/runtime/memories/recorded-form.js';
import { Recording } from '../../lib/runtime/memories/recording.js';
import { type Config, createRuntime, Mapper } from '../../lib/runtime/public.js';
import { graphOf, NO_CROSSINGS } from '../../lib/runtime/replay/index.js';
import { makeProgram } from '../fuzz/program.js';
import { executeOn } from '../fuzz/run.js';
import { loops } from '../support/loops.js';
import { onRuntime } from '../support/on-runtime.js';

const skip = loadAddon() === null ? (addonProblem() ?? true) : false;
const BASE: Partial<Config> = { device: 'cpu', tier: 'block', grain: 1, tracing: 'off' };

/** Points go round the memories, so that as much as possible has to be copied. */
class Scattered extends Mapper {
  override place(launch: readonly number[]): Int32Array {
    return Int32Array.from({ length: launch.reduce((a, n) => a * n, 1) }, (_, p) => p % this.memories);
  }
}

const scattered = { mapper: (memories: number): Mapper => new Scattered(memories) };

t.test('loops', { skip, timeout: 600_000 }, async (t) => {
  let replays = 0;
  for (const [name, loop] of Object.entries(loops)) {
    const run = (config: Partial<Config>): Promise<string> =>
      onRuntime(createRuntime({ ...BASE, ...config }, (config.procs ?? 1) % 2 === 0 ? scattered : {}), async (rt) => {
        const bytes = await loop(8);
        replays += rt.stats().graphs?.replays ?? 0;
        return bytes.join();
      });
    const expected = await run({ procs: 2, memories: 3, graphs: 'off' });
    for (let procs = 1; procs <= 7; procs++) {
      const memories = 1 + ((procs + 1) % 4);
      const config: Partial<Config> = { procs, memories, graphs: 'on', inline: procs % 2 === 0, fusion: procs % 3 > 0 };
      t.ok((await run(config)) === expected, `${name} ${JSON.stringify(config)}`);
    }
  }
  t.ok(replays > 100, `${replays} replays`);
});

/** What recorded windows' graphs leave unordered, until `stop` is called. */
class Watch {
  readonly problems: string[] = [];
  pairs = 0;
  edges = 0;
  /** Edges without which something would be out of order, of those that were left out to see. */
  needed = 0;
  readonly #end = Recording.prototype.end;

  constructor() {
    const { problems } = this;
    const end = this.#end;
    const check = (recording: Recording): void => this.#check(recording, problems);
    Recording.prototype.end = function (this: Recording, last: readonly number[]): boolean {
      check(this);
      return end.call(this, last);
    };
  }

  stop(): void {
    Recording.prototype.end = this.#end;
  }

  #check(recording: Recording, problems: string[]): void {
    const { instances } = recording;
    const launches = recording.launches.flatMap((launch) => (isTransfer(launch) ? [] : [launch]));
    const { nodes } = graphOf(formOfLaunches(launches, instances, new Set(), 5, 3, NO_CROSSINGS));
    const waits = nodes.map(({ after }) => [...after]);
    this.edges += waits.reduce((n, w) => n + w.length, 0);
    const touched = nodes.map(({ launch, from, to, finishes }): Node => {
      const uses = from === to && !finishes ? [] : launches[launch].uses;
      return {
        launch,
        uses: uses.map(({ block, rect, writes }) => ({ writes, elements: elementsOf(rect, instances[block].rect, block) })),
      };
    });
    const problem = this.#unordered(touched, waits);
    if (problem !== null) problems.push(problem);
    const last = waits.findLast((w) => w.length > 0);
    const dropped = last?.pop();
    if (last === undefined || dropped === undefined) return;
    if (this.#unordered(touched, waits) !== null) this.needed++;
    last.push(dropped);
  }

  /** Nodes of one launch are in no order among each other. */
  #unordered(nodes: readonly Node[], waits: readonly number[][]): string | null {
    const before: Set<number>[] = [];
    waits.forEach((w, n) => {
      before[n] = new Set(w.flatMap((p) => [p, ...before[p]]));
    });
    const users = new Map<string, { readers: number[]; writers: number[] }>();
    for (const [n, { launch, uses }] of nodes.entries()) {
      for (const { writes, elements } of uses) {
        for (const e of elements) {
          const { readers = [], writers = [] } = users.get(e) ?? {};
          for (const p of writes ? [...readers, ...writers] : writers) {
            if (nodes[p].launch === launch) continue;
            this.pairs++;
            if (!before[n].has(p)) return `launch ${launch} does not come after launch ${nodes[p].launch}, which touches ${e}`;
          }
          users.set(e, writes ? { readers, writers: [...writers, n] } : { readers: [...readers, n], writers });
        }
      }
    }
    return null;
  }
}

/** A node and the elements that its launch touches. */
interface Node {
  readonly launch: number;
  readonly uses: readonly { readonly writes: boolean; readonly elements: readonly string[] }[];
}

/** Names of the elements of a box of an instance: corners and some between stand for those of a large one. */
function elementsOf({ low, high }: Rect, within: Rect, place: number): string[] {
  let found = [`${place}`];
  low.forEach((from, axis) => {
    const all = Array.from({ length: Math.max(0, high[axis] - from) }, (_, i) => from + i);
    const step = Math.ceil((within.high[axis] - within.low[axis]) / 24);
    const some = all.filter((x, i) => i === 0 || i === all.length - 1 || x % step === 0);
    found = found.flatMap((name) => some.map((x) => `${name},${x}`));
  });
  return found;
}

const SEED = 84_000;

t.test('random programs, again and again', { skip, timeout: 600_000 }, async (t) => {
  const watch = new Watch();
  t.teardown(() => watch.stop());
  let replays = 0;
  const wrong: string[] = [];
  for (let procs = 1; procs <= 7; procs++) {
    const memories = 1 + (procs % 4);
    const config: Partial<Config> = { ...BASE, procs, memories, inline: procs % 2 === 0, fusion: procs % 3 > 0 };
    const [on, off] = (['on', 'off'] as const).map((graphs) => createRuntime({ ...config, graphs }, scattered));
    for (let seed = SEED + 40 * procs; seed < SEED + 40 * procs + 12; seed++) {
      const program = makeProgram(seed, 8 + (seed % 25));
      const expected = JSON.stringify(executeOn(off, program));
      for (let k = 0; k < 4; k++)
        if (JSON.stringify(executeOn(on, program)) !== expected) wrong.push(`seed ${seed}, time ${k}, ${JSON.stringify(config)}`);
    }
    replays += on.stats().graphs?.replays ?? 0;
    t.equal(off.stats().graphs?.replays ?? 0, 0);
    for (const rt of [on, off]) await onRuntime(rt, () => undefined);
  }
  t.comment(`${replays} replays, ${watch.pairs} pairs, ${watch.edges} edges, ${watch.needed} missed when dropped`);
  t.same(wrong, []);
  t.same(watch.problems, []);
  t.ok(replays > 50, `${replays} replays`);
  t.ok(watch.pairs > 1000 && watch.needed > 20, 'a graph without one of its edges is found out');
});
