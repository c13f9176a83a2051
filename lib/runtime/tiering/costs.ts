/** Costs and savings of the ladder's rungs: nanoseconds, unless a row says otherwise. */
export const costs = Object.freeze({
  /** Single to planned: planning takes this a task; a plan saves a launch a task, and a pass over each element. */
  plan: 30_000,
  launch: 1500,
  element: 1,
  /** A window, however many tasks it has. */
  window: 10_000,
  /** Bytes that a window's roots may get before dead ones, which a plan leaves out, are looked for. */
  unplannedBytes: 16 << 20,
  /** Planned to graph: runs of a program before it is compiled. A program that came once or twice may not come again. */
  runs: 3,
  /**
   * Comparing two uses of a root takes as long as so many runs save for a step: they are waited for where each step is compared with
   * more than a few.
   */
  comparisonRuns: 1.5,
  comparisons: 8,
  /** A step, on average, beyond which waiting for whole steps shows less than a thread that is late in its place. */
  longStep: 200_000,
  /** Nodes of a graph, at most; times that a program is compiled, anew when other roots than then die in it. */
  nodes: 1 << 17,
  compiles: 4,
  /** Graph to exact: replays of small steps, after which code for their extent saves each some hundred nanoseconds. */
  replays: 1 << 15,
});
