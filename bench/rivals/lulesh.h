/* Hexahedra of `lulesh.c`: volumes, lengths, forces on corners and the rate of growth, of elements with their corners' coordinates by axis. */
#include <math.h>

#define EACH(k) for (int k = 0; k < 3; k++)
#define ALL(k) for (int k = 0; k < 8; k++)

typedef double Corners[3][8];

static const int HIGH[8][3] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 1}, {0, 1, 0}, {1, 0, 0}, {1, 0, 1}, {1, 1, 1}, {1, 1, 0}};
/* Faces with the corners in the order of their normals; and by corner, the terms of the derivative of the volume. */
static const int FACES[6][4] = {{0, 1, 2, 3}, {0, 4, 5, 1}, {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}, {4, 7, 6, 5}};
static const int AROUND[8][6] = {{1, 2, 3, 4, 5, 7}, {2, 3, 0, 5, 6, 4}, {3, 0, 1, 6, 7, 5}, {0, 1, 2, 7, 4, 6},
                                 {7, 6, 5, 0, 3, 1}, {4, 7, 6, 1, 0, 2}, {5, 4, 7, 2, 1, 3}, {6, 5, 4, 3, 2, 0}};
static const double MODES[4][8] = {
    {1, 1, -1, -1, -1, -1, 1, 1}, {1, -1, -1, 1, -1, 1, 1, -1}, {1, -1, 1, -1, 1, -1, 1, -1}, {-1, 1, -1, 1, 1, -1, 1, -1}};

static inline double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static inline void cross(const double *a, const double *b, double *out) {
  out[0] = a[1] * b[2] - a[2] * b[1], out[1] = a[2] * b[0] - a[0] * b[2], out[2] = a[0] * b[1] - a[1] * b[0];
}

/* (a - b + c - d) · ((e - f) × (g - h)), of corners. */
static inline double triple(const Corners at, int a, int b, int c, int d, int e, int f, int g, int h) {
  double sum[3], left[3], right[3], area[3];
  EACH(k) sum[k] = at[k][a] - at[k][b] + (at[k][c] - at[k][d]), left[k] = at[k][e] - at[k][f], right[k] = at[k][g] - at[k][h];
  cross(left, right, area);
  return dot(sum, area);
}

static inline double volume_of(const Corners at) {
  return (triple(at, 3, 1, 7, 2, 6, 3, 2, 0) + triple(at, 4, 3, 5, 7, 6, 4, 7, 0) + triple(at, 1, 4, 2, 5, 6, 1, 5, 0)) / 12;
}

/* The volume over the largest face. */
static inline double length_of(const Corners at, double volume) {
  static const int SIDES[6][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  double most = 0;
  for (int s = 0; s < 6; s++) {
    double f[3], g[3];
    EACH(k) {
      const double across = at[k][SIDES[s][2]] - at[k][SIDES[s][0]], along = at[k][SIDES[s][3]] - at[k][SIDES[s][1]];
      f[k] = across - along, g[k] = across + along;
    }
    const double mixed = dot(f, g);
    most = fmax(most, dot(f, f) * dot(g, g) - mixed * mixed);
  }
  return 4 * volume / sqrt(most);
}

/* Pressure on the corners: a quarter of each face beside them. */
static inline void stress(const Corners at, double pressure, Corners out) {
  for (int s = 0; s < 6; s++) {
    const int *c = FACES[s];
    double first[3], second[3], area[3];
    EACH(k) {
      first[k] = 0.5 * (at[k][c[3]] + at[k][c[2]] - at[k][c[1]] - at[k][c[0]]);
      second[k] = 0.5 * (at[k][c[2]] + at[k][c[1]] - at[k][c[3]] - at[k][c[0]]);
    }
    cross(first, second, area);
    EACH(k) for (int i = 0; i < 4; i++) out[k][c[i]] += 0.25 * area[k] * pressure;
  }
}

/* Forces against hourglass modes (Flanagan and Belytschko). */
static inline void hourglass(const Corners at, const Corners rates, double determ, double stiffness, Corners out) {
  double derivative[3][8];
  EACH(axis) {
    const double *y = at[(axis + 1) % 3], *z = at[(axis + 2) % 3];
    ALL(c) {
      const int *w = AROUND[c];
#define PAIR(a, b, c, d) ((y[w[a]] + y[w[b]]) * (z[w[c]] + z[w[d]]))
      derivative[axis][c] = (PAIR(1, 2, 0, 1) + PAIR(0, 4, 3, 4) + PAIR(3, 5, 2, 5) - PAIR(0, 1, 1, 2) - PAIR(3, 4, 0, 4) - PAIR(2, 5, 3, 5)) / 12;
#undef PAIR
    }
  }
  for (int mode = 0; mode < 4; mode++) {
    double moment[3] = {0, 0, 0}, shape[8];
    EACH(k) ALL(c) moment[k] += MODES[mode][c] * at[k][c];
    EACH(k) moment[k] /= determ;
    ALL(c) shape[c] = MODES[mode][c] - (derivative[0][c] * moment[0] + derivative[1][c] * moment[1] + derivative[2][c] * moment[2]);
    EACH(k) {
      double rate = 0;
      ALL(c) rate += shape[c] * rates[k][c];
      ALL(c) out[k][c] += shape[c] * rate * stiffness;
    }
  }
}

/* The rate at which an element grows, from the derivatives of shape functions half a step ago. */
static inline double expansion_of(const Corners at, const Corners rates, double dt) {
  double axes[3][3], c[3][3], strain = 0;
  EACH(d) {
    double mid[8];
    ALL(k) mid[k] = at[d][k] - rates[d][k] * (dt / 2);
    const double a = mid[6] - mid[0], b = mid[5] - mid[3], f = mid[7] - mid[1], g = mid[4] - mid[2];
    axes[0][d] = (a + b - f - g) / 8, axes[1][d] = (a - b + f - g) / 8, axes[2][d] = (a + b + f + g) / 8;
  }
  EACH(k) cross(axes[(k + 1) % 3], axes[(k + 2) % 3], c[k]);
  EACH(d) {
    const double *r = rates[d];
    strain += (-c[0][d] - c[1][d] - c[2][d]) * (r[0] - r[6]) + (c[0][d] - c[1][d] - c[2][d]) * (r[1] - r[7]);
    strain += (c[0][d] + c[1][d] - c[2][d]) * (r[2] - r[4]) + (c[1][d] - c[0][d] - c[2][d]) * (r[3] - r[5]);
  }
  return strain / (8 * dot(axes[1], c[1]));
}
