/**
 * The nodes of a recorded window and who runs them (thesis 6.4.4, Algorithm 4): an actor for each processor, and one for each
 * pair of memories that something is copied between. Points run near their memory; a step with fewer points than there are
 * processors for them is cut into ranges of units, behind which comes its end. Copies within a memory are its processor's.
 *
 *     memory 0: processors 0, 1     memory 1: processors 2, 3     4: copies from 0 to 1     5: copies from 1 to 0
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
  /** By launch: the node that is its last. */
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
    ends.push(nodes.length - 1);
  });
  return { nodes, edges };
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
  readonly #channels = new Map<string, number>();

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
    const { step, memory, source, record } = this.#launches[launch];
    if (memory !== source) return [this.#channel(source, memory)];
    const alone = this.#counts.get(`${step}`) === 1;
    const [low, high] = step >= 0 && alone ? [0, this.#procs] : this.#processorsOf(memory);
    const items = this.#counts.get(`${step},${memory}`) ?? 1;
    const spread = (at: number, count: number): number => low + Math.floor((at * (high - low)) / count);
    const cuts = step < 0 ? 1 : Math.min(mostRanges(record), Math.ceil((high - low) / items) * RANGES_A_PROCESSOR);
    if (step < 0) return [low];
    if (cuts <= 1 || items >= high - low) return [spread(this.#item[launch], items)];
    return Array.from({ length: cuts }, (_, i) => spread(this.#item[launch] * cuts + i, items * cuts));
  }

  /** Processors [low, high) of a memory. */
  #processorsOf(memory: number): [number, number] {
    const at = (m: number): number => Math.floor((m * this.#procs) / this.#memories);
    return [at(memory), Math.max(at(memory) + 1, at(memory + 1))];
  }

  /** Numbers behind the processors'. */
  #channel(from: number, to: number): number {
    const key = `${from},${to}`;
    const channel = this.#channels.get(key) ?? this.#procs + this.#channels.size;
    this.#channels.set(key, channel);
    return channel;
  }
}

/** Ranges that a launch's units may be cut into. */
function mostRanges(record: Float64Array): number {
  const inline = (record[RECORD.FLAGS] & LAUNCH_INLINE) !== 0;
  return inline ? 1 : Math.ceil(record[RECORD.UNITS] / Math.max(1, record[RECORD.TILE]));
}
