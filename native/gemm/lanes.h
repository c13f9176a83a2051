// Vectors of the variant that is being compiled, with a fused multiply-add where the machine has one. Included inside a
// variant's anonymous namespace.

//
// `some` is the first n elements, n from 1 to width, and zeros; `totals` are the sums of four vectors' lanes.

template <typename T>
struct Lanes;

template <typename L, typename T>
INLINE typename L::V firstOf(const T* p, int64_t n) {
  alignas(64) T values[L::width] = {};
  for (int64_t i = 0; i < n; i++) values[i] = p[i];
  return L::load(values);
}

#if defined(__AVX2__) && defined(__FMA__)
INLINE void totalsOf(__m256d a, __m256d b, __m256d c, __m256d d, double* out) {
  const __m256d ab = _mm256_hadd_pd(a, b), cd = _mm256_hadd_pd(c, d);
  _mm256_storeu_pd(out, _mm256_add_pd(_mm256_permute2f128_pd(ab, cd, 0x20), _mm256_permute2f128_pd(ab, cd, 0x31)));
}
INLINE void totalsOf(__m256 a, __m256 b, __m256 c, __m256 d, float* out) {
  const __m256 all = _mm256_hadd_ps(_mm256_hadd_ps(a, b), _mm256_hadd_ps(c, d));
  _mm_storeu_ps(out, _mm_add_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1)));
}
#endif

#if defined(__AVX512F__)
INLINE __m256d halves(__m512d v) { return _mm256_add_pd(_mm512_castpd512_pd256(v), _mm512_extractf64x4_pd(v, 1)); }
INLINE __m256 halves(__m512 v) { return _mm256_add_ps(_mm512_castps512_ps256(v), _mm512_extractf32x8_ps(v, 1)); }
template <>
struct Lanes<double> {
  using V = __m512d;
  static constexpr int width = 8, rows = 8, vectors = 3, chains = 2;
  INLINE V load(const double* p) { return _mm512_loadu_pd(p); }
  INLINE void store(double* p, V v) { _mm512_storeu_pd(p, v); }
  INLINE V all(double x) { return _mm512_set1_pd(x); }
  INLINE V fma(V a, V b, V c) { return _mm512_fmadd_pd(a, b, c); }
  INLINE V some(const double* p, int64_t n) { return _mm512_maskz_loadu_pd(static_cast<__mmask8>(0xff >> (8 - n)), p); }
  INLINE void totals(const V* v, double* out) { totalsOf(halves(v[0]), halves(v[1]), halves(v[2]), halves(v[3]), out); }
};
template <>
struct Lanes<float> {
  using V = __m512;
  static constexpr int width = 16, rows = 8, vectors = 3, chains = 2;
  INLINE V load(const float* p) { return _mm512_loadu_ps(p); }
  INLINE void store(float* p, V v) { _mm512_storeu_ps(p, v); }
  INLINE V all(float x) { return _mm512_set1_ps(x); }
  INLINE V fma(V a, V b, V c) { return _mm512_fmadd_ps(a, b, c); }
  INLINE V some(const float* p, int64_t n) { return _mm512_maskz_loadu_ps(static_cast<__mmask16>(0xffff >> (16 - n)), p); }
  INLINE void totals(const V* v, float* out) { totalsOf(halves(v[0]), halves(v[1]), halves(v[2]), halves(v[3]), out); }
};
#elif defined(__AVX2__) && defined(__FMA__)
template <>
struct Lanes<double> {
  using V = __m256d;
  static constexpr int width = 4, rows = 6, vectors = 2, chains = 2;
  INLINE V load(const double* p) { return _mm256_loadu_pd(p); }
  INLINE void store(double* p, V v) { _mm256_storeu_pd(p, v); }
  INLINE V all(double x) { return _mm256_set1_pd(x); }
  INLINE V fma(V a, V b, V c) { return _mm256_fmadd_pd(a, b, c); }
  INLINE V some(const double* p, int64_t n) { return firstOf<Lanes<double>>(p, n); }
  INLINE void totals(const V* v, double* out) { totalsOf(v[0], v[1], v[2], v[3], out); }
};
template <>
struct Lanes<float> {
  using V = __m256;
  static constexpr int width = 8, rows = 6, vectors = 2, chains = 2;
  INLINE V load(const float* p) { return _mm256_loadu_ps(p); }
  INLINE void store(float* p, V v) { _mm256_storeu_ps(p, v); }
  INLINE V all(float x) { return _mm256_set1_ps(x); }
  INLINE V fma(V a, V b, V c) { return _mm256_fmadd_ps(a, b, c); }
  INLINE V some(const float* p, int64_t n) { return firstOf<Lanes<float>>(p, n); }
  INLINE void totals(const V* v, float* out) { totalsOf(v[0], v[1], v[2], v[3], out); }
};
#elif defined(__aarch64__)
template <>
struct Lanes<double> {
  using V = float64x2_t;
  static constexpr int width = 2, rows = 6, vectors = 4, chains = 4;
  INLINE V load(const double* p) { return vld1q_f64(p); }
  INLINE void store(double* p, V v) { vst1q_f64(p, v); }
  INLINE V all(double x) { return vdupq_n_f64(x); }
  INLINE V fma(V a, V b, V c) { return vfmaq_f64(c, a, b); }
  INLINE V some(const double* p, int64_t n) { return firstOf<Lanes<double>>(p, n); }
  INLINE void totals(const V* v, double* out) {
    store(out, vpaddq_f64(v[0], v[1]));
    store(out + 2, vpaddq_f64(v[2], v[3]));
  }
};
template <>
struct Lanes<float> {
  using V = float32x4_t;
  static constexpr int width = 4, rows = 6, vectors = 4, chains = 4;
  INLINE V load(const float* p) { return vld1q_f32(p); }
  INLINE void store(float* p, V v) { vst1q_f32(p, v); }
  INLINE V all(float x) { return vdupq_n_f32(x); }
  INLINE V fma(V a, V b, V c) { return vfmaq_f32(c, a, b); }
  INLINE V some(const float* p, int64_t n) { return firstOf<Lanes<float>>(p, n); }
  INLINE void totals(const V* v, float* out) { store(out, vpaddq_f32(vpaddq_f32(v[0], v[1]), vpaddq_f32(v[2], v[3]))); }
};
#else
template <typename T>
struct Lanes {
  static constexpr int width = 16 / sizeof(T), rows = 4, vectors = 2, chains = 2;
  typedef T V __attribute__((vector_size(16)));
  INLINE V load(const T* p) {
    V v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
  }
  INLINE void store(T* p, V v) { __builtin_memcpy(p, &v, sizeof v); }
  INLINE V all(T x) { return x - V{}; }
  INLINE V fma(V a, V b, V c) { return a * b + c; }
  INLINE V some(const T* p, int64_t n) { return firstOf<Lanes<T>>(p, n); }
  INLINE void totals(const V* v, T* out) {
    for (int r = 0; r < 4; r++) {
      T sums[width];
      store(sums, v[r]);
      for (int n = width / 2; n > 0; n /= 2)
        for (int i = 0; i < n; i++) sums[i] += sums[i + n];
      out[r] = sums[0];
    }
  }
};
#endif
