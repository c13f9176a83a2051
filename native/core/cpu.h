// The instruction sets of the processor at hand. Code compiled for a variant (sources.txt) is reached only after asking here.
#pragma once

namespace maniple {

enum class Isa { baseline, neon, avx2, avx512 };

// The widest variant of ours that this machine runs; MANIPLE_ISA in the environment may lower it (for tests).
Isa detectIsa() noexcept;

const char* isaName(Isa isa) noexcept;

}  // namespace maniple
