/**
 * Places a window's tasks where they cost least, by figures of the machine's devices. A task costs what its work takes on its device; contents cost
 * their way to each device that needs them, once; a result that the window does not read is taken to be wanted on the host. The answer
 * depends on the tasks, on where contents are and on the figures alone. For one accelerator it is the best one, as a cheapest cut: the host
 * is on the source's side. For several, tasks move to one after the other as long as the sum falls.
 *
 *     x on the host      y = f(x)     z = g(y)                 cut
 *     source ─way of x─► x on gpu ◄─always─ f, g      source ─time on gpu─► f ─time on host─► sink
 */
import { type Figures, type LinkRates, type Rates, STATED } from './figures.js';
import { MinimumCut, NEVER } from './minimum-cut.js';
import type { Version, WindowWork, Work } from './work.js';

/** The host's number. */
const HOST = 0;
/** Turns of all accelerators, at most. */
const ROUNDS = 3;

/** Tasks to be placed. */
interface Weighed extends WindowWork {
  /** By task: the device that it is on at any rate; -1 for one that is to be placed. */
  readonly fixed: readonly number[];
  /** Whether a task that is to be placed can run on an accelerator. */
  readonly isAble: (task: number, device: number) => boolean;
  /** Whether contents from before the window are valid on a device. */
  readonly isValid: (slot: number, device: number) => boolean;
  /** By accelerator. */
  readonly figures: readonly Figures[];
}

/** By task: its device. */
export function weigh(window: Weighed): number[] {
  const costs = new Costs(window);
  let labels = window.fixed.map((device) => Math.max(HOST, device));
  if (costs.isIdle()) return labels;
  const devices = window.figures.map((_, i) => i + 1);
  let least = costs.sum(labels);
  for (let round = 0, fell = true; fell && round < ROUNDS; round++) {
    fell = false;
    for (const device of devices) {
      const moved = costs.moved(labels, device);
      const sum = costs.sum(moved);
      if (sum >= least) continue;
      [labels, least, fell] = [moved, sum, devices.length > 1];
    }
  }
  return labels;
}

class Costs {
  readonly #window: Weighed;
  /** By device. */
  readonly #rates: readonly Rates[];

  constructor(window: Weighed) {
    this.#window = window;
    this.#rates = [(window.figures[0] ?? STATED).host, ...window.figures.map(({ own }) => own)];
  }

  /** Whether the host is the place of all tasks, since they take less time there than a window elsewhere. */
  isIdle(): boolean {
    const { works, fixed, versions, figures } = this.#window;
    const least = figures.reduce((min, { window }) => Math.min(min, window), NEVER);
    let sum = 0;
    for (let t = 0; t < works.length; t++) {
      if (fixed[t] > HOST) return false;
      if (fixed[t] < 0) sum += this.#time(works[t], HOST);
    }
    return sum <= least && versions.every((version) => version.producer >= 0 || this.#isAtHome(version));
  }

  /** Whether contents from before the window are on the host, or nowhere. */
  #isAtHome(version: Version): boolean {
    return this.#isValid(version, HOST) || this.#rates.every((_, device) => !this.#isValid(version, device));
  }

