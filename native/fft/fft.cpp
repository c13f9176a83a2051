// The routines fft_f64 and fft_f32: Fourier transforms of lines by a table (lib/array/fft/plan.ts says what is in it), in doubles whatever the
// elements are. lib/array/fft/line.ts has the same steps in the same order, so that results have the same bits.
//
//     P: 0 status   1 lines   2 complex numbers of a line
//        3 4 5 real parts: address, strides of lines and elements   6 7 8 imaginary ones   9 10 the table, dense
//        11 12 13 the result's real parts   14 15 16 its imaginary ones   17 what it is multiplied by
//
// A unit is a group of lines (lib/device/routines.ts has the same number).
#include "../core/cpu.h"
#include "../core/kernels.h"
#include "../lines/lines.h"
#include "stages.h"

namespace maniple::fft {

Pair stages_baseline(const double* table, Pair x, Pair y, const double** next);
#if defined(__x86_64__)
Pair stages_avx2(const double* table, Pair x, Pair y, const double** next);
Pair stages_avx512(const double* table, Pair x, Pair y, const double** next);
#endif

namespace {

using Stages = Pair (*)(const double*, Pair, Pair, const double**);

Stages stages() {
  static const Stages chosen = [] {
#if defined(__x86_64__)
    const Isa isa = detectIsa();
    if (isa == Isa::avx512) return stages_avx512;
    if (isa == Isa::avx2) return stages_avx2;
#endif
    return stages_baseline;
  }();
  return chosen;
}

constexpr int kHalf = 63;  // HALF in lib/array/fft/stages.ts

enum Mode { kComplex, kReal, kHermitian };

struct Table {
  const double* numbers;
  Mode mode() const { return static_cast<Mode>(numbers[0]); }
  bool byConvolution() const { return numbers[1] != 0; }
  int64_t n() const { return static_cast<int64_t>(numbers[2]); }
  int64_t length() const { return static_cast<int64_t>(numbers[3]); }
  // Cosines of the real modes; their sines follow.
  const double* half() const { return numbers + static_cast<int64_t>(numbers[kHalf]); }
};

void times(double* re, double* im, double a, double b, double c, double d) {
  *re = a * c - b * d;
  *im = a * d + b * c;
}

// By convolution with the chirp: x and y have room for the length of the radices, of which x holds the line.
Pair convolved(const Table& t, Pair x, Pair y) {
  const int64_t n = t.n(), length = t.length();
  const double* chirp = nullptr;
  // The table's numbers behind its stages are known when these are done: they are looked up without any first.
  stages()(t.numbers, {nullptr, nullptr}, {nullptr, nullptr}, &chirp);
  for (int64_t k = 0; k < n; k++) times(x.re + k, x.im + k, x.re[k], x.im[k], chirp[k], chirp[n + k]);
  for (int64_t k = n; k < length; k++) x.re[k] = x.im[k] = 0;
  const double* next;
  const Pair forth = stages()(t.numbers, x, y, &next), other = forth.re == x.re ? y : x;
  const double* kernel = chirp + 2 * n;
  for (int64_t k = 0; k < length; k++) times(forth.re + k, forth.im + k, forth.re[k], forth.im[k], kernel[k], kernel[length + k]);
  const Pair back = stages()(t.numbers, {forth.im, forth.re}, {other.im, other.re}, &next);
  for (int64_t k = 0; k < n; k++) times(back.im + k, back.re + k, back.im[k], back.re[k], chirp[k], chirp[n + k]);
  return {back.im, back.re};
}

Pair complexLine(const Table& t, Pair x, Pair y) {
  if (t.byConvolution()) return convolved(t, x, y);
  const double* next;
  return stages()(t.numbers, x, y, &next);
}

// Of 2n real numbers as n pairs: result number k.
void realAt(const Table& t, Pair z, int64_t k, double* re, double* im) {
  const int64_t n = t.n(), a = k == n ? 0 : k, b = k == 0 ? 0 : n - k;
  const double er = 0.5 * (z.re[a] + z.re[b]), ei = 0.5 * (z.im[a] - z.im[b]);
  const double odd = 0.5 * (z.im[a] + z.im[b]), oddIm = 0.5 * (z.re[b] - z.re[a]);
  const double c = t.half()[k], d = t.half()[n + 1 + k];
  *re = er + (odd * c - oddIm * d);
  *im = ei + (odd * d + oddIm * c);
}

// Number k of the n pairs of which the n + 1 numbers of z are frequencies, its parts exchanged.
template <typename L>
void hermitianAt(const Table& t, const L& re, const L& im, int64_t k, Pair out) {
  const int64_t n = t.n(), b = n - k;
  const double ai = k == 0 ? 0.0 : static_cast<double>(im[k]), bi = b == n ? 0.0 : static_cast<double>(im[b]);
  const double ar = static_cast<double>(re[k]), br = static_cast<double>(re[b]);
  const double er = ar + br, ei = ai - bi, dr = ar - br, di = ai + bi;
  const double c = t.half()[k], d = -t.half()[n + 1 + k];
  const double odd = dr * c - di * d, oddIm = dr * d + di * c;
  out.im[k] = er - oddIm;
  out.re[k] = ei + odd;
}

template <typename T>
void fft(double* P, int64_t u0, int64_t u1) {
  using lines::Line;
  const auto at = [P](int slot) { return static_cast<int64_t>(P[slot]); };
  const auto address = [P](int slot) { return reinterpret_cast<void*>(static_cast<uintptr_t>(P[slot])); };
  const auto* numbers = static_cast<const double*>(address(9));
  const Table t{numbers};
  const int64_t n = t.n(), room = (t.length() + 7) / 8 * 8 + 24;
  const lines::Scratch scratch(static_cast<std::size_t>(4 * room) * sizeof(double));
  auto* const memory = reinterpret_cast<double*>(scratch.get());
  if (memory == nullptr) return lines::fail(P, lines::kStatusMemory);
  const Pair x{memory, memory + room}, y{memory + 2 * room, memory + 3 * room};
  const int64_t some = n >= lines::kUnitElements ? 1 : lines::kUnitElements / (n > 0 ? n : 1);
  const int64_t end = u1 * some < at(1) ? u1 * some : at(1);
  const double scale = P[17];
  for (int64_t l = u0 * some; l < end; l++) {
    const Line<const T> re{static_cast<const T*>(address(3)) + l * at(4), at(5), n}, im{static_cast<const T*>(address(6)) + l * at(7), at(8), n};
    const Line<T> toRe{static_cast<T*>(address(11)) + l * at(12), at(13), n}, toIm{static_cast<T*>(address(14)) + l * at(15), at(16), n};
    if (t.mode() == kHermitian) {
      for (int64_t k = 0; k < n; k++) hermitianAt(t, re, im, k, x);
    } else {
      for (int64_t k = 0; k < n; k++) x.re[k] = static_cast<double>(re[k]);
      for (int64_t k = 0; k < n; k++) x.im[k] = static_cast<double>(im[k]);
    }
    Pair z = complexLine(t, x, y);
    if (t.mode() == kReal) {
      for (int64_t k = 0; k <= n; k++) {
        double a, b;
        realAt(t, z, k, &a, &b);
        toRe[k] = static_cast<T>(a * scale);
        toIm[k] = static_cast<T>(b * scale);
      }
      continue;
    }
    if (t.mode() == kHermitian) z = {z.im, z.re};
    for (int64_t k = 0; k < n; k++) toRe[k] = static_cast<T>(z.re[k] * scale);
    for (int64_t k = 0; k < n; k++) toIm[k] = static_cast<T>(z.im[k] * scale);
  }
}

[[maybe_unused]] const bool registered = addRoutine("fft_f64", fft<double>, nullptr) && addRoutine("fft_f32", fft<float>, nullptr);

}  // namespace
}  // namespace maniple::fft
