// Gathers calls and operations of a process, puts their starts and ends in order of time, and links them.
#include "tests/unit/path_graph.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "analysis/host/api_calls.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "profile/order.h"

namespace nsys_ai::test {
namespace {

constexpr uint32_t kNone = UINT32_MAX;
// Waiting ends are looked for among so many operations that ended last before the call did.
constexpr ptrdiff_t kLookBack = 64;

// A call or an operation with its place in the graph.
struct PathPiece {
  Interval time;
  uint32_t start_node = kNone;
  uint32_t end_node = kNone;
  PathClass of = PathClass::host;
  bool blocks = false;
  uint32_t before = kNone;          // the piece before it on its thread or stream
  bool launched = false;            // of an operation: by a call that touches the scope
  uint32_t launch = kNone;          // that call, where it began before
  int64_t launched_at = INT64_MIN;  // of an operation; long ago where no call was recorded
  int64_t last_wait = INT64_MIN;    // of a call: when its thread last made a stream wait for an event
};

class GraphMaker {
 public:
  GraphMaker(const Profile& profile, const Scope& scope, ProcessIx process)
      : profile_(profile), scope_(scope), process_(process), piece_of_call_(profile.calls().size(), kNone) {}

  PathGraph make() {
    add_calls();
    calls_ = pieces_.size();
    add_operations();
    if (pieces_.empty()) return {};
    order_nodes();
    for (size_t at = calls_; at < pieces_.size(); ++at) by_end_.push_back(static_cast<uint32_t>(at));
    std::sort(by_end_.begin(), by_end_.end(),
              [&](uint32_t a, uint32_t b) { return pieces_[a].end_node < pieces_[b].end_node; });
    for (uint32_t at = 0; at < pieces_.size(); ++at) at < calls_ ? link_call(at) : link_operation(at);
    std::stable_sort(graph_.edges.begin(), graph_.edges.end(),
                     [](const PathGraph::Edge& a, const PathGraph::Edge& b) { return a.to < b.to; });
    return std::move(graph_);
  }

 private:
  void add_calls() {
    const Calls& calls = profile_.calls();
    const CallKinds& kinds = profile_.derived(build_call_kinds);
    std::vector<std::vector<uint32_t>> of_thread(profile_.threads().size());
    for (uint32_t call = 0; call < calls.size(); ++call)
      if (profile_.threads()[calls.thread[call]].process == process_ && is_own_call(calls, call) &&
          scope_.clip(calls.interval(call)))
        of_thread[calls.thread[call]].push_back(call);
    for (auto& thread : of_thread) {
      std::sort(thread.begin(), thread.end(), [&](uint32_t a, uint32_t b) {
        return std::tuple(calls.start[a], -calls.end(a), a) < std::tuple(calls.start[b], -calls.end(b), b);
      });
      uint32_t last = kNone;
      for (const uint32_t call : thread) {
        const Interval time = *scope_.clip(calls.interval(call));
        // A call inside another is part of it.
        if (last != kNone && time.start < pieces_[last].time.end) {
          piece_of_call_[call] = last;
          continue;
        }
        const CallKind kind = kinds.of(calls, call);
        PathPiece piece{time};
        piece.of = kind.blocks() ? PathClass::sync : kind.launches() ? PathClass::launch : PathClass::call;
        piece.blocks = kind.blocks();
        piece.before = last;
        piece.last_wait = kind.role == CallRole::wait_event ? time.start
                          : last != kNone                   ? pieces_[last].last_wait
                                                            : INT64_MIN;
        last = static_cast<uint32_t>(pieces_.size());
        piece_of_call_[call] = last;
        pieces_.push_back(piece);
      }
    }
  }

