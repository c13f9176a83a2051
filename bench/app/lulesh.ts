/**
 * LULESH 2.0, the shock hydrodynamics proxy of Lawrence Livermore: a point blast in a cube of n³ elements, on arrays over all elements and
 * nodes. One region, since all have the same gas. For 5³ and 30³ it goes on to the end and checks the published energy at the origin.
 */
import * as np from 'maniple';
import { items, program } from '../harness/program.js';
import { cornerForces } from './lulesh/forces.js';
import { CORNERS, cornersOf, dot, each, lengths, shapeDerivatives, sum, type Vector, volumes } from './lulesh/geometry.js';
import { equationOfState, gradients, type Material, viscosity } from './lulesh/material.js';

/** Steps of a run. */
const STEPS = 10;
const STOP = 0.01;
const [U_CUT, V_CUT] = [1e-7, 1e-10];
/** By size: steps to the end, and the energy at the origin that the reference prints. */
const PUBLISHED = new Map([
  [5, { steps: 72, energy: 7.853665e3 }],
  [30, { steps: 932, energy: 2.025075e5 }],
]);

interface Mesh {
  readonly masses: np.NDArray;
  readonly volumes: np.NDArray;
}

interface State extends Material {
  readonly x: Vector;
  readonly speed: Vector;
  readonly v: np.NDArray;
  readonly sound: np.NDArray;
}

interface Clock {
  time: number;
  step: number;
  steps: number;
  /** Bounds of the next step: of sound, and of compression. */
  courant: number;
  hydro: number;
}

/** The step, as the reference grows and bounds it. */
function tick(clock: Clock): number {
  let target = STOP - clock.time;
  if (clock.steps > 0) {
    const bounded = clock.courant < 1e20 ? clock.courant / 2 : 1e20;
    const wanted = clock.hydro < bounded ? (clock.hydro * 2) / 3 : bounded;
    const ratio = wanted / clock.step;
    if (ratio < 1 || (ratio >= 1.1 && ratio <= 1.2)) clock.step = wanted;
    else if (ratio > 1.2) clock.step *= 1.2;
    clock.step = Math.min(clock.step, STOP);
  }
  if (target > clock.step && target < (4 * clock.step) / 3) target = (2 * clock.step) / 3;
  clock.step = Math.min(clock.step, target);
  clock.time += clock.step;
  clock.steps++;
  return clock.step;
}

/** Adds what corners have to their nodes. */
function atNodes(corners: readonly np.NDArray[], n: number): np.NDArray {
  const nodal = np.zeros([n + 1, n + 1, n + 1]);
  corners.forEach((part, k) => nodal.slice(...CORNERS[k]).addAssign(part));
  return nodal;
}

/** Velocities and places of nodes after a step; nodes on planes of symmetry stay there. */
function moveNodes({ x, speed, v, p, q, sound }: State, mesh: Mesh, dt: number, n: number): Pick<State, 'x' | 'speed'> {
  const [at, speeds] = [each(x, cornersOf), each(speed, cornersOf)];
  const determ = mesh.volumes.multiply(v);
  const forces = cornerForces(at, speeds, { pressure: p.add(q), sound, mass: mesh.volumes, determ });
  const next = each(speed, (was, axis) => {
    const push = atNodes(forces.map((force) => force[axis]), n).divide(mesh.masses); // biome-ignore format: one line
    push.slice(...[':', ':', ':'].map((all, k) => (k === 2 - axis ? 0 : all))).assign(0);
    const now = was.add(push.multiply(dt));
    return np.where(np.abs(now).less(U_CUT), 0, now);
  });
  return { speed: next, x: each(x, (was, axis) => was.add(next[axis].multiply(dt))) };
}

