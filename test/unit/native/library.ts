/** A tiny shared library for tests of the executor, compiled by the system's compiler into a temporary folder. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { routineSignature } from '../../../lib/ir/index.js';
import type { Addon } from '../../../lib/native/index.js';

/** Kernels: `mark` adds 1 to each unit's element of the int32 array at P[1], and 1 to the int32 at P[2] in its finish; `held` waits until the int32 at P[1] is not 0, and fails after long. */
const SOURCE = `
#include <stdint.h>
#include <time.h>
static int32_t* at(double slot) { return (int32_t*)(uintptr_t)slot; }
void mark(double* P, int64_t u0, int64_t u1) { for (int64_t u = u0; u < u1; u++) at(P[1])[u] += 1; }
void mark_finish(double* P) { *at(P[2]) += 1; }
void copy(double* P, int64_t u0, int64_t u1) { for (int64_t u = u0; u < u1; u++) at(P[2])[u] = at(P[1])[u] + 1; }
void fail(double* P, int64_t u0, int64_t u1) { double status = P[1]; (void)u0; (void)u1; __atomic_store(P, &status, __ATOMIC_RELAXED); }
void slow(double* P, int64_t u0, int64_t u1) {
  for (int64_t u = u0; u < u1; u++) { double x = 1; for (int i = 0; i < 200000; i++) x = x * 1.0000001 + 1e-9; at(P[1])[u] += x > 0; }
}
void held(double* P, int64_t u0, int64_t u1) {
  const time_t end = time(0) + 20;
  double status = 1;
  (void)u0; (void)u1;
  while (__atomic_load_n(at(P[1]), __ATOMIC_ACQUIRE) == 0) if (time(0) > end) { __atomic_store(P, &status, __ATOMIC_RELAXED); return; }
}
`;

export interface Library {
  readonly path: string;
  remove(): void;
}

/** The library, or why there is none, where there is no compiler; C, or C++ that may include native/'s headers. */
export function buildLibrary(source = SOURCE, language: 'c' | 'cpp' = 'c'): Library | string {
  const folder = mkdtempSync(join(tmpdir(), 'maniple-test-'));
  const path = join(folder, 'kernels.so');
  const file = join(folder, `kernels.${language}`);
  writeFileSync(file, source);
  const compiler = language === 'c' ? (process.env.CC ?? 'cc') : (process.env.CXX ?? 'c++');
  const flags = [...(language === 'c' ? [] : ['-std=c++17', '-pthread', `-I${resolve('native')}`]), '-O1', '-shared', '-fPIC'];
  const result = spawnSync(compiler, [...flags, '-o', path, file], { encoding: 'utf8' });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (result.status === 0) return { path, remove };
  remove();
  return `no compiler: ${result.error?.message ?? result.stderr}`;
}

/** A kernel of the library that is launched with the addresses of so many int32 arrays, and scalars behind them. */
export function kernelOf(addon: Addon, library: string, run: string, finish: string, addresses: number, scalars = 0): number {
  const none = Array.from({ length: addresses }, () => 0);
  const sizes = none.map(() => 4);
  return addon.sign(addon.loadKernel(library, run, finish), routineSignature(0, none, sizes, scalars));
}