  void add_operations() {
    const OperationNumbers numbers(profile_);
    const Launches& launches = profile_.derived(build_launches);
    const KernelFamilies& families = profile_.derived(build_kernel_families);
    std::vector<uint32_t> last_of_stream(profile_.streams().size(), kNone);
    for (const DeviceIx device : scope_.devices()) {
      if (profile_.devices()[device].process != process_) continue;
      for (const uint32_t number : profile_.derived(build_operation_order).of_device[device]) {
        const auto operation = numbers[number];
        const Operations& family = numbers.family(operation.kind);
        const auto inside = scope_.clip(family.interval(operation.at));
        if (!inside) continue;
        PathPiece piece{*inside};
        piece.of = class_of(operation, families);
        uint32_t& last = last_of_stream[family.stream[operation.at]];
        piece.before = last;
        const uint32_t call = links_of(launches, operation.kind)[operation.at];
        if (call != Launches::kNoCall) {
          piece.launched_at = profile_.calls().start[call];
          piece.launched = piece_of_call_[call] != kNone;
          // By clocks that differ, an operation may begin before its call does.
          if (piece.launched && scope_.clip(profile_.calls().interval(call))->start <= inside->start)
            piece.launch = piece_of_call_[call];
        }
        last = static_cast<uint32_t>(pieces_.size());
        pieces_.push_back(piece);
      }
    }
  }

  PathClass class_of(OperationNumbers::Operation operation, const KernelFamilies& families) const {
    switch (operation.kind) {
      case OperationNumbers::kernel:
        return families.of(profile_.kernels().name(operation.at)) == KernelFamily::communication
                   ? PathClass::communication
                   : PathClass::compute;
      case OperationNumbers::copy:
        return PathClass::copy;
      case OperationNumbers::memset:
        return PathClass::memset;
      case OperationNumbers::graph_run:
        return PathClass::graph;
    }
    return PathClass::compute;
  }

  // Of one time, ends of operations stand before ends of calls, and those before starts; what takes no time
  // ends where it starts.
  void order_nodes() {
    struct Node {
      int64_t time;
      int phase;
      uint32_t piece;
      bool end;
    };
    std::vector<Node> nodes;
    for (uint32_t at = 0; at < pieces_.size(); ++at) {
      nodes.push_back({pieces_[at].time.start, 2, at, false});
      nodes.push_back({pieces_[at].time.end, pieces_[at].time.empty() ? 2 : at < calls_ ? 1 : 0, at, true});
    }
    std::sort(nodes.begin(), nodes.end(), [](const Node& a, const Node& b) {
      return std::tuple(a.time, a.phase, a.piece, a.end) < std::tuple(b.time, b.phase, b.piece, b.end);
    });
    graph_.time.push_back(nodes.front().time);
    for (const Node& node : nodes) {
      PathPiece& piece = pieces_[node.piece];
      (node.end ? piece.end_node : piece.start_node) = static_cast<uint32_t>(graph_.time.size());
      graph_.time.push_back(node.time);
    }
  }

  struct Dependency {
    uint32_t node;
    PathClass of;
  };
  // The one that is met last has the weight; of several the first named.
  void link(uint32_t to, std::initializer_list<Dependency> dependencies) {
    const Dependency* last = nullptr;
    for (const Dependency& of : dependencies)
      if (of.node < to && (!last || graph_.time[of.node] > graph_.time[last->node])) last = &of;
    for (const Dependency& of : dependencies)
      if (of.node < to)
        graph_.edges.push_back(
            {of.node, to, &of == last ? graph_.time[to] - graph_.time[of.node] : 0, of.of});
  }

  void link_call(uint32_t at) {
    const PathPiece& call = pieces_[at];
    link(call.start_node, {{call.before == kNone ? 0 : pieces_[call.before].end_node, PathClass::host}});
    const uint32_t waited = call.blocks ? waited_for(at) : kNone;
    if (waited == kNone)
      link(call.end_node, {{call.start_node, call.of}});
    else
      link(call.end_node, {{pieces_[waited].end_node, PathClass::sync}, {call.start_node, PathClass::sync}});
  }

  // The operation that ended last inside a blocking call, of those launched by it or before it.
  uint32_t waited_for(uint32_t at) const {
    const PathPiece& call = pieces_[at];
    const auto after = std::partition_point(by_end_.begin(), by_end_.end(), [&](uint32_t operation) {
      return pieces_[operation].end_node < call.end_node;
    });
    const ptrdiff_t most = std::min<ptrdiff_t>(kLookBack, after - by_end_.begin());
    for (ptrdiff_t back = 1; back <= most; ++back) {
      const PathPiece& operation = pieces_[*(after - back)];
      if (operation.time.end <= call.time.start) return kNone;
      if (operation.launched_at <= call.time.start) return *(after - back);
    }
    return kNone;
  }

