/*
 * LULESH: a point blast in a cube of n³ elements (Hydrodynamics Challenge Problem, LLNL-TR-490254), with the equations as `bench/app/lulesh.ts` has
 * them, in loops over elements and nodes: an element's quantities stay in registers, and each node adds up the forces of its corners.
 */
#include "lulesh.h"
#include "side.h"

/* Of a run; for the published energies to the end: -DSTEPS=10000. */
#ifndef STEPS
#define STEPS 10
#endif
#define STOP 0.01
#define TINY 1e-36
/* The cube: elements and nodes a side, elements, nodes. */
static long n, m, elements, nodes;
/* By node. */
static double *start[3], *x[3], *speed[3], *masses;
/* By element. */
static double *volumes, *v, *e, *p, *q, *sound, *force[3], *slope[3], *width[3], *expansion, *relative, *length;

static inline long node(long k, long j, long i) { return (k * m + j) * m + i; }

static inline void corners(double *const of[3], long k, long j, long i, Corners at) {
  ALL(c) {
    const long here = node(k + HIGH[c][0], j + HIGH[c][1], i + HIGH[c][2]);
    EACH(d) at[d][c] = of[d][here];
  }
}

static void corner_forces(void) {
#pragma omp parallel for
  for (long k = 0; k < n; k++)
    for (long j = 0; j < n; j++)
      for (long i = 0; i < n; i++) {
        const long el = (k * n + j) * n + i;
        Corners at, rates, out = {{0}};
        corners(x, k, j, i, at), corners(speed, k, j, i, rates);
        const double determ = volumes[el] * v[el];
        stress(at, p[el] + q[el], out);
        hourglass(at, rates, determ, sound[el] * volumes[el] * -0.03 / cbrt(determ), out);
        EACH(d) ALL(c) force[d][8 * el + c] = out[d][c];
      }
}

/* Quantities of corners, at their nodes. */
static inline double gathered(const double *by_corner, long k, long j, long i) {
  double sum = 0;
  ALL(c) {
    const long a = k - HIGH[c][0], b = j - HIGH[c][1], d = i - HIGH[c][2];
    if (a >= 0 && a < n && b >= 0 && b < n && d >= 0 && d < n) sum += by_corner[8 * ((a * n + b) * n + d) + c];
  }
  return sum;
}

static void move_nodes(double dt) {
#pragma omp parallel for
  for (long k = 0; k < m; k++)
    for (long j = 0; j < m; j++)
      for (long i = 0; i < m; i++) {
        const long here = node(k, j, i);
        const long from_plane[3] = {i, j, k};
        EACH(d) {
          const double push = from_plane[d] == 0 ? 0 : gathered(force[d], k, j, i) / masses[here];
          const double now = speed[d][here] + push * dt;
          speed[d][here] = fabs(now) < 1e-7 ? 0 : now;
          x[d][here] += speed[d][here] * dt;
        }
      }
}

/* Differences of speeds, and widths, along columns, rows and planes. */
static inline void gradients(const Corners at, const Corners rates, double volume, long el) {
  static const int SIDES[3][8] = {{1, 2, 6, 5, 0, 3, 7, 4}, {3, 2, 6, 7, 0, 1, 5, 4}, {4, 5, 6, 7, 0, 1, 2, 3}};
  double side[3][3], rate[3][3];
  EACH(s) EACH(d) {
    const int *c = SIDES[s];
    const double *a = at[d], *r = rates[d];
    side[s][d] = 0.25 * (a[c[0]] + a[c[1]] + a[c[2]] + a[c[3]] - (a[c[4]] + a[c[5]] + a[c[6]] + a[c[7]]));
    rate[s][d] = 0.25 * (r[c[0]] + r[c[1]] + r[c[2]] + r[c[3]] - (r[c[4]] + r[c[5]] + r[c[6]] + r[c[7]]));
  }
  EACH(s) {
    double area[3];
    cross(side[(s + 1) % 3], side[(s + 2) % 3], area);
    width[s][el] = volume / sqrt(dot(area, area) + TINY);
    slope[s][el] = dot(area, rate[s]) / (volume + TINY);
  }
}

static void kinematics(double dt) {
#pragma omp parallel for
  for (long k = 0; k < n; k++)
    for (long j = 0; j < n; j++)
      for (long i = 0; i < n; i++) {
        const long el = (k * n + j) * n + i;
        Corners at, rates;
        corners(x, k, j, i, at), corners(speed, k, j, i, rates);
        const double volume = volume_of(at);
        relative[el] = volume / volumes[el];
        length[el] = length_of(at, volume);
        expansion[el] = expansion_of(at, rates, dt);
        gradients(at, rates, volume, el);
      }
}

/* Neighbours along an axis: symmetric in front of the first element, free behind the last. */
static inline double limited(const double *slopes, long el, long at, long stride) {
  const double norm = 1 / (slopes[el] + TINY);
  const double before = norm * slopes[at > 0 ? el - stride : el], behind = at < n - 1 ? norm * slopes[el + stride] : 0;
  return fmax(0, fmin(1, fmin(fmin(0.5 * (before + behind), 2 * before), 2 * behind)));
}

static inline double cut(double value, double least) { return fabs(value) < least ? 0 : value; }

static inline double pressure_of(double energy, double bulk) { return fmax(cut(bulk * energy, 1e-7), 0); }

static inline double sound_of(double energy, double volume, double bulk, double pressure) {
  const double square = energy * (2.0 / 3) + volume * volume * bulk * pressure;
  return square <= 0.1111111e-36 ? 0.3333333e-18 : sqrt(square);
}

