/** Where index tasks run: the mapper's answers, one for each launch domain, kept. */
import { Generations } from '../base/index.js';
import type { Shape } from '../shape/index.js';
import type { CheckedMapper } from './checked-mapper.js';
import { faceOf, type Grid, onGrid, type Placement, together } from './placement.js';

/** Launch domains, and memories of single points, with remembered placements. */
const KEPT = 4096;

export class Placements {
  private readonly byLaunch = new Generations<string, Placement>(KEPT);
  private readonly inOne = new Generations<string, Placement>(KEPT);
  private readonly onGrids = new Generations<string, Placement>(KEPT);
  private readonly faces = new Generations<string, Placement>(KEPT);
  private readonly mapper: CheckedMapper;

  constructor(mapper: CheckedMapper) {
    this.mapper = mapper;
  }

  of(launch: Shape): Placement {
    const key = launch.join();
    let found = this.byLaunch.get(key);
    if (found === undefined) this.byLaunch.set(key, (found = this.mapper.placement(launch)));
    return found;
  }

  /** A launch on a library's grid. Throws `ArgumentError` for a grid that the machine has not. */
  onGrid(launch: Shape, grid: Grid): Placement {
    const key = `${launch.join()}@${grid.base};${grid.parts.join()};${grid.strides.join()}`;
    let found = this.onGrids.get(key);
    if (found === undefined) this.onGrids.set(key, (found = onGrid(launch, grid, this.mapper.memories)));
    return found;
  }

  /** The face of a placed launch: its first points along the axes that `launch` has not. */
  face(placement: Placement, launch: Shape): Placement {
    const key = `${placement.id};${launch.join()}`;
    let found = this.faces.get(key);
    if (found === undefined) this.faces.set(key, (found = faceOf(placement, launch)));
    return found;
  }

  /** All points of a launch in one memory. */
  together(launch: Shape, memory: number): Placement {
    const key = `${launch.join()}@${memory}`;
    let found = this.inOne.get(key);
    if (found === undefined) this.inOne.set(key, (found = together(launch, memory)));
    return found;
  }

  /** One point. */
  single(memory: number): Placement {
    return this.together([1], memory);
  }
}
