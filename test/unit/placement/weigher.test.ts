/** Random windows, placed where they cost least: against every placement there is, costed by a walk through the window. */
import t from 'tap';
import type { Figures } from '../../../lib/placement/index.js';
import { weigh } from '../../../lib/placement/weigher.js';
import type { Version } from '../../../lib/placement/work.js';
import { random } from '../../fuzz/program.js';

const TASKS = 6;
const SLOTS = 4;

type Weighed = Parameters<typeof weigh>[0];
type Draw = (n: number) => number;

const rates = (below: Draw): Figures['own'] => ({ launch: 1 + below(30), memory: 2 ** below(4), operations: 2 ** below(4) });
const figuresOf = (below: Draw, host: Figures['own']): Figures => ({
  host,
  own: rates(below),
  window: below(60),
  up: { start: below(20), bytes: 2 ** below(4) },
  down: { start: below(20), bytes: 2 ** below(4) },
  isMeasured: false,
});

/** A window, and for each task the slots that it reads and writes. */
interface Drawn {
  readonly window: Weighed;
  readonly entry: readonly number[];
  readonly reads: readonly (readonly number[])[];
  readonly writes: readonly number[];
  readonly bytes: number;
}

function drawn(below: Draw, devices: number): Drawn {
  const bytes = 8 * (1 + below(40));
  // By slot: a bit for each device with valid contents.
  const entry = Array.from({ length: SLOTS }, () => below(1 << (devices + 1)));
  const reads = Array.from({ length: TASKS }, () => [...new Set([below(SLOTS), below(SLOTS)])]);
  const writes = reads.map(() => below(SLOTS));
  const versions: Version[] = [];
  const current = new Map<number, Version>();
  const make = (slot: number, producer: number): Version => {
    const version = { slot, producer, readers: [], bytes, isLast: true };
    current.set(slot, version);
    versions.push(version);
    return version;
  };
  reads.forEach((slots, task) => {
    for (const slot of slots) (current.get(slot) ?? make(slot, -1)).readers.push(task);
    const before = current.get(writes[task]);
    if (before !== undefined) before.isLast = false;
    make(writes[task], task);
  });
  const host = rates(below);
  const unable = reads.map(() => below(4) === 0);
  const window: Weighed = {
    versions,
    works: reads.map(() => ({ kernels: below(2), bytes: 8 * below(200), operations: below(2000) })),
    fixed: reads.map((_, task) => (unable[task] ? 0 : below(6) === 0 ? 1 + below(devices) : -1)),
    isAble: () => true,
    isValid: (slot, device) => ((entry[slot] >> device) & 1) === 1,
    figures: Array.from({ length: devices }, () => figuresOf(below, host)),
  };
  return { window, entry, reads, writes, bytes };
}

/** The cost of a placement: the window step by step, with the devices that have each slot's contents. */
function costOf({ window, entry, reads, writes, bytes }: Drawn, labels: readonly number[]): number {
  const { works, figures } = window;
  const valid = entry.map((bits) => new Set(figures.flatMap((_, i) => [i, i + 1]).filter((d) => (bits >> d) & 1)));
  const first = valid.map((devices) => new Set(devices));
  const unread = new Set<number>();
  const wayOf = (from: number, to: number): number => {
    const down = from === 0 ? 0 : figures[from - 1].down.start + bytes / figures[from - 1].down.bytes;
    return Math.round(down + (to === 0 ? 0 : figures[to - 1].up.start + bytes / figures[to - 1].up.bytes));
  };
  // Contents go to each device from where they were made, or from before the window.
  const bring = (slot: number, to: number): number => {
    if (valid[slot].has(to) || first[slot].size === 0) return 0;
    valid[slot].add(to);
    return Math.min(...[...first[slot]].map((from) => wayOf(from, to)));
  };
  let sum = 0;
  labels.forEach((device, task) => {
    const { launch, memory, operations } = device === 0 ? figures[0].host : figures[device - 1].own;
    const work = works[task];
    sum += Math.round(work.kernels * launch + Math.max(work.bytes / memory, work.operations / operations));
    for (const slot of reads[task]) {
      sum += bring(slot, device);
      unread.delete(slot);
    }
    valid[writes[task]] = new Set([device]);
    first[writes[task]] = new Set([device]);
    unread.add(writes[task]);
  });
  for (const slot of unread) sum += bring(slot, 0);
  for (const device of new Set(labels)) if (device > 0) sum += figures[device - 1].window;
  return sum;
}

/** All placements of a window's free tasks. */
function* placements(fixed: readonly number[], devices: number): Generator<number[]> {
  const free = fixed.flatMap((device, task) => (device < 0 ? [task] : []));
  for (let i = 0; i < (devices + 1) ** free.length; i++) {
    const labels = fixed.map((device) => Math.max(0, device));
    let rest = i;
    for (const task of free) {
      labels[task] = rest % (devices + 1);
      rest = Math.floor(rest / (devices + 1));
    }
    yield labels;
  }
}

t.test('beside one accelerator no placement costs less', async (t) => {
  const next = random(11);
  const below: Draw = (n) => Math.floor(next() * n);
  let away = 0;
  for (let w = 0; w < 600; w++) {
    const one = drawn(below, 1);
    const labels = weigh(one.window);
    const least = Math.min(...[...placements(one.window.fixed, 1)].map((all) => costOf(one, all)));
    t.equal(costOf(one, labels), least, `window ${w}`);
    t.ok(one.window.fixed.every((device, task) => device < 0 || labels[task] === device));
    away += labels.filter((device, task) => device > 0 && one.window.fixed[task] < 0).length;
  }
  t.ok(away > 300 && away < 600 * TASKS - 300, `${away} tasks moved`);
});

t.test('beside two, most placements are the best, and none costs much more', async (t) => {
  const next = random(13);
  const below: Draw = (n) => Math.floor(next() * n);
  let [best, both] = [0, 0];
  for (let w = 0; w < 150; w++) {
    const two = drawn(below, 2);
    const { fixed } = two.window;
    const labels = weigh(two.window);
    const found = costOf(two, labels);
    const all = [...placements(fixed, 2)];
    const least = Math.min(...all.map((some) => costOf(two, some)));
    t.ok(found <= 1.25 * least, `window ${w}: ${found} for ${least}`);
    if (found === least) best++;
    if (labels.includes(1) && labels.includes(2)) both++;
  }
  t.ok(best >= 130, `${best} of 150 are the best of all`);
  t.ok(both > 5, `${both} use both`);
});
