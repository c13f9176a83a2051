/**
 * How many tasks a window takes before it is launched. Longer windows leave more results out of memory and are launched more seldom, and
 * their plans take longer to make: windows of small tasks grow as what they would have saved pays for that.
 *
 *     64 tasks  ->  128  ->  …  ->  1024
 */
import type { Plan } from '../../fusion/index.js';
import { sameShape, sizeOf } from '../../shape/index.js';
import type { Task } from '../../task/index.js';
import type { Config } from '../config.js';
import { costs } from '../tiering/index.js';

const [FIRST, LARGEST] = [64, 1024];
/** Tasks of a window that may become one launch; fewer with folds, since the rest may have to wait for their results. */
const PROMISING = 1024;
const PROMISING_WITH_FOLDS = 256;
/** Elements of tasks that are planned at first sight, where small ones are not (`tiering/hotness.ts`). */
const LARGE = (costs.plan - costs.launch) / costs.element;

export class WindowLength {
  /** Tasks of a window, unless it promises to become one launch. */
  limit: number;
  readonly #isFixed: boolean;
  readonly #large: number;
  /** Nanoseconds that windows of twice the length would have saved. */
  #saved = 0;

  /** `window`: the length of all windows; 0 for lengths that follow the program. */
  constructor({ window: fixed, plans, graphs }: Readonly<Config>) {
    this.#isFixed = fixed > 0;
    this.#large = plans === 'auto' && graphs !== 'on' ? LARGE : 0;
    this.limit = this.#isFixed ? fixed : FIRST;
  }

  get isLargest(): boolean {
    return this.limit === LARGEST;
  }

  /**
   * The number of tasks at which a window is full. A window of large tasks that may become a single launch is full later, since a cut stores
   * values that its rest would have used from the fused kernel. Tasks that cannot fuse hold memory while they wait, and are better launched.
   */
  fullAt(tasks: readonly Task[]): number {
    const [{ domain }] = tasks;
    if (this.#isFixed || sizeOf(domain) < this.#large) return this.limit;
    if (!tasks.every((task) => task.kind.fusible && sameShape(task.domain, domain))) return this.limit;
    const maps = tasks.every((task) => task.kind.args.every(({ access }) => access === 'elementwise'));
    return Math.max(this.limit, maps ? PROMISING : PROMISING_WITH_FOLDS);
  }

  /** A window of so many tasks was launched. One that became one launch could have been longer. */
  launched({ lengths, steps }: Plan, tasks: number): void {
    if (this.#isFixed || this.isLargest || lengths.length !== 1 || 4 * tasks <= this.limit) return;
    for (const { domain } of steps) this.#saved += costs.window + costs.element * sizeOf(domain);
    if (this.#saved < 2 * this.limit * costs.plan) return;
    this.#saved = 0;
    this.limit *= 2;
  }
}
