/**
 * The nodes of a recorded window and who runs them (thesis 6.4.4, Algorithm 4): an actor for each processor. Points run near
 * their memory, copies and folds by turns on the processors of the memory that gets the elements: no engine of this machine
 * copies beside the processors, and actors of their own for copies, which whoever is idle serves, take longer by a tenth. A step
 * with fewer points than there are processors for them is cut into ranges of units, behind which comes its end.
 *
 *     memory 0: processors 0, 1     memory 1: processors 2, 3     a copy from 0 to 1: processor 2 or 3
 */
import { LAUNCH_INLINE, RECORD } from '../../native/index.js';
import type { Captured } from './captured.js';

export interface Node {
  /** Which launch it is of. */
  readonly launch: number;
  readonly processor: number;
  readonly from: number;
  readonly to: number;
  readonly finishes: boolean;
}

export interface Nodes {
  readonly nodes: readonly Node[];
  /** Pairs, the earlier first. */
  readonly edges: readonly (readonly [number, number])[];
  /** By launch: its first node, and its last one. */
  readonly firsts: readonly number[];
  readonly ends: readonly number[];
}

/** Ranges for each processor of a step with too few points. */
const RANGES_A_PROCESSOR = 2;

/** `waits`: by launch. */
export function nodesOf(
  launches: readonly Captured[],
  waits: readonly (readonly number[])[],
  procs: number,
  memories: number,
): Nodes {
  const places = new Places(launches, procs, memories);
  const nodes: Node[] = [];
  const edges: [number, number][] = [];
  const firsts: number[] = [];
  const ends: number[] = [];
  launches.forEach((of, launch) => {
    const first = nodes.length;
    const ranges = places.rangesOf(launch);
    const units = of.record[RECORD.UNITS];
    const alone = ranges.length === 1;
    ranges.forEach((processor, i) => {
      const [from, to] = [Math.floor((i * units) / ranges.length), Math.floor(((i + 1) * units) / ranges.length)];
      nodes.push({ launch, processor, from, to, finishes: alone && !of.part });
      for (const w of waits[launch]) edges.push([ends[w], first + i]);
    });
    if (!alone) {
      ranges.forEach((_, i) => edges.push([first + i, nodes.length]));
      nodes.push({ launch, processor: ranges[0], from: 0, to: 0, finishes: of.finishes });
    }
    firsts.push(first);
    ends.push(nodes.length - 1);
  });
  return { nodes, edges, firsts, ends };
}

/** The processors of launches. */
class Places {
  readonly #launches: readonly Captured[];
  readonly #procs: number;
  readonly #memories: number;
  /** Points of a step, and of those in one memory, by name. */
  readonly #counts = new Map<string, number>();
  /** By launch: which it is of those of its step in its memory. */
  readonly #item: number[] = [];

  constructor(launches: readonly Captured[], procs: number, memories: number) {
    this.#launches = launches;
    this.#procs = procs;
    this.#memories = memories;
    launches.forEach(({ step, memory }) => {
      this.#item.push(this.#count(`${step},${memory}`));
      this.#count(`${step}`);
    });
  }

  #count(key: string): number {
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    return count;
  }

  /** A processor for each range of units that the launch is cut into. */
  rangesOf(launch: number): number[] {
    const { step, memory, record } = this.#launches[launch];
    const item = this.#item[launch];
    const items = this.#counts.get(`${step},${memory}`) ?? 1;
    const alone = step >= 0 && this.#counts.get(`${step}`) === 1;
    const [low, high] = alone ? [0, this.#procs] : this.#processorsOf(memory);
    if (step < 0) return [low + (item % (high - low))];
    const spread = (at: number, count: number): number => low + Math.floor((at * (high - low)) / count);
    const cuts = Math.min(mostRanges(record), Math.ceil((high - low) / items) * RANGES_A_PROCESSOR);
    if (cuts <= 1 || items >= high - low) return [spread(item, items)];
    return Array.from({ length: cuts }, (_, i) => spread(item * cuts + i, items * cuts));
  }

  /** Processors [low, high) of a memory. */
  #processorsOf(memory: number): [number, number] {
    const at = (m: number): number => Math.floor((m * this.#procs) / this.#memories);
    return [at(memory), Math.max(at(memory) + 1, at(memory + 1))];
  }
}

/** Ranges that a launch's units may be cut into. */
function mostRanges(record: Float64Array): number {
  const inline = (record[RECORD.FLAGS] & LAUNCH_INLINE) !== 0;
  return inline ? 1 : Math.ceil(record[RECORD.UNITS] / Math.max(1, record[RECORD.TILE]));
}
