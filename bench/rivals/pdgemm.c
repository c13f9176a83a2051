/* A square product by ScaLAPACK's pdgemm: as many ranks as it is started with, in a row, with blocks of columns. The first rank is spoken to. */
#define main side_main
#include "side.h"
#undef main

#include <mpi.h>
#include <unistd.h>

#define BLOCK 256

void Cblacs_pinfo(int *rank, int *ranks);
void Cblacs_get(int context, int what, int *value);
void Cblacs_gridinit(int *context, const char *order, int rows, int columns);
void Cblacs_gridinfo(int context, int *rows, int *columns, int *row, int *column);
int numroc_(const int *n, const int *block, const int *at, const int *source, const int *processes);
void descinit_(int *description, const int *m, const int *n, const int *mb, const int *nb, const int *row, const int *column,
               const int *context, const int *lead, int *info);
void pdgemm_(const char *ta, const char *tb, const int *m, const int *n, const int *k, const double *alpha, const double *a,
             const int *ia, const int *ja, const int *da, const double *b, const int *ib, const int *jb, const int *db,
             const double *beta, double *c, const int *ic, const int *jc, const int *dc);

enum { RUN, RESULT, END };
enum { TAG = 7, WAIT = 200 };

static int rank, ranks, order, columns;
static int description[9];
static double *A, *B, *C;

/* Column of the matrix that a rank's column is. */
static long column_of(int own) { return ((long)(own / BLOCK) * ranks + rank) * BLOCK + own % BLOCK; }

static void make(long n) {
  const int zero = 0, block = BLOCK;
  int context, rows, across, row, column, info;
  order = (int)n;
  Cblacs_get(0, 0, &context);
  Cblacs_gridinit(&context, "Row", 1, ranks);
  Cblacs_gridinfo(context, &rows, &across, &row, &column);
  columns = numroc_(&order, &block, &column, &zero, &ranks);
  descinit_(description, &order, &order, &block, &block, &zero, &zero, &context, &order, &info);
  if (info != 0) exit(1);
  A = array(n * columns), B = array(n * columns), C = array(n * columns);
  for (int j = 0; j < columns; j++) {
    for (long i = 0; i < n; i++) {
      A[j * n + i] = spread(i * n + column_of(j), 0.6180339887498949, 0.1);
      B[j * n + i] = spread(i * n + column_of(j), 0.7548776662466927, 0.3);
    }
  }
}

static void multiply(void) {
  const int one = 1;
  const double unit = 1, nothing = 0;
  pdgemm_("N", "N", &order, &order, &order, &unit, A, &one, &one, description, B, &one, &one, description, &nothing, C, &one, &one,
          description);
}

/* The sum, the first element, and the one in the middle of the last column. */
static void reduce(double *out) {
  double own[3] = {0, 0, 0};
  for (int j = 0; j < columns; j++) {
    for (long i = 0; i < order; i++) {
      const double c = C[j * (long)order + i];
      own[0] += c;
      if (i == 0 && column_of(j) == 0) own[1] = c;
      if (i == order / 2 && column_of(j) == order - 1) own[2] = c;
    }
  }
  MPI_Reduce(own, out, 3, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void tell(int command) {
  for (int other = 1; other < ranks; other++) MPI_Send(&command, 1, MPI_INT, other, TAG, MPI_COMM_WORLD);
}

double prepare(long n) {
  make(n);
  return 0;
}

void run(void) {
  tell(RUN);
  multiply();
  MPI_Barrier(MPI_COMM_WORLD);
}

int result(double *out) {
  tell(RESULT);
  reduce(out);
  return 3;
}

/* Ranks that wait must not take processors from other sides: they look now and then. */
static int told(void) {
  int command, is = 0;
  for (;;) {
    MPI_Iprobe(0, TAG, MPI_COMM_WORLD, &is, MPI_STATUS_IGNORE);
    if (is) break;
    usleep(WAIT);
  }
  MPI_Recv(&command, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return command;
}

static void follow(void) {
  for (int command = told(); command != END; command = told()) {
    double out[3];
    if (command == RESULT) {
      reduce(out);
      continue;
    }
    multiply();
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Cblacs_pinfo(&rank, &ranks);
  if (rank == 0) {
    side_main(argc, argv);
    tell(END);
  } else if (argc > 1) {
    make(atol(argv[1]));
    follow();
  }
  MPI_Finalize();
  return 0;
}