/** A step; and what bounds the next one. */
function advance(state: State, mesh: Mesh, dt: number, n: number): { next: State; courant: np.NDArray; hydro: np.NDArray } {
  const { x, speed } = moveNodes(state, mesh, dt, n);
  const [at, speeds] = [each(x, cornersOf), each(speed, cornersOf)];
  const volume = volumes(at);
  const relative = volume.divide(mesh.volumes);
  const length = lengths(at, volume);
  const midway = each(at, (c, axis) => c.map((place, k) => place.subtract(speeds[axis][k].multiply(dt / 2))));
  const { b, volume: determinant } = shapeDerivatives(midway);
  const strain = each(speeds, (s, axis) =>
    sum(...[6, 7, 4, 5].map((opposite, k) => b[axis][k].multiply(s[k].subtract(s[opposite])))),
  );
  const expansion = sum(...strain).divide(determinant);
  const whole = mesh.volumes.multiply(relative);
  const q = viscosity(gradients(at, speeds, whole), mesh.volumes.divide(whole), expansion);
  const bounded = np.clip(relative, 1e-9, 1e9);
  const material = equationOfState(state, bounded, relative.subtract(state.v), q);
  const v = np.where(np.abs(relative.subtract(1)).less(V_CUT), 1, relative);

  const squeeze = length.multiply(expansion);
  const rate = material.sound.multiply(material.sound);
  const shock = np.where(expansion.less(0), rate.add(squeeze.multiply(squeeze).multiply(256)), rate);
  const still = expansion.equal(0);
  return {
    next: { ...material, x, speed, v },
    courant: np.where(still, 1e20, length.divide(shock.sqrt())).min(),
    hydro: np.where(still, 1e20, np.reciprocal(np.abs(expansion).add(1e-20)).multiply(0.1)).min(),
  };
}

/** A cube of unit blocks, at rest, with all energy in the element at the origin. */
function begin(n: number): { state: State; mesh: Mesh; clock: Clock } {
  const line = np
    .arange(n + 1)
    .multiply(1.125)
    .divide(n);
  const shape = [n + 1, n + 1, n + 1];
  const place = (axis: number): np.NDArray => np.zeros(shape).add(line.reshape([0, 1, 2].map((k) => (k === axis ? n + 1 : 1))));
  const x: Vector = [place(2), place(1), place(0)];
  const volume = volumes(each(x, cornersOf));
  const mesh = { volumes: volume, masses: atNodes(CORNERS.map(() => volume.multiply(1 / 8)), n) }; // biome-ignore format: one line
  const zeros = (): np.NDArray => np.zeros([n, n, n]);
  const energy = 3.948746e7 * (n / 45) ** 3;
  const e = zeros();
  e.slice(0, 0, 0).assign(energy);
  const speed = each(x, () => np.zeros(shape));
  const state = { x, speed, v: zeros().add(1), e, p: zeros(), q: zeros(), sound: zeros() };
  const step = (0.5 * (1.125 / n)) / Math.sqrt(2 * energy);
  return { state, mesh, clock: { time: 0, step, steps: 0, courant: 1e20, hydro: 1e20 } };
}

export default await program(import.meta, {
  name: 'lulesh',
  unit: 'elements a side',
  size: 5,
  async prepare(n) {
    const { state: initial, mesh, clock: started } = begin(n);
    await np.runtime.fence();
    let [state, clock]: [State, Clock] = [initial, { ...started }];
    const step = async (): Promise<void> => {
      const { next, courant, hydro } = advance(state, mesh, tick(clock), n);
      state = next;
      [clock.courant, clock.hydro] = await items(courant, hydro);
    };
    const numbers = (): Promise<number[]> => items(state.e.slice(0, 0, 0), state.e.sum(), dot(state.speed, state.speed).sum());
    return {
      async run() {
        [state, clock] = [initial, { ...started }];
        for (let i = 0; i < STEPS; i++) await step();
      },
      async result() {
        const found = await numbers();
        const published = PUBLISHED.get(n);
        if (published === undefined) return found;
        while (clock.time < STOP) await step();
        const [energy] = await numbers();
        if (clock.steps !== published.steps || Math.abs(energy / published.energy - 1) > 1e-6)
          throw new Error(`lulesh: energy ${energy} after ${clock.steps} steps where ${published.energy} after ${published.steps} was expected`); // biome-ignore format: one line
        return found;
      },
    };
  },
});
