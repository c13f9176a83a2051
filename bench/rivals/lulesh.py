"""LULESH 2.0, a point blast in a cube of elements: ten steps, on arrays over all elements and nodes."""
from functools import reduce

from side import serve

STEPS = 10
STOP = 0.01
LOW, HIGH = slice(None, -1), slice(1, None)
CORNERS = [(LOW, LOW, LOW), (LOW, LOW, HIGH), (LOW, HIGH, HIGH), (LOW, HIGH, LOW)]
CORNERS += [(HIGH, *rest) for _, *rest in CORNERS]
FACES = [(0, 1, 2, 3), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 4, 0), (4, 7, 6, 5)]
SIDES = [(1, 2, 6, 5, 0, 3, 7, 4), (3, 2, 6, 7, 0, 1, 5, 4), (4, 5, 6, 7, 0, 1, 2, 3)]
AROUND = [(1, 2, 3, 4, 5, 7), (2, 3, 0, 5, 6, 4), (3, 0, 1, 6, 7, 5), (0, 1, 2, 7, 4, 6)]
AROUND += [(7, 6, 5, 0, 3, 1), (4, 7, 6, 1, 0, 2), (5, 4, 7, 2, 1, 3), (6, 5, 4, 3, 2, 0)]
MODES = [(1, 1, -1, -1, -1, -1, 1, 1), (1, -1, -1, 1, -1, 1, 1, -1), (1, -1, 1, -1, 1, -1, 1, -1), (-1, 1, -1, 1, 1, -1, 1, -1)]
AREAS = [(0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]


def corners(nodal):
    return [nodal[where] for where in CORNERS]


def each(axes, of):
    return [of(x) for x in axes]


def cross(a, b):
    return [a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3] for k in range(3)]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def total(terms):
    return reduce(lambda a, b: a + b, terms)


def signed(terms, signs):
    first = signs.index(1)
    rest = [(t, s) for k, (t, s) in enumerate(zip(terms, signs)) if k != first]
    return reduce(lambda a, ts: a + ts[0] if ts[1] > 0 else a - ts[0], rest, terms[first])


def volumes(at):
    def d(a, b):
        return [c[a] - c[b] for c in at]

    def plus(a, b):
        return [x + y for x, y in zip(a, b)]

    first = dot(plus(d(3, 1), d(7, 2)), cross(d(6, 3), d(2, 0)))
    second = dot(plus(d(4, 3), d(5, 7)), cross(d(6, 4), d(7, 0)))
    third = dot(plus(d(1, 4), d(2, 5)), cross(d(6, 1), d(5, 0)))
    return (first + second + third) * (1 / 12)


