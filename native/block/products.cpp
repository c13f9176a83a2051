// Recognizes the segmented fold of a sparse matrix times a vector, sum(values[k] * x[columns[k]]), which one loop computes
// faster than strips do: it overlaps its arithmetic with the matrix's way from memory.
#include "products.h"

#include <map>

namespace maniple::block {
namespace {

// The body's values by how they come about.
struct Matcher {
  const Primitives& table;
  std::map<int32_t, const Instruction*> producer;  // by strip, as far as the body has been read

  const Instruction* of(Operand o) const {
    auto found = producer.find(o.index);
    return o.place == InStrip && found != producer.end() ? found->second : nullptr;
  }
};

bool isLoad(const Instruction* i) { return i != nullptr && i->op == SegLoad; }

}  // namespace

bool matchProducts(const Primitives& table, Type type, SegmentedFold& fold) {
  if (fold.fold != FoldSum || (type != Float32 && type != Float64)) return false;
  Matcher m{table, {}};
  Products found{};
  const Instruction* gathered = nullptr;
  const Instruction* product = nullptr;
  for (const Instruction& i : fold.body) {
    if (i.out.place != InStrip) return false;
    if (i.op == Cast) {
      const Instruction* from = m.of(i.in[0]);
      if (!isLoad(from) || i.apply != table.cast[Int32][Int64]) return false;
      m.producer[i.out.index] = from;  // stands for the columns
      continue;
    }
    if (i.op == Gather) {
      const Instruction* columns = i.indices.size() == 1 ? m.of(i.indices[0]) : nullptr;
      if (gathered != nullptr || !isLoad(columns)) return false;
      found.columns = columns->arg;
      found.columnType = columns->type;
      found.x = i.arg;
      gathered = &i;
    } else if (i.op == Mul) {
      const Instruction* a = m.of(i.in[0]);
      const Instruction* b = m.of(i.in[1]);
      const Instruction* values = a == gathered ? b : a;
      if (gathered == nullptr || product != nullptr || !isLoad(values) || (a != gathered && b != gathered)) return false;
      found.values = values->arg;
      product = &i;
    } else if (i.op != SegLoad) {
      return false;
    }
    m.producer[i.out.index] = &i;
  }
  if (product == nullptr || m.of(fold.result) != product) return false;
  found.run = table.products[type == Float64][found.columnType == Int64];
  found.table = fold.table;
  if (fold.table >= 0 && fold.columns == found.columns) found.runRows = table.runProducts[type == Float64];
  fold.products = found;
  return true;
}

}  // namespace maniple::block