  #isValid({ slot }: Version, device: number): boolean {
    return this.#window.isValid(slot, device);
  }

  /** Nanoseconds of a task on a device. */
  #time({ kernels, bytes, operations }: Work, device: number): number {
    const { launch, memory, operations: rate } = this.#rates[device];
    return bounded(kernels * launch + Math.max(bytes / memory, operations / rate));
  }

  /** Nanoseconds of contents on their way to a device. */
  #way({ bytes }: Version, from: number, to: number): number {
    const { figures } = this.#window;
    const home = from === HOST ? 0 : wayBy(figures[from - 1].down, bytes);
    return bounded(home + (to === HOST ? 0 : wayBy(figures[to - 1].up, bytes)));
  }

  /** Whether the host is taken to want contents behind the window. */
  #isWanted({ producer, readers, isLast }: Version): boolean {
    return producer >= 0 && isLast && readers.length === 0;
  }

  /** Nanoseconds of a window with its tasks on these devices. */
  sum(labels: readonly number[]): number {
    const { works, versions, figures } = this.#window;
    let sum = 0;
    works.forEach((work, t) => {
      sum += this.#time(work, labels[t]);
    });
    figures.forEach(({ window }, i) => {
      if (labels.includes(i + 1)) sum += bounded(window);
    });
    for (const version of versions) sum += this.#waysOf(version, labels);
    return sum;
  }

  /** The ways of contents to the devices that need them. */
  #waysOf(version: Version, labels: readonly number[]): number {
    const { producer, readers } = version;
    const all = this.#rates.map((_, device) => device);
    const at = producer < 0 ? all.filter((device) => this.#isValid(version, device)) : [labels[producer]];
    // Contents that are nowhere go nowhere.
    if (at.length === 0) return 0;
    const to = new Set(readers.map((t) => labels[t]));
    if (this.#isWanted(version)) to.add(HOST);
    let sum = 0;
    for (const device of to) if (!at.includes(device)) sum += Math.min(...at.map((from) => this.#way(version, from, device)));
    return sum;
  }

  /** The best of the placements in which some tasks have moved to a device, or away from it to the host, and all else stays. */
  moved(labels: readonly number[], device: number): number[] {
    const cut = new MinimumCut();
    const used = cut.node();
    cut.edge(MinimumCut.SOURCE, used, bounded(this.#window.figures[device - 1].window));
    const nodes = this.#window.works.map((work, t) => this.#taskIn(cut, work, t, labels[t], device));
    for (const node of nodes) if (node !== MinimumCut.SOURCE) cut.edge(used, node, NEVER);
    for (const version of this.#window.versions) this.#versionIn(cut, version, nodes, labels, device);
    const side = cut.solve();
    return labels.map((label, t) => {
      if (side[nodes[t]] === 1) return device;
      return label === device ? HOST : label;
    });
  }

  /** The node of a task: one of its own for a task that may move. */
  #taskIn(cut: MinimumCut, work: Work, t: number, label: number, device: number): number {
    const { fixed, isAble } = this.#window;
    if (fixed[t] >= 0 || !isAble(t, device)) return label === device ? MinimumCut.SINK : MinimumCut.SOURCE;
    const node = cut.node();
    cut.edge(MinimumCut.SOURCE, node, this.#time(work, device));
    cut.edge(node, MinimumCut.SINK, this.#time(work, label === device ? HOST : label));
    return node;
  }

  /** Contents as nodes: on the device, which is the sink's side, and on a second one. */
  #versionIn(cut: MinimumCut, version: Version, nodes: readonly number[], labels: readonly number[], device: number): void {
    const { producer, readers } = version;
    const elsewhere =
      producer < 0 ? this.#rates.findIndex((_, d) => d !== device && this.#isValid(version, d)) : labels[producer];
    const here = producer < 0 && this.#isValid(version, device);
    if (producer < 0 && elsewhere < 0 && !here) return;
    const from = elsewhere === device ? HOST : Math.max(HOST, elsewhere);
    const isBoth = here && elsewhere >= 0;
    const made = producer >= 0 ? nodes[producer] : here ? MinimumCut.SINK : MinimumCut.SOURCE;
    const [up, down] = isBoth ? [0, 0] : [this.#way(version, from, device), this.#way(version, device, HOST)];
    const [near, far] = [cut.node(), cut.node()];
    cut.edge(made, near, up);
    cut.edge(far, made, down);
    for (const t of readers) {
      cut.edge(near, nodes[t], NEVER);
      cut.edge(nodes[t], far, NEVER);
    }
    if (this.#isWanted(version)) cut.edge(MinimumCut.SOURCE, far, NEVER);
  }
}

const wayBy = ({ start, bytes }: LinkRates, size: number): number => start + size / bytes;

/** Whole nanoseconds, of which a window's can be added up exactly. */
const bounded = (nanoseconds: number): number => Math.min(2 ** 36, Math.round(nanoseconds));
