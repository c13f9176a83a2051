// Algorithm 4, Compile: from edges and resources to actors. Linear in the graph but for sorting nodes by rank, so that
// an actor's memory is read in about the order in which it runs.
#include <algorithm>
#include <unordered_map>

#include "compiled.h"
#include "machine.h"

namespace maniple::graph {

class Compiler {
 public:
  Compiler(const Graph& graph, const std::vector<uint32_t>& rank, Machine* machine)
      : graph_(graph), rank_(rank), machine_(machine), out_(new Compiled()) {}

  std::unique_ptr<Compiled> run() {
    placeNodes();
    countNeeds();
    connect();
    fillBodies();
    openBoxes();
    findRoots();
    for (auto& actor : out_->actors_) actor->seal();
    return std::move(out_);
  }

 private:
  struct Place {
    uint32_t actor;
    uint32_t node;
  };

  /// Sorts nodes by rank and gives each its place in its resource's actor.
  void placeNodes() {
    const size_t count = graph_.nodes.size();
    order_.resize(count);
    for (NodeId i = 0; i < count; i++) order_[i] = i;
    std::stable_sort(order_.begin(), order_.end(), [&](NodeId a, NodeId b) { return rank_[a] < rank_[b]; });
    std::unordered_map<uint32_t, uint32_t> actorOf;
    place_.resize(count);
    for (NodeId id : order_) {
      const uint32_t resource = graph_.nodes[id].resource;
      const auto [found, added] = actorOf.try_emplace(resource, static_cast<uint32_t>(out_->actors_.size()));
      if (added) {
        out_->actors_.push_back(std::make_unique<Actor>());
        out_->actors_.back()->resource = resource;
      }
      Actor& actor = *out_->actors_[found->second];
      place_[id] = {found->second, static_cast<uint32_t>(actor.nodes.size())};
      actor.nodes.push_back({nothing, nullptr, 0, 0, 0, 0});
    }
    for (auto& actor : out_->actors_) actor->nodes.push_back({nothing, nullptr, 0, 0, 0, 0});
    out_->nodes_ = count;
  }

  ActorNode& at(NodeId id) { return out_->actors_[place_[id].actor]->nodes[place_[id].node]; }

  bool outside(NodeId id) const {
    const Kind kind = graph_.nodes[id].kind;
    return kind == Kind::kPre || kind == Kind::kCompletion;
  }

  void countNeeds() {
    for (const Edge& e : graph_.edges) at(e.to).needs++;
    for (NodeId id = 0; id < graph_.nodes.size(); id++) {
      if (outside(id)) at(id).needs++;
      at(id).pending = at(id).needs;
    }
  }

  bool crosses(const Edge& e) const { return place_[e.from].actor != place_[e.to].actor; }

  /// Lays out targets and messages, actor by actor in the order of the nodes.
  void connect() {
    std::vector<uint32_t> begin(graph_.nodes.size() + 1, 0);
    for (const Edge& e : graph_.edges) begin[e.from + 1]++;
    for (size_t i = 0; i < graph_.nodes.size(); i++) begin[i + 1] += begin[i];
    std::vector<uint32_t> next(begin.begin(), begin.end() - 1);
    std::vector<Edge> sorted(graph_.edges.size());
    for (const Edge& e : graph_.edges) sorted[next[e.from]++] = e;
    std::vector<bool> sends(graph_.nodes.size(), false);
    for (const Edge& e : graph_.edges)
      if (crosses(e)) sends[e.from] = true;
    for (NodeId id : order_) {
      Actor& actor = *out_->actors_[place_[id].actor];
      at(id).local = static_cast<uint32_t>(actor.targets.size());
      at(id).sends = static_cast<uint32_t>(actor.outgoing.size());
      for (uint32_t k = begin[id]; k < begin[id + 1]; k++) {
        const NodeId to = sorted[k].to;
        const Target target = place_[to].node;
        if (crosses(sorted[k])) actor.outgoing.push_back({box(place_[id].actor, place_[to].actor), target});
        else actor.targets.push_back(sends[to] ? target | kUrgent : target);
      }
    }
    for (auto& actor : out_->actors_) {
      actor->nodes.back().local = static_cast<uint32_t>(actor->targets.size());
      actor->nodes.back().sends = static_cast<uint32_t>(actor->outgoing.size());
    }
    makeSlots();
  }

