/**
 * The replay form of the host's launches in a recorded window over several memories: points, copies and folds are launches, instances are
 * blocks, and instances that no root has after the window are scratch memory. A step with fewer points than its memories have processors is cut into ranges of
 * units; copies and folds take turns on the processors of the memory that gets the elements, since no engine of this machine copies beside
 * the processors.
 */

import type { Instance } from '../../dependence/index.js';
import { LAUNCH_INLINE, RECORD } from '../../native/index.js';
import { isEmpty } from '../../partition/index.js';
import { costOf, type Range } from '../launch/index.js';
import { type BlockForm, type Crossings, coordinatesOf, type LaunchForm, type Place, type ReplayForm } from '../replay/index.js';
import { RANGES_A_PROCESSOR } from '../tiering/index.js';
import type { ListedLaunch } from './listed-launch.js';

/** Elements of a copy that the calling thread makes with the small steps of a program. */
const FEW = 8192;

/** Blocks are the instances, by place; `scratch`: the ones that have memory only while the program runs. */
export function formOfLaunches(
  recorded: readonly ListedLaunch[],
  instances: readonly Instance[],
  scratch: ReadonlySet<number>,
  procs: number,
  memories: number,
  crossings: Crossings,
): ReplayForm {
  const blocks = instances.map(({ bytes, rect, memory }, place): BlockForm => {
    const coordinates = coordinatesOf(bytes, rect.high, rect.low);
    return { bytes, coordinates, donor: -1, scratch: scratch.has(place) ? { memory, rect } : null };
  });
  const processors = new Places(recorded, procs, memories);
  return { blocks, launches: recorded.map((launch, n) => formOf(launch, processors.of(n))), ...crossings };
}

function formOf(launch: ListedLaunch, { cuts, place }: Placed): LaunchForm {
  const ranges = rangesOf(launch.record[RECORD.UNITS], cuts);
  const finish = ranges.length > 1 && launch.finishes;
  const uses = launch.uses
    .filter(({ rect }) => !isEmpty(rect))
    .map(({ block, rect, writes }) => ({
      block,
      writes,
      units: { rect, count: ranges.length },
      end: finish ? { rect, count: 1 } : null,
    }));
  const cost = costOf(launch.executable?.kernel ?? null, launch.elements);
  return { ...launch, small: isSmall(launch), cost, ranges, finish, uses, place };
}

function isSmall({ record, told, elements }: ListedLaunch): boolean {
  return told.event === 'point' ? (record[RECORD.FLAGS] & LAUNCH_INLINE) !== 0 : elements <= FEW;
}

function rangesOf(units: number, cuts: number): Range[] {
  const at = (i: number): number => Math.floor((i * units) / cuts);
  return Array.from({ length: cuts }, (_, i) => ({ from: at(i), to: at(i + 1) }));
}

interface Placed {
  readonly place: Place;
  /** Ranges that the launch's units are cut into. */
  readonly cuts: number;
}

/** The processors of launches. */
class Places {
  readonly #launches: readonly ListedLaunch[];
  readonly #procs: number;
  readonly #memories: number;
  /** Points of a step, and of its points in one memory, by name. */
  readonly #counts = new Map<string, number>();
  /** By launch: its position among the launches of its step in its memory. */
  readonly #item: number[] = [];

  constructor(launches: readonly ListedLaunch[], procs: number, memories: number) {
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

  of(launch: number): Placed {
    const { step, memory, record } = this.#launches[launch];
    const item = this.#item[launch];
    const items = this.#counts.get(`${step},${memory}`) ?? 1;
    const alone = step >= 0 && this.#counts.get(`${step}`) === 1;
    const [low, high] = alone ? [0, this.#procs] : this.#processorsOf(memory);
    const width = high - low;
    if (step < 0) return { place: { low, high, rank: item % width, of: width }, cuts: 1 };
    const cuts = items >= width ? 1 : Math.min(mostRanges(record), Math.ceil(width / items) * RANGES_A_PROCESSOR);
    return { place: { low, high, rank: item, of: items }, cuts: Math.max(1, cuts) };
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
