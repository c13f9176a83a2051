/**
 * Programs for the analysis of one process of a large machine: index tasks over as many points as there are memories, of which the
 * process has one in the middle. Each program is one iteration, in a loop that reaches a steady state.
 */
import { Coherence, type IndexTask, Mapper, type RootKey, type TaskArg, type Visits } from '../../lib/dependence/index.js';
import { halo, identity, none, type Partition, projection, subPartition, tiling } from '../../lib/partition/index.js';
import { identityView, internView, type View } from '../../lib/shape/index.js';

type Use = readonly [RootKey, TaskArg['privilege'], Partition, View?, { readonly ends?: boolean; readonly op?: 'sum' }?];

/** A process with one memory of `memories`. */
export class Process {
  readonly memories: number;
  readonly #coherence: Coherence;
  #roots = 0;
  tasks = 0;

  constructor(memories: number) {
    this.memories = memories;
    const backing = { allocate: () => true, free: () => undefined };
    this.#coherence = new Coherence({ mapper: new Mapper(memories), backing, own: [middle(memories)] });
  }

  get enumerated(): Visits {
    return this.#coherence.enumerated;
  }

  root(...shape: number[]): RootKey {
    return { id: this.#roots++, shape, itemSize: 8 };
  }

  release(root: RootKey): void {
    this.#coherence.release(root);
  }

  map(launch: readonly number[], ...uses: Use[]): void {
    const args = uses.map(([root, privilege, partition, view, more]): TaskArg => {
      return { root, privilege, sub: subPartition(view ?? identityView(root.shape), partition), ...more };
    });
    const task: IndexTask = { launch, args };
    this.#coherence.retire(this.#coherence.map(task).number - 16);
    this.tasks++;
  }
}

/** The middle of a square grid. */
function middle(memories: number): number {
  return Math.floor((memories + Math.sqrt(memories)) / 2);
}

const TILE = 16;

/** A 1-D stencil to and fro between two stores. */
export function stencil(process: Process): () => void {
  const n = TILE * process.memories;
  const launch = [process.memories];
  const tiles = tiling([TILE], [0], identity(1));
  const wide = halo(tiles, [1], [1]);
  const [x, y] = [process.root(n), process.root(n)];
  process.map(launch, [x, 'write', tiles]);
  return () => {
    process.map(launch, [x, 'read', wide], [y, 'write', tiles]);
    process.map(launch, [y, 'read', wide], [x, 'write', tiles]);
  };
}

/** The stencil into a new store each time. */
export function fresh(process: Process): () => void {
  const n = TILE * process.memories;
  const launch = [process.memories];
  const tiles = tiling([TILE], [0], identity(1));
  const wide = halo(tiles, [1], [1]);
  let x = process.root(n);
  process.map(launch, [x, 'write', tiles]);
  return () => {
    const y = process.root(n);
    process.map(launch, [x, 'read', wide], [y, 'write', tiles]);
    process.release(x);
    x = y;
  };
}

/** An iteration of conjugate gradients on a tridiagonal matrix; scalars and directions are new each time. */
export function conjugateGradients(process: Process): () => void {
  const n = TILE * process.memories;
  const launch = [process.memories];
  const tiles = tiling([TILE], [0], identity(1));
  const wide = halo(tiles, [1], [1]);
  const [x, r] = [process.root(n), process.root(n)];
  let p = process.root(n);
  for (const v of [x, r, p]) process.map(launch, [v, 'write', tiles]);
  const dot = (a: RootKey, b: RootKey): RootKey => {
    const s = process.root(1);
    process.map([1], [s, 'write', none]);
    process.map(launch, [a, 'read', tiles], ...(a === b ? [] : [[b, 'read', tiles] as const]), [
      s,
      'reduce',
      none,
      undefined,
      { op: 'sum' },
    ]);
    return s;
  };
  const quotient = (a: RootKey, b: RootKey): RootKey => {
    const s = process.root(1);
    process.map([1], [a, 'read', none], [b, 'read', none], [s, 'write', none]);
    return s;
  };
  let before = dot(r, r);
  return () => {
    const q = process.root(n);
    process.map(launch, [p, 'read', wide], [q, 'write', tiles]);
    const pq = dot(p, q);
    const alpha = quotient(before, pq);
    process.map(launch, [x, 'readwrite', tiles], [p, 'read', tiles], [alpha, 'read', none]);
    process.map(launch, [r, 'readwrite', tiles], [q, 'read', tiles], [alpha, 'read', none]);
    const after = dot(r, r);
    const beta = quotient(after, before);
    const next = process.root(n);
    process.map(launch, [p, 'read', tiles], [r, 'read', tiles], [beta, 'read', none], [next, 'write', tiles]);
    for (const root of [q, pq, alpha, beta, before, p]) process.release(root);
    before = after;
    p = next;
  };
}

/** A time step of a channel's flow, as in "12 steps to Navier-Stokes": interiors from halos, then rows and columns at the walls. */
export function channelFlow(process: Process): () => void {
  const rows = TILE * process.memories;
  const columns = 34;
  const launch = [process.memories];
  const cut = projection([0, -1]);
  const all = tiling([TILE, columns], [0, 0], cut);
  const inside = internView([rows - 2, columns - 2], [columns, 1], columns + 1);
  const tiles = tiling([TILE, columns - 2], [0, 0], cut);
  const wide = halo(tiles, [1, 1], [1, 1]);
  const column = (x: number): View => internView([rows], [columns], x);
  const row = (y: number): View => internView([columns], [1], y * columns);
  const along = tiling([TILE], [0], identity(1));
  const [u, v, p, b] = [0, 1, 2, 3].map(() => process.root(rows, columns));
  for (const root of [u, v, p, b]) process.map(launch, [root, 'write', all]);
  const around = halo(all, [1, 1], [1, 1]);
  const walls = (root: RootKey): void => {
    for (const x of [0, columns - 1]) process.map(launch, [root, 'write', along, column(x)]);
    for (const y of [0, rows - 1]) process.map([1], [root, 'write', none, row(y)]);
  };
  const step = (out: RootKey, ...from: RootKey[]): void => {
    const old = process.root(rows, columns);
    process.map(launch, [out, 'read', all], [old, 'write', all]);
    process.map(launch, [old, 'read', wide, inside], ...from.map((root) => [root, 'read', tiles, inside] as const), [
      out,
      'write',
      tiles,
      inside,
    ]);
    walls(out);
    process.release(old);
  };
  return () => {
    process.map(launch, [u, 'read', around], [v, 'read', around], [b, 'write', all]);
    for (let i = 0; i < 3; i++) step(p, b);
    step(u, v, p);
    step(v, u, p);
  };
}

/** Products of matrices by SUMMA on a square grid, over and over, one task a panel; eight panels, of which the process has one. */
export function summa(process: Process): () => void {
  const side = Math.floor(Math.sqrt(process.memories));
  const n = 4 * side;
  const launch = [side, side];
  const tiles = tiling([4, 4], [0, 0], identity(2));
  const [a, b, c] = [0, 1, 2].map(() => process.root(n, n));
  for (const root of [a, b, c]) process.map(launch, [root, 'write', tiles]);
  const count = Math.min(side, 8);
  const panels = Array.from({ length: count }, (_, i) => {
    const k = Math.floor((side - count) / 2) + i;
    return { left: internView([n, 4], [n, 1], 4 * k), right: internView([4, n], [n, 1], 4 * k * n) };
  });
  const rows = tiling([4, 4], [0, 0], projection([0, -1]));
  const columns = tiling([4, 4], [0, 0], projection([-1, 1]));
  return () => {
    for (const { left, right } of panels) {
      process.map(
        launch,
        [a, 'read', rows, left, { ends: true }],
        [b, 'read', columns, right, { ends: true }],
        [c, 'readwrite', tiles],
      );
    }
  };
}

export const programs = { stencil, fresh, conjugateGradients, channelFlow, summa };