def with_numpy(n):
    import numpy as np

    np.seterr(all="ignore")

    def lengths(at, volume):
        most = None
        for a, b, c, d in AREAS:
            f = each(at, lambda x: (x[c] - x[a]) - (x[d] - x[b]))
            g = each(at, lambda x: (x[c] - x[a]) + (x[d] - x[b]))
            mixed = dot(f, g)
            area = dot(f, f) * dot(g, g) - mixed * mixed
            most = area if most is None else np.maximum(most, area)
        return volume * 4 / np.sqrt(most)

    def shape_derivatives(at):
        def row(c):
            a, b, d, e = c[6] - c[0], c[5] - c[3], c[7] - c[1], c[4] - c[2]
            return (a + b - d - e) * 0.125, (a - b + d - e) * 0.125, (a + b + d + e) * 0.125

        xi, eta, zeta = zip(*each(at, row))
        c0, c1, c2 = cross(eta, zeta), cross(zeta, xi), cross(xi, eta)
        b = [(-x - y - z, x - y - z, x + y - z, y - x - z) for x, y, z in zip(c0, c1, c2)]
        return b, dot(eta, c1) * 8

    def corner_forces(at, speed, pressure, sound, mass, determ):
        def derivative(corner, axis):
            p0, p1, p2, p3, p4, p5 = AROUND[corner]
            y, z = at[(axis + 1) % 3], at[(axis + 2) % 3]
            plus = (y[p1] + y[p2]) * (z[p0] + z[p1]) + (y[p0] + y[p4]) * (z[p3] + z[p4]) + (y[p3] + y[p5]) * (z[p2] + z[p5])
            minus = (y[p0] + y[p1]) * (z[p1] + z[p2]) + (y[p3] + y[p4]) * (z[p0] + z[p4]) + (y[p2] + y[p5]) * (z[p3] + z[p5])
            return (plus - minus) * (1 / 12)

        stiffness = sound * mass * -0.03 / np.cbrt(determ)
        derivatives = [[derivative(k, axis) for axis in range(3)] for k in range(8)]
        inverse = 1 / determ
        shapes = []
        for mode in MODES:
            moment = each(at, lambda x: signed(x, mode) * inverse)
            shapes.append([mode[k] - dot(d, moment) for k, d in enumerate(derivatives)])
        rates = [[total(s * v[k] for k, s in enumerate(shape)) for shape in shapes] for v in speed]
        areas = []
        for a, b, c, d in FACES:
            one = each(at, lambda x: (x[d] + x[c] - x[b] - x[a]) * 0.5)
            two = each(at, lambda x: (x[c] + x[b] - x[d] - x[a]) * 0.5)
            areas.append([area * 0.25 for area in cross(one, two)])
        forces = []
        for k in range(8):
            normal = [total(area[axis] for face, area in zip(FACES, areas) if k in face) for axis in range(3)]
            against = [total(shape[k] * rate[i] for i, shape in enumerate(shapes)) * stiffness for rate in rates]
            forces.append([area * pressure + force for area, force in zip(normal, against)])
        return forces

    def gradients(at, speed, volume):
        def across(of):
            return [[(x[a] + x[b] + x[c] + x[d] - (x[e] + x[f] + x[g] + x[h])) * 0.25 for x in of] for a, b, c, d, e, f, g, h in SIDES]

        norm = 1 / (volume + 1e-36)
        sides, speeds = across(at), across(speed)
        found = []
        for k in range(3):
            area = cross(sides[(k + 1) % 3], sides[(k + 2) % 3])
            found.append((dot(area, speeds[k]) * norm, volume / np.sqrt(dot(area, area) + 1e-36)))
        return found

    def viscosity(along, rho, expansion):
        linear, quadratic = [], []
        for k, (speed, width) in enumerate(along):
            axis = 2 - k
            low, high = np.split(speed, [1], axis), np.split(speed, [n - 1], axis)
            norm = 1 / (speed + 1e-36)
            before = np.concatenate([low[0], high[0]], axis) * norm
            behind = np.concatenate([low[1], high[1] * 0], axis) * norm
            limit = np.clip(np.minimum(np.minimum((before + behind) * 0.5, before * 2), behind * 2), 0, 1)
            closing = np.minimum(speed * width, 0)
            linear.append(closing * (1 - limit))
            quadratic.append(closing * closing * (1 - limit * limit))
        opens = expansion > 0
        return np.where(opens, 0, total(linear) * rho * -0.5), np.where(opens, 0, total(quadratic) * rho * (2 / 3))

    def cut(x, least):
        return np.where(np.abs(x) < least, 0, x)

    def pressure_of(energy, compression):
        bulk = (compression + 1) * (2 / 3)
        return np.maximum(cut(bulk * energy, 1e-7), 0), bulk

    def sound_of(energy, volume, bulk, p):
        square = energy * (2 / 3) + volume * volume * bulk * p
        return np.where(square <= 0.1111111e-36, 0.3333333e-18, np.sqrt(square))

    def equation_of_state(e, p, q, volume, change, linear, quadratic):
        half = volume - change * 0.5
        squeezed, between = 1 / volume - 1, 1 / half - 1
        opens, before = change > 0, p + q

        def floor(x):
            return np.maximum(cut(x, 1e-7), -1e15)

        guess = np.maximum(e - change * 0.5 * before, -1e15)
        p1, bulk1 = pressure_of(guess, between)
        early = np.where(opens, 0, sound_of(guess, 1 / (between + 1), bulk1, p1) * linear + quadratic)
        better = floor(guess + change * 0.5 * (before * 3 - (p1 + early) * 4))
        p2, bulk2 = pressure_of(better, squeezed)
        late = np.where(opens, 0, sound_of(better, volume, bulk2, p2) * linear + quadratic)
        energy = floor(better - (before * 7 - (p1 + early) * 8 + (p2 + late)) * change * (1 / 6))
        p3, bulk3 = pressure_of(energy, squeezed)
        sound = sound_of(energy, volume, bulk3, p3)
        return energy, p3, np.where(opens, early, cut(sound * linear + quadratic, 1e-7)), sound

    def at_nodes(parts):
        nodal = np.zeros((n + 1,) * 3)
        for where, part in zip(CORNERS, parts):
            nodal[where] += part
        return nodal

    line = np.arange(n + 1) * 1.125 / n
    start = [np.zeros((n + 1,) * 3) + line.reshape([n + 1 if k == axis else 1 for k in range(3)]) for axis in (2, 1, 0)]
    volo = volumes(each(start, corners))
    masses = at_nodes([volo * (1 / 8)] * 8)
    blast = 3.948746e7 * (n / 45) ** 3

    def advance(state, dt):
        x, speed, v, e, p, q, sound = state
        forces = corner_forces(each(x, corners), each(speed, corners), p + q, sound, volo, volo * v)
        moved = []
        for axis in range(3):
            push = at_nodes([force[axis] for force in forces]) / masses
            push[tuple(0 if k == 2 - axis else slice(None) for k in range(3))] = 0
            moved.append(cut(speed[axis] + push * dt, 1e-7))
        speed = moved
        x = [a + b * dt for a, b in zip(x, speed)]
        at, speeds = each(x, corners), each(speed, corners)
        volume = volumes(at)
        relative = volume / volo
        length = lengths(at, volume)
        b, determinant = shape_derivatives([[c - s * (dt / 2) for c, s in zip(cs, ss)] for cs, ss in zip(at, speeds)])
        strain = [total(b[axis][k] * (s[k] - s[o]) for k, o in enumerate((6, 7, 4, 5))) for axis, s in enumerate(speeds)]
        expansion = total(strain) / determinant
        whole = volo * relative
        linear, quadratic = viscosity(gradients(at, speeds, whole), volo / whole, expansion)
        bounded = np.clip(relative, 1e-9, 1e9)
        e, p, q, sound = equation_of_state(e, p, q, bounded, relative - v, linear, quadratic)
        v = np.where(np.abs(relative - 1) < 1e-10, 1, relative)
        squeeze, rate = length * expansion, sound * sound
        shock = np.where(expansion < 0, rate + squeeze * squeeze * 256, rate)
        still = expansion == 0
        courant = np.where(still, 1e20, length / np.sqrt(shock)).min()
        hydro = np.where(still, 1e20, 0.1 / (np.abs(expansion) + 1e-20)).min()
        return (x, speed, v, e, p, q, sound), courant, hydro

    last = [None]

    def run():
        e = np.zeros((n,) * 3)
        e[0, 0, 0] = blast
        zeros = [np.zeros((n,) * 3) for _ in range(3)]
        state = (start, [np.zeros((n + 1,) * 3) for _ in range(3)], np.ones((n,) * 3), e, *zeros)
        time, dt = 0.0, 0.5 * (1.125 / n) / np.sqrt(2 * blast)
        courant = hydro = 1e20
        for i in range(STEPS):
            if i > 0:
                wanted = courant / 2 if courant < 1e20 else 1e20
                wanted = hydro * 2 / 3 if hydro < wanted else wanted
                if wanted < dt or 1.1 <= wanted / dt <= 1.2:
                    dt = wanted
                elif wanted / dt > 1.2:
                    dt *= 1.2
            dt = min(dt, STOP - time)
            time += dt
            state, courant, hydro = advance(state, dt)
        last[0] = state

    def result():
        x, speed, v, e, *_ = last[0]
        return [e[0, 0, 0], e.sum(), dot(speed, speed).sum()]

    return run, result, None


serve(numpy=with_numpy)
