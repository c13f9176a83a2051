// The block tier: kernels as programs over strips of up to kBlock elements, each operation a precompiled vector primitive.
// It needs no compiler, and gives the same bits as the C tier. Programs are made by lib/compile/block/assemble.ts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace maniple::block {

struct Program;

// Decodes and checks a program; null, with the reason in *error, when it is malformed.
Program* create(const int32_t* code, std::size_t length, const double* constants, std::size_t count, std::string* error);

void destroy(Program* program);

// Bytes of memory that it takes.
std::size_t bytesOf(const Program& program);

// Runs units [u0, u1) with parameters P (lib/ir/layout.ts); any number of threads at once. Sets P[0] on failure.
void run(const void* program, double* P, int64_t u0, int64_t u1);

// Combines partial results, once, after all units.
void finish(const void* program, double* P);

}  // namespace maniple::block