  /// The producer's number for its mailbox with the consumer; counts the message.
  uint32_t box(uint32_t from, uint32_t to) {
    const uint64_t key = static_cast<uint64_t>(from) << 32 | to;
    const auto [found, added] = boxes_.try_emplace(key, Box{static_cast<uint32_t>(out_->actors_[from]->outboxes.size()), 0});
    if (added) out_->actors_[from]->outboxes.push_back({nullptr, 0});
    found->second.messages++;
    out_->messages_++;
    return found->second.index;
  }

  void makeSlots() {
    for (const auto& [key, box] : boxes_) {
      out_->slots_.push_back(std::make_unique<Slots>(box.messages));
      Slot* slots = out_->slots_.back()->data();
      out_->actors_[key >> 32]->outboxes[box.index].slots = slots;
      out_->actors_[key & 0xffffffffu]->inboxes.push_back({slots, box.messages, 0});
    }
  }

  void fillBodies() {
    out_->doors_.resize(graph_.preconditions);
    out_->postconditions_ = graph_.postconditions;
    std::vector<Compiled::Async*> asyncOf(graph_.nodes.size(), nullptr);
    for (NodeId id = 0; id < graph_.nodes.size(); id++) {
      const Node& node = graph_.nodes[id];
      Actor* actor = out_->actors_[place_[id].actor].get();
      const uint32_t local = place_[id].node;
      at(id).body = node.body;
      at(id).argument = node.argument;
      if (node.kind == Kind::kPre) out_->doors_[node.condition] = {actor, local};
      if (node.kind == Kind::kPost) {
        out_->posts_.push_back({machine_, actor, local, node.condition});
        runAlways(id, Compiled::runPost, &out_->posts_.back());
      }
      if (node.kind == Kind::kAsync) {
        out_->asyncs_.push_back({actor, local, node.device, node.argument, id, {}, false, {}});
        asyncOf[id] = &out_->asyncs_.back();
        runAlways(id, Compiled::runAsync, asyncOf[id]);
      }
      if (node.kind == Kind::kCompletion) {
        asyncOf[node.completes]->hasSignal = true;
        asyncOf[node.completes]->signal = {Compiled::deliverSignal, actor, local, machine_};
      }
    }
    for (const Edge& e : graph_.deviceEdges) asyncOf[e.to]->after.push_back(e.from);
  }

  void runAlways(NodeId id, Body body, void* argument) {
    at(id).body = body;
    at(id).argument = argument;
    out_->actors_[place_[id].actor]->always.push_back(place_[id].node);
  }

  void openBoxes() {
    for (NodeId id = 0; id < graph_.nodes.size(); id++)
      if (outside(id)) out_->actors_[place_[id].actor]->open.count++;
    for (auto& actor : out_->actors_)
      if (actor->open.count != 0) actor->open.slots = std::make_unique<Slots>(actor->open.count);
  }

  void findRoots() {
    for (auto& actor : out_->actors_)
      for (uint32_t i = 0; i + 1 < actor->nodes.size(); i++)
        if (actor->nodes[i].needs == 0)
          actor->roots.push_back(actor->nodes[i].sends != actor->nodes[i + 1].sends ? i | kUrgent : i);
  }

  struct Box {
    uint32_t index;
    uint32_t messages;
  };
  const Graph& graph_;
  const std::vector<uint32_t>& rank_;
  Machine* machine_;
  std::unique_ptr<Compiled> out_;
  std::vector<NodeId> order_;
  std::vector<Place> place_;
  std::unordered_map<uint64_t, Box> boxes_;
};

std::unique_ptr<Compiled> Compiled::compile(const Graph& source, Machine* machine) {
  const Graph graph = lowerAsync(source);
  const std::vector<uint32_t> rank = ranks(graph);
  if (rank.empty() && !graph.nodes.empty()) return nullptr;
  return Compiler(graph, rank, machine).run();
}

}  // namespace maniple::graph
