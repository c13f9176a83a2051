/** Forces on the corners of elements: of their stress, and against hourglass modes (Flanagan and Belytschko). */
import * as np from 'maniple';
import { type Corners, cross, each, sum, type Vector } from './geometry.js';

const HOURGLASS = 3;
const FACES = [
  [0, 1, 2, 3],
  [0, 4, 5, 1],
  [1, 5, 6, 2],
  [2, 6, 7, 3],
  [3, 7, 4, 0],
  [4, 7, 6, 5],
] as const;
/** By corner: the corners that the derivative of the volume is made of. */
const AROUND = [
  [1, 2, 3, 4, 5, 7],
  [2, 3, 0, 5, 6, 4],
  [3, 0, 1, 6, 7, 5],
  [0, 1, 2, 7, 4, 6],
  [7, 6, 5, 0, 3, 1],
  [4, 7, 6, 1, 0, 2],
  [5, 4, 7, 2, 1, 3],
  [6, 5, 4, 3, 2, 0],
] as const;
const MODES = [
  [1, 1, -1, -1, -1, -1, 1, 1],
  [1, -1, -1, 1, -1, 1, 1, -1],
  [1, -1, 1, -1, 1, -1, 1, -1],
  [-1, 1, -1, 1, 1, -1, 1, -1],
] as const;

/** The sum of terms with signs. */
function signed(terms: Corners, signs: readonly number[]): np.NDArray {
  const first = signs.indexOf(1);
  return terms.reduce((total, term, k) => {
    if (k === first) return total;
    return signs[k] > 0 ? total.add(term) : total.subtract(term);
  }, terms[first]);
}

/** Normals at the corners: a quarter of each face beside them. */
function normals(at: readonly Corners[]): Vector[] {
  const areas = FACES.map(([a, b, c, d]) => {
    const first = each(at, (x) => x[d].add(x[c]).subtract(x[b]).subtract(x[a]).multiply(0.5));
    const second = each(at, (x) => x[c].add(x[b]).subtract(x[d]).subtract(x[a]).multiply(0.5));
    return each(cross(first, second), (area) => area.multiply(0.25));
  });
  return AROUND.map((_, corner) => {
    const beside = areas.filter((_, face) => (FACES[face] as readonly number[]).includes(corner));
    return each([0, 1, 2], (axis) => sum(...beside.map((area) => area[axis])));
  });
}

/** Derivatives of the volume by a corner's place. */
function volumeDerivatives(at: readonly Corners[], corner: number): Vector {
  const [p0, p1, p2, p3, p4, p5] = AROUND[corner];
  return each([0, 1, 2], (axis) => {
    const [y, z] = [at[(axis + 1) % 3], at[(axis + 2) % 3]];
    const product = (a: number, b: number, c: number, d: number): np.NDArray => y[a].add(y[b]).multiply(z[c].add(z[d]));
    const plus = sum(product(p1, p2, p0, p1), product(p0, p4, p3, p4), product(p3, p5, p2, p5));
    const minus = sum(product(p0, p1, p1, p2), product(p3, p4, p0, p4), product(p2, p5, p3, p5));
    return plus.subtract(minus).multiply(1 / 12);
  });
}

/** Forces against hourglass modes; `stiffness`: by element. */
function hourglass(at: readonly Corners[], speed: readonly Corners[], determ: np.NDArray, stiffness: np.NDArray): Vector[] {
  const derivatives = AROUND.map((_, corner) => volumeDerivatives(at, corner));
  const inverse = np.reciprocal(determ);
  const shapes = MODES.map((mode) => {
    const moment = each(at, (x) => signed(x, mode).multiply(inverse));
    return derivatives.map((d, k) => d[0].multiply(moment[0]).add(d[1].multiply(moment[1])).add(d[2].multiply(moment[2])).negative().add(mode[k])); // biome-ignore format: one line
  });
  const rates = each(speed, (v) => shapes.map((shape) => sum(...shape.map((s, k) => s.multiply(v[k])))));
  return AROUND.map((_, k) =>
    each(rates, (rate) => sum(...shapes.map((shape, i) => shape[k].multiply(rate[i]))).multiply(stiffness)),
  );
}

/** Forces on the corners. `pressure`: with the artificial viscosity; `determ`: volumes. */
export function cornerForces(
  at: readonly Corners[],
  speed: readonly Corners[],
  { pressure, sound, mass, determ }: Readonly<Record<'pressure' | 'sound' | 'mass' | 'determ', np.NDArray>>,
): Vector[] {
  const stiffness = sound
    .multiply(mass)
    .multiply(-0.01 * HOURGLASS)
    .divide(np.cbrt(determ));
  const against = hourglass(at, speed, determ, stiffness);
  return normals(at).map((normal, k) => each(normal, (area, axis) => area.multiply(pressure).add(against[k][axis])));
}