/* Energy, pressure, viscosity and the speed of sound, of an ideal gas. */
static inline void state(long el, double volume, double change, double linear, double quadratic) {
  const double half = volume - 0.5 * change, before = p[el] + q[el];
  const double squeezed = (1 / volume - 1 + 1) * (2.0 / 3), between = (1 / half - 1 + 1) * (2.0 / 3);
  const double guess = fmax(e[el] - 0.5 * change * before, -1e15), first = pressure_of(guess, between);
  const double early = change > 0 ? 0 : sound_of(guess, half, between, first) * linear + quadratic;
  const double better = fmax(cut(guess + 0.5 * change * (3 * before - 4 * (first + early)), 1e-7), -1e15);
  const double second = pressure_of(better, squeezed);
  const double late = change > 0 ? 0 : sound_of(better, volume, squeezed, second) * linear + quadratic;
  e[el] = fmax(cut(better - (7 * before - 8 * (first + early) + second + late) * change / 6, 1e-7), -1e15);
  p[el] = pressure_of(e[el], squeezed);
  sound[el] = sound_of(e[el], volume, squeezed, p[el]);
  q[el] = change > 0 ? early : cut(sound[el] * linear + quadratic, 1e-7);
}

/* The material after a step; bounds of the next one. */
static void material(double *courant, double *hydro) {
  double sonic = 1e20, growing = 1e20;
#pragma omp parallel for reduction(min : sonic, growing)
  for (long k = 0; k < n; k++)
    for (long j = 0; j < n; j++)
      for (long i = 0; i < n; i++) {
        const long el = (k * n + j) * n + i, at[3] = {i, j, k}, stride[3] = {1, n, n * n};
        double linear = 0, quadratic = 0;
        EACH(s) {
          const double limit = limited(slope[s], el, at[s], stride[s]), closing = fmin(slope[s][el] * width[s][el], 0);
          linear += closing * (1 - limit), quadratic += closing * closing * (1 - limit * limit);
        }
        const double now = relative[el], rho = 1 / now, rate = expansion[el];
        linear = rate > 0 ? 0 : -0.5 * rho * linear, quadratic = rate > 0 ? 0 : 2.0 / 3 * rho * quadratic;
        state(el, fmax(1e-9, fmin(1e9, now)), now - v[el], linear, quadratic);
        v[el] = fabs(now - 1) < 1e-10 ? 1 : now;
        if (rate == 0) continue;
        const double squeeze = length[el] * rate, square = sound[el] * sound[el];
        sonic = fmin(sonic, length[el] / sqrt(rate < 0 ? square + 256 * squeeze * squeeze : square));
        growing = fmin(growing, 0.1 / (fabs(rate) + 1e-20));
      }
  *courant = sonic, *hydro = growing;
}

static double blast(void) { return 3.948746e7 * pow((double)n / 45, 3); }

static void begin(void) {
  EACH(d) memcpy(x[d], start[d], 8 * (size_t)nodes), memset(speed[d], 0, 8 * (size_t)nodes);
  double *const zero[] = {e, p, q, sound};
  for (int k = 0; k < 4; k++) memset(zero[k], 0, 8 * (size_t)elements);
  for (long el = 0; el < elements; el++) v[el] = 1;
  e[0] = blast();
}

double prepare(long size) {
  n = size, m = n + 1, elements = n * n * n, nodes = m * m * m;
  EACH(d) start[d] = array(nodes), x[d] = array(nodes), speed[d] = array(nodes);
  EACH(d) force[d] = array(8 * elements), slope[d] = array(elements), width[d] = array(elements);
  double **const by_element[] = {&volumes, &v, &e, &p, &q, &sound, &expansion, &relative, &length};
  for (int k = 0; k < 9; k++) *by_element[k] = array(elements);
  masses = array(nodes);
  for (long k = 0; k < m; k++)
    for (long j = 0; j < m; j++)
      for (long i = 0; i < m; i++) {
        const long at[3] = {i, j, k};
        EACH(d) start[d][node(k, j, i)] = 1.125 * (double)at[d] / (double)n;
      }
  for (long el = 0; el < elements; el++) {
    Corners at;
    corners(start, el / (n * n), el / n % n, el % n, at);
    volumes[el] = volume_of(at);
    ALL(c) force[0][8 * el + c] = volumes[el] / 8;
  }
  for (long k = 0; k < m; k++)
    for (long j = 0; j < m; j++)
      for (long i = 0; i < m; i++) masses[node(k, j, i)] = gathered(force[0], k, j, i);
  begin();
  return 0;
}

void run(void) {
  begin();
  double time = 0, dt = 0.5 * (1.125 / (double)n) / sqrt(2 * blast()), courant = 1e20, hydro = 1e20;
  for (int step = 0; step < STEPS && time < STOP; step++) {
    if (step > 0) {
      double wanted = courant < 1e20 ? courant / 2 : 1e20;
      if (hydro < wanted) wanted = 2 * hydro / 3;
      const double ratio = wanted / dt;
      if (ratio < 1 || (ratio >= 1.1 && ratio <= 1.2)) dt = wanted;
      else if (ratio > 1.2) dt *= 1.2;
    }
    double target = STOP - time;
    dt = fmin(dt, STOP);
    if (target > dt && target < 4 * dt / 3) target = 2 * dt / 3;
    dt = fmin(dt, target);
    time += dt;
    corner_forces();
    move_nodes(dt);
    kinematics(dt);
    material(&courant, &hydro);
  }
}

int result(double *out) {
  out[0] = e[0], out[1] = 0, out[2] = 0;
  for (long el = 0; el < elements; el++) out[1] += e[el];
  for (long k = 0; k < nodes; k++) EACH(d) out[2] += speed[d][k] * speed[d][k];
  return 3;
}
