/** Where index tasks run: the mapper's answers, one for each launch domain, kept. */
import type { Shape } from '../shape/index.js';
import type { Mapper } from './mapper.js';
import type { Placement } from './span.js';

export class Placements {
  private readonly byLaunch = new Map<string, Placement>();
  private readonly singles = new Map<string, Placement>();
  private count = 0;
  private readonly mapper: Mapper;

  constructor(mapper: Mapper) {
    this.mapper = mapper;
  }

  of(launch: Shape): Placement {
    const key = launch.join();
    let found = this.byLaunch.get(key);
    if (found === undefined) {
      const memoryOf = this.mapper.place(launch);
      this.byLaunch.set(key, (found = { id: this.count++, launch, memoryOf }));
    }
    return found;
  }

  /** All points of a launch in one memory. */
  together(launch: Shape, memory: number): Placement {
    const key = `${launch.join()}@${memory}`;
    let found = this.singles.get(key);
    if (found === undefined) {
      const points = launch.reduce((a, b) => a * b, 1);
      this.singles.set(key, (found = { id: this.count++, launch, memoryOf: new Int32Array(points).fill(memory) }));
    }
    return found;
  }

  /** One point. */
  single(memory: number): Placement {
    return this.together([1], memory);
  }
}
