/* One side of a benchmark in its own process, in C: the protocol of side.py. A rival defines the three functions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Allocates and fills; returns the bytes that a run must move. */
double prepare(long n);
void run(void);
/* Writes a few numbers to compare; returns how many. */
int result(double *out);

static double spread(long i, double factor, double offset) { return fmod((double)i * factor + offset, 1.0); }

static double *array(long n) {
  double *p = aligned_alloc(64, ((size_t)n * sizeof(double) + 63) / 64 * 64);
  if (p == NULL) exit(1);
  return p;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc < 2) return 1;
  printf("{\"ready\": true, \"bytes\": %.0f}\n", prepare(atol(argv[1])));
  fflush(stdout);
  char line[256];
  while (fgets(line, sizeof line, stdin) != NULL) {
    const char *times = strstr(line, "\"times\":");
    if (strstr(line, "\"run\"") != NULL && times != NULL) {
      const long count = atol(times + strlen("\"times\":"));
      const double start = now();
      for (long i = 0; i < count; i++) run();
      printf("{\"seconds\": %.9f}\n", now() - start);
    } else if (strstr(line, "\"result\"") != NULL) {
      double out[16];
      const int count = result(out);
      printf("{\"result\": [");
      for (int i = 0; i < count; i++) printf("%s%.17g", i > 0 ? ", " : "", out[i]);
      printf("]}\n");
    } else {
      break;
    }
    fflush(stdout);
  }
  return 0;
}
