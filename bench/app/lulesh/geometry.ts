/** Hexahedra of the Lagrangian mesh: corners, volumes, lengths, derivatives of shape functions. A vector is three arrays. */
import * as np from 'maniple';

export type Vector = readonly [np.NDArray, np.NDArray, np.NDArray];
/** A quantity at the eight corners of all elements. */
export type Corners = readonly np.NDArray[];

const [LOW, HIGH] = [':-1', '1:'] as const;
/** Where corners lie among the nodes: planes, rows, columns. */
export const CORNERS = [
  [LOW, LOW, LOW],
  [LOW, LOW, HIGH],
  [LOW, HIGH, HIGH],
  [LOW, HIGH, LOW],
  [HIGH, LOW, LOW],
  [HIGH, LOW, HIGH],
  [HIGH, HIGH, HIGH],
  [HIGH, HIGH, LOW],
] as const;

/** A nodal array at the corners of elements. */
export const cornersOf = (nodal: np.NDArray): Corners => CORNERS.map((where) => nodal.slice(...where));

export const sum = (...terms: readonly np.NDArray[]): np.NDArray => terms.reduce((total, term) => total.add(term));

export const cross = ([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector => [
  ay.multiply(bz).subtract(az.multiply(by)),
  az.multiply(bx).subtract(ax.multiply(bz)),
  ax.multiply(by).subtract(ay.multiply(bx)),
];

export const dot = ([ax, ay, az]: Vector, [bx, by, bz]: Vector): np.NDArray =>
  ax.multiply(bx).add(ay.multiply(by)).add(az.multiply(bz));

/** For each of the axes. */
export function each<T, R>(axes: readonly T[], of: (x: T, axis: number) => R): [R, R, R] {
  return [of(axes[0], 0), of(axes[1], 1), of(axes[2], 2)];
}

const difference = (at: readonly Corners[], a: number, b: number): Vector => each(at, (c) => c[a].subtract(c[b]));
const plus = (a: Vector, b: Vector): Vector => each(a, (x, axis) => x.add(b[axis]));

/** Volumes of elements. */
export function volumes(at: readonly Corners[]): np.NDArray {
  const d = (a: number, b: number): Vector => difference(at, a, b);
  const triple = (a: Vector, b: Vector, c: Vector): np.NDArray => dot(a, cross(b, c));
  const first = triple(plus(d(3, 1), d(7, 2)), d(6, 3), d(2, 0));
  const second = triple(plus(d(4, 3), d(5, 7)), d(6, 4), d(7, 0));
  const third = triple(plus(d(1, 4), d(2, 5)), d(6, 1), d(5, 0));
  return first
    .add(second)
    .add(third)
    .multiply(1 / 12);
}

const FACES = [
  [0, 1, 2, 3],
  [4, 5, 6, 7],
  [0, 1, 5, 4],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 0, 4, 7],
] as const;

/** Characteristic lengths of elements: volumes over their largest faces. */
export function lengths(at: readonly Corners[], volume: np.NDArray): np.NDArray {
  const areas = FACES.map(([a, b, c, d]) => {
    const [across, along] = [difference(at, c, a), difference(at, d, b)];
    const f = each(across, (x, axis) => x.subtract(along[axis]));
    const g = plus(across, along);
    const mixed = dot(f, g);
    return dot(f, f).multiply(dot(g, g)).subtract(mixed.multiply(mixed));
  });
  return volume.multiply(4).divide(areas.reduce((most, area) => np.maximum(most, area)).sqrt());
}

/** Derivatives of shape functions at corners 0 to 3 (those at 6, 7, 4, 5 are their negatives), by axis; and volumes. */
export function shapeDerivatives(at: readonly Corners[]): { b: readonly Corners[]; volume: np.NDArray } {
  const jacobian = each(at, (c) => {
    const [a, b] = [c[6].subtract(c[0]), c[5].subtract(c[3])];
    const [d, e] = [c[7].subtract(c[1]), c[4].subtract(c[2])];
    const [xi, eta, zeta] = [a.add(b).subtract(d).subtract(e), a.subtract(b).add(d).subtract(e), sum(a, b, d, e)];
    return [xi.multiply(0.125), eta.multiply(0.125), zeta.multiply(0.125)] as const;
  });
  const column = (k: 0 | 1 | 2): Vector => each(jacobian, (row) => row[k]);
  const [xi, eta, zeta] = [column(0), column(1), column(2)];
  const [c0, c1, c2] = [cross(eta, zeta), cross(zeta, xi), cross(xi, eta)];
  const b = each([0, 1, 2], (axis) => [
    c0[axis].negative().subtract(c1[axis]).subtract(c2[axis]),
    c0[axis].subtract(c1[axis]).subtract(c2[axis]),
    c0[axis].add(c1[axis]).subtract(c2[axis]),
    c1[axis].subtract(c0[axis]).subtract(c2[axis]),
  ]);
  return { b, volume: dot(eta, c1).multiply(8) };
}
