/*
 * Streams: results that are written past the caches, by stores that do not read the memory first. Only where an argument is larger than
 * the last cache, so that its next reader would not find it there. Part of kernel.h.
 *
 *     inputs ──> strip, in the first-level cache ──> memory         a segment at a time
 *        └─ the next segment's lines are fetched meanwhile: without ordinary stores, the processor looks less far ahead
 *
 * Of inputs that follow each other through memory, as the rows of a stencil do, only the first is fetched ahead: the inputs behind it
 * find its lines in the cache.
 *
 *     north  ·····n·····                 centre − row
 *     centre ····wce····                 west and east are a line's neighbours
 *     south  ·····s─────> fetched        centre + row: the leader
 */
#ifndef MANIPLE_KERNEL_STREAMS_H
#define MANIPLE_KERNEL_STREAMS_H
#include "views.h"

/* Bytes of the last cache: the compiler's command line gives the machine's. */
#ifndef MK_CACHE
#define MK_CACHE (32 << 20)
#endif
/* Smaller arguments are written as usual. */
#ifndef MK_STREAM_BYTES
#define MK_STREAM_BYTES MK_CACHE
#endif
/* Shorter runs would leave too many lines half written. */
#ifndef MK_STREAM_RUN
#define MK_STREAM_RUN 256
#endif
/* A leader's lines stay in the cache while it reads at least so many bytes. */
#define MK_WAKE (256 << 10)
#define MK_LEADERS 4
#define MK_LINE 64

typedef struct {
  const mk_view *first; /* the first view that is streamed; null without any */
  int count;
  const mk_view *leader[MK_LEADERS];
} mk_streams;

#if defined(__x86_64__)
typedef float mk_vector __attribute__((vector_size(
#if defined(__AVX512F__)
    64
#elif defined(__AVX__)
    32
#else
    16
#endif
    )));

static inline void mk_stream_line(char *to, const char *from) {
  for (unsigned i = 0; i < MK_LINE; i += sizeof(mk_vector)) {
    mk_vector v;
    memcpy(&v, from + i, sizeof v);
#if defined(__AVX__)
    __asm__ volatile("vmovntps %1, %0" : "=m"(*(mk_vector *)(to + i)) : "v"(v));
#else
    __asm__ volatile("movntps %1, %0" : "=m"(*(mk_vector *)(to + i)) : "x"(v));
#endif
  }
}
/* Other threads see streamed bytes before any later store. */
static inline void mk_fence(void) { __asm__ volatile("sfence" ::: "memory"); }
#define MK_STREAMS 1
#else
static inline void mk_stream_line(char *to, const char *from) { memcpy(to, from, MK_LINE); }
static inline void mk_fence(void) {}
#define MK_STREAMS 0
#endif

static inline int mk_same_strides(const mk_view *a, const mk_view *b) {
  for (int i = 0; i < MK_RANK; i++)
    if (a->stride[i] != b->stride[i]) return 0;
  return 1;
}

/* Whether view k goes first through memory that further inputs come to soon after. */
static inline int mk_leads(const mk_view *views, int count, int k) {
  for (int j = 0; j < count; j++) {
    const int64_t ahead = views[j].base - views[k].base;
    if (j == k || views[j].streamed || !views[j].dense || !mk_same_strides(&views[j], &views[k])) continue;
    if (ahead > 0 ? ahead < MK_WAKE : ahead == 0 && j < k) return 0;
  }
  return 1;
}

/* Decides which of the views in `outputs` are streamed, and which inputs are fetched ahead. */
static inline mk_streams mk_streams_of(mk_view *views, int count, uint64_t outputs, const mk_domain *d) {
  mk_streams s = {.first = 0, .count = 0};
  for (int k = 0; k < count && k < 64; k++) {
    mk_view *v = &views[k];
    const int large = v->dense && v->run >= MK_STREAM_RUN && d->total >= MK_STREAM_BYTES / v->size;
    v->streamed = MK_STREAMS && (outputs >> k & 1) != 0 && large;
    if (v->streamed && s.first == 0) s.first = v;
  }
  for (int k = 0; s.first != 0 && k < count && s.count < MK_LEADERS; k++) {
    const mk_view *v = &views[k];
    if (!v->streamed && v->dense && v->run >= MK_STREAM_RUN && mk_leads(views, count, k)) s.leader[s.count++] = v;
  }
  return s;
}

/* A segment's results, from their strip to memory. The first streamed view's segments also fetch the leaders' next elements. */
static __attribute__((noinline)) void mk_stream_segment(const mk_streams *s, const mk_view *v, const char *strip,
                                                        const mk_point *p, int64_t n) {
  const char *ahead[MK_LEADERS];
  int64_t step[MK_LEADERS];
  const int count = v == s->first ? s->count : 0;
  for (int k = 0; k < count; k++) {
    ahead[k] = mk_address(s->leader[k], p) + MK_BLOCK * s->leader[k]->size;
    step[k] = MK_LINE / v->size * s->leader[k]->size;
  }
  char *to = mk_address(v, p);
  const int64_t bytes = n * v->size;
  int64_t i = mk_least(bytes, -(int64_t)(uintptr_t)to & (MK_LINE - 1));
  memcpy(to, strip, i);
  for (; i + MK_LINE <= bytes; i += MK_LINE) {
    for (int k = 0; k < count; k++, ahead[k - 1] += step[k - 1])
      for (int64_t j = 0; j < step[k]; j += MK_LINE) __builtin_prefetch(ahead[k] + j);
    mk_stream_line(to + i, strip + i);
  }
  memcpy(to + i, strip + i, bytes - i);
}

/* Writes a strip of results past the caches; false for a view that is not streamed. */
static inline int mk_stream_out(const mk_streams *s, const mk_view *v, const void *strip, const mk_point *p, int64_t n) {
  if (v->streamed) mk_stream_segment(s, v, strip, p, n);
  return v->streamed;
}

#endif
