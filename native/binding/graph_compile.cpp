#include "graph_compile.h"

#include <cstring>
#include <memory>
#include <vector>

#include "graph_javascript.h"

namespace maniple::binding {
namespace {

// NODE of lib/graph/addon.ts.
enum NodeSlot { kKind = 0, kResource = 1, kA = 2, kB = 3, kC = 4, kD = 5, kE = 6, kNodeSlots = 7 };
enum NodeKind { kTask = 0, kScript = 1, kCopy = 2, kPre = 3, kPost = 4, kAsync = 5 };

template <typename T>
T* at(double number) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(number));
}

/// One copy node's argument.
struct CopyArgument {
  graph::Buffer* from;
  size_t fromOffset;
  graph::Buffer* to;
  size_t toOffset;
  size_t bytes;
};

int32_t runCopy(void* argument) {
  const CopyArgument& c = *static_cast<const CopyArgument*>(argument);
  std::memmove(static_cast<char*>(c.to->address) + c.toOffset, static_cast<const char*>(c.from->address) + c.fromOffset, c.bytes);
  return graph::kOk;
}

void addNode(graph::Graph& graph, const double* row, std::vector<std::shared_ptr<void>>& arguments) {
  const auto resource = static_cast<uint32_t>(row[kResource]);
  switch (static_cast<NodeKind>(row[kKind])) {
    case kTask: graph.task(resource, reinterpret_cast<graph::Body>(at<void>(row[kA])), at<void>(row[kB])); return;
    case kScript: graph.task(resource, runJavaScript, at<void>(row[kA])); return;
    case kCopy:
      arguments.push_back(std::make_shared<CopyArgument>(
          CopyArgument{at<graph::Buffer>(row[kA]), static_cast<size_t>(row[kB]), at<graph::Buffer>(row[kC]),
                       static_cast<size_t>(row[kD]), static_cast<size_t>(row[kE])}));
      graph.task(resource, runCopy, arguments.back().get());
      return;
    case kPre: graph.precondition(resource); return;
    case kPost: graph.postcondition(resource); return;
    case kAsync: graph.async(resource, at<graph::AsyncDevice>(row[kA]), at<void>(row[kB]), row[kC] != 0); return;
  }
}

}  // namespace

graph::Compiled* compileGraph(graph::Machine& machine, const Bytes& nodes, const Bytes& edges) {
  const double* rows = static_cast<const double*>(nodes.data);
  const int32_t* pairs = static_cast<const int32_t*>(edges.data);
  graph::Graph graph;
  std::vector<std::shared_ptr<void>> arguments;
  for (size_t i = 0; i < nodes.length / sizeof(double) / kNodeSlots; i++) addNode(graph, rows + i * kNodeSlots, arguments);
  for (size_t i = 0; i < edges.length / sizeof(int32_t) / 2; i++)
    graph.edge(static_cast<uint32_t>(pairs[2 * i]), static_cast<uint32_t>(pairs[2 * i + 1]));
  graph::Compiled* compiled = machine.compile(graph);
  if (compiled != nullptr) compiled->arguments = std::move(arguments);
  return compiled;
}

}  // namespace maniple::binding
