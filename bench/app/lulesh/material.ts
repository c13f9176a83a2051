/** The material of the elements: artificial viscosity that is monotonic, and an ideal gas. */
import * as np from 'maniple';
import { type Corners, cross, dot, each, sum, type Vector } from './geometry.js';

const TINY = 1e-36;
const [LINEAR, QUADRATIC] = [0.5, 2 / 3];
const [E_CUT, P_CUT, Q_CUT] = [1e-7, 1e-7, 1e-7];
const E_MIN = -1e15;

/** Velocities' differences across elements, and the elements' widths, along one direction. */
interface Gradient {
  readonly speed: np.NDArray;
  readonly width: np.NDArray;
}

const SIDES = [
  [1, 2, 6, 5, 0, 3, 7, 4],
  [3, 2, 6, 7, 0, 1, 5, 4],
  [4, 5, 6, 7, 0, 1, 2, 3],
] as const;

/** Means over opposite faces, subtracted: columns, rows, planes. */
function across(at: readonly Corners[]): [Vector, Vector, Vector] {
  return each(SIDES, ([a, b, c, d, e, f, g, h]) =>
    each(at, (x) =>
      sum(x[a], x[b], x[c], x[d])
        .subtract(sum(x[e], x[f], x[g], x[h]))
        .multiply(0.25),
    ),
  );
}

/** Gradients along columns, rows and planes. */
export function gradients(at: readonly Corners[], speed: readonly Corners[], volume: np.NDArray): Gradient[] {
  const norm = np.reciprocal(volume.add(TINY));
  const [sides, speeds] = [across(at), across(speed)];
  return [0, 1, 2].map((k) => {
    const area = cross(sides[(k + 1) % 3], sides[(k + 2) % 3]);
    return {
      width: volume.divide(dot(area, area).add(TINY).sqrt()),
      speed: dot(area, speeds[k]).multiply(norm),
    };
  });
}

/** Neighbours along an axis: symmetric in front of the first, free behind the last. */
function limited(speed: np.NDArray, axis: number): np.NDArray {
  const part = (text: string): np.NDArray => speed.slice(...[':', ':', ':'].map((all, k) => (k === axis ? text : all)));
  const norm = np.reciprocal(speed.add(TINY));
  const before = np.concatenate([part(':1'), part(':-1')], axis).multiply(norm);
  const behind = np.concatenate([part('1:'), part('-1:').multiply(0)], axis).multiply(norm);
  const middle = before.add(behind).multiply(0.5);
  return np.clip(np.minimum(np.minimum(middle, before.multiply(2)), behind.multiply(2)), 0, 1);
}

/** Linear and quadratic terms of the artificial viscosity. */
export function viscosity(
  along: readonly Gradient[],
  rho: np.NDArray,
  expansion: np.NDArray,
): { linear: np.NDArray; quadratic: np.NDArray } {
  const terms = along.map(({ speed, width }, k) => {
    const limit = limited(speed, 2 - k);
    const closing = np.minimum(speed.multiply(width), 0);
    const [rest, square] = [np.subtract(1, limit), np.subtract(1, limit.multiply(limit))];
    return { linear: closing.multiply(rest), quadratic: closing.multiply(closing).multiply(square) };
  });
  const opens = expansion.greater(0);
  const linear = sum(...terms.map((term) => term.linear))
    .multiply(rho)
    .multiply(-LINEAR);
  const quadratic = sum(...terms.map((term) => term.quadratic))
    .multiply(rho)
    .multiply(QUADRATIC);
  return { linear: np.where(opens, 0, linear), quadratic: np.where(opens, 0, quadratic) };
}

const cut = (x: np.NDArray, least: number): np.NDArray => np.where(np.abs(x).less(least), 0, x);

function pressureOf(energy: np.NDArray, compression: np.NDArray): { p: np.NDArray; bulk: np.NDArray } {
  const bulk = compression.add(1).multiply(2 / 3);
  return { p: np.maximum(cut(bulk.multiply(energy), P_CUT), 0), bulk };
}

function soundOf(energy: np.NDArray, volume: np.NDArray, bulk: np.NDArray, p: np.NDArray): np.NDArray {
  const square = energy.multiply(2 / 3).add(volume.multiply(volume).multiply(bulk).multiply(p));
  return np.where(square.lessEqual(0.1111111e-36), 0.3333333e-18, square.sqrt());
}

export type Material = Readonly<Record<'e' | 'p' | 'q', np.NDArray>>;

/** Energy, pressure and viscosity after a step, and the speed of sound; `change`: of relative volumes, now `volume`. */
export function equationOfState(
  { e, p, q }: Material,
  volume: np.NDArray,
  change: np.NDArray,
  { linear, quadratic }: ReturnType<typeof viscosity>,
): Material & { sound: np.NDArray } {
  const half = volume.subtract(change.multiply(0.5));
  const [squeezed, between] = [np.reciprocal(volume).subtract(1), np.reciprocal(half).subtract(1)];
  const opens = change.greater(0);
  const damping = (sound: np.NDArray): np.NDArray => sound.multiply(linear).add(quadratic);
  const floor = (x: np.NDArray): np.NDArray => np.maximum(cut(x, E_CUT), E_MIN);
  const before = p.add(q);

  const guess = np.maximum(e.subtract(change.multiply(0.5).multiply(before)), E_MIN);
  const first = pressureOf(guess, between);
  const middle = np.reciprocal(between.add(1));
  const early = np.where(opens, 0, damping(soundOf(guess, middle, first.bulk, first.p)));
  const work = before.multiply(3).subtract(first.p.add(early).multiply(4));
  const better = floor(guess.add(change.multiply(0.5).multiply(work)));

  const second = pressureOf(better, squeezed);
  const late = np.where(opens, 0, damping(soundOf(better, volume, second.bulk, second.p)));
  const rest = before.multiply(7).subtract(first.p.add(early).multiply(8)).add(second.p.add(late));
  const energy = floor(better.subtract(rest.multiply(change).multiply(1 / 6)));

  const last = pressureOf(energy, squeezed);
  const sound = soundOf(energy, volume, last.bulk, last.p);
  return { e: energy, p: last.p, q: np.where(opens, early, cut(damping(sound), Q_CUT)), sound };
}
