/**
 * On which rung of the ladder windows with a plan were carried out: as graphs, or step by step, by the reason for that. One table for every
 * machine, which the statistics and the report of tracing print.
 */

/**
 * Why a window was carried out step by step. `new`: it has not come often enough, with several memories under these preconditions; `varies`:
 * its preconditions differ each time; `unfit`: a body in JavaScript, or nothing to launch; `large`: its steps are so long, or so many, that a graph
 * does not pay; `device`: the device has no graphs, as `js`; `memory`: there is too little to have all of it at once. The words for users are in `cli/trace-report.ts`.
 */
type Reason = 'new' | 'varies' | 'unfit' | 'large' | 'device' | 'memory';

export class Rungs {
  replays = 0;
  readonly stepwise: Record<Reason, number> = { new: 0, varies: 0, unfit: 0, large: 0, device: 0, memory: 0 };
}