  void link_operation(uint32_t at) {
    const PathPiece& operation = pieces_[at];
    const bool called = operation.launch != kNone;
    const PathClass waiting = operation.launched ? PathClass::queue : PathClass::unknown;
    uint32_t before = operation.before == kNone ? kNone : pieces_[operation.before].end_node;
    if (before > operation.start_node) before = kNone;
    const uint32_t launch = called ? pieces_[operation.launch].start_node : kNone;
    const uint32_t event = called ? waited_by_stream(at) : kNone;
    // The launch comes first: where both are met at one time, the later one is the host's.
    if (launch == kNone && before == kNone && event == kNone)
      link(operation.start_node, {{0, PathClass::unknown}});
    else
      link(operation.start_node, {{launch, PathClass::launch}, {before, waiting}, {event, waiting}});
    link(operation.end_node, {{operation.start_node, operation.of}});
  }

  // What an operation may have waited for on other streams: its thread made a stream wait for an event since
  // the launch before it on its stream.
  uint32_t waited_by_stream(uint32_t at) const {
    const PathPiece& operation = pieces_[at];
    const PathPiece& launch = pieces_[operation.launch];
    const PathPiece* before = operation.before == kNone ? nullptr : &pieces_[operation.before];
    const int64_t since = !before || before->launch == kNone ? INT64_MIN : pieces_[before->launch].time.start;
    if (launch.last_wait == INT64_MIN || launch.last_wait < since) return kNone;
    const int64_t met = std::max(launch.time.start, before ? before->time.end : INT64_MIN);
    const auto after = std::partition_point(by_end_.begin(), by_end_.end(), [&](uint32_t other) {
      return pieces_[other].end_node < operation.start_node;
    });
    if (after == by_end_.begin()) return kNone;
    const uint32_t last = *(after - 1);
    return pieces_[last].time.end > met ? pieces_[last].end_node : kNone;
  }

  const Profile& profile_;
  const Scope& scope_;
  const ProcessIx process_;
  std::vector<uint32_t> piece_of_call_;
  std::vector<PathPiece> pieces_;  // calls, then operations
  size_t calls_ = 0;
  std::vector<uint32_t> by_end_;  // operations
  PathGraph graph_;
};

// The longest path to each node; edges stand by the node they lead to.
std::vector<int64_t> lengths(const PathGraph& graph, std::optional<PathClass> without) {
  std::vector<int64_t> length(graph.time.size(), 0);
  for (const PathGraph::Edge& edge : graph.edges)
    length[edge.to] = std::max(length[edge.to], length[edge.from] + (edge.of == without ? 0 : edge.weight));
  return length;
}

int64_t longest(const std::vector<int64_t>& lengths) {
  return lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end());
}

}  // namespace

PathGraph path_graph(const Profile& profile, const Scope& scope, ProcessIx process) {
  return GraphMaker(profile, scope, process).make();
}

CriticalPath longest_path(const PathGraph& graph, ProcessIx process) {
  CriticalPath path;
  path.process = process;
  const std::vector<int64_t> length = lengths(graph, std::nullopt);
  path.total = longest(length);
  auto node = static_cast<uint32_t>(std::max_element(length.begin(), length.end()) - length.begin());
  // Edges by node, from the last: the way back meets each node once.
  for (auto edge = graph.edges.rbegin(); edge != graph.edges.rend() && node != 0; ++edge) {
    if (edge->to != node || length[edge->from] + edge->weight != length[node]) continue;
    path.on_path[static_cast<size_t>(edge->of)] += edge->weight;
    node = edge->from;
  }
  for (size_t of = 0; of < kPathClasses; ++of)
    path.without[of] = longest(lengths(graph, static_cast<PathClass>(of)));
  return path;
}

}  // namespace nsys_ai::test
