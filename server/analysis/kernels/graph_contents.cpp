// Walks over the operations of each GPU in order of start.
#include "analysis/kernels/graph_contents.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "analysis/host/api_calls.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "base/context.h"
#include "base/text_table.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr double kLeastOverlap = 0.5;
constexpr double kClearly = 0.8;  // of the best overlap, what the second must stay below
constexpr size_t kMostBetween = 100'000;

// The launch of a graph that the walk is behind.
struct OpenLaunch {
  GraphPlaces* places;
  GraphPlace place;
};

// The operations of a capture, by GPU and start, with what is known of each one's graph.
class GraphWalk {
 public:
  explicit GraphWalk(const Profile& profile)
      : profile_(profile),
        numbers_(profile),
        order_(profile.derived(build_operation_order)),
        launches_(profile.derived(build_launches)),
        attribution_(profile.derived(build_attribution)),
        kinds_(profile.derived(build_call_kinds)) {}

  struct Step {
    DeviceIx device;
    OperationNumbers::Operation operation;
    uint32_t call;
    bool in_graph;  // recorded by node
  };
  template <class Visit>
  void each(Visit visit) const {
    ThrottledCheck check;
    for (size_t device = 0; device < order_.of_device.size(); ++device)
      for (const uint32_t number : order_.of_device[device]) {
        check();
        const auto operation = numbers_[number];
        const uint32_t call = links_of(launches_, operation.kind)[operation.at];
        visit(Step{DeviceIx(device), operation, call, is_node(operation, call)});
      }
  }
  Interval time_of(const Step& step) const {
    return numbers_.family(step.operation.kind).interval(step.operation.at);
  }
  std::string range_of(const Step& step) const {
    const uint32_t row = links_of(attribution_, step.operation.kind)[step.operation.at];
    return row == NvtxForest::kNoRange ? "" : without_operator_ids(profile_.nvtx_text(row));
  }
  // Empty for what is no kernel.
  std::string kernel_of(const Step& step) const {
    return step.operation.kind == OperationNumbers::kernel
               ? std::string(profile_.text(profile_.kernels().name(step.operation.at)))
               : "";
  }
  const Profile& profile() const { return profile_; }

 private:
  bool is_node(OperationNumbers::Operation operation, uint32_t call) const {
    if (operation.kind == OperationNumbers::graph_run) return false;
    if (numbers_.family(operation.kind).graph_node[operation.at] != 0) return true;
    return call != Launches::kNoCall && kinds_.of(profile_.calls(), call).role == CallRole::graph_launch;
  }

  const Profile& profile_;
  OperationNumbers numbers_;
  const OperationOrder& order_;
  const Launches& launches_;
  const Attribution& attribution_;
  const CallKinds& kinds_;
};

// Gives launches the kernel behind them.
class OpenLaunches {
 public:
  void next_device() {
    finish("");
    before_.clear();
  }
  void outside(const std::string& kernel) {
    finish(kernel);
    before_ = kernel;
  }
  void launch(GraphPlaces& places, std::string range) {
    open_.push_back({&places, {std::move(range), before_, {}}});
  }

 private:
  void finish(const std::string& after) {
    for (OpenLaunch& launch : open_) {
      launch.place.after = after;
      ++(*launch.places)[launch.place];
    }
    open_.clear();
  }
  std::string before_;
  std::vector<OpenLaunch> open_;
};

std::vector<WholeGraph> whole_graphs(const Profile& profile) {
  std::map<std::pair<uint32_t, int64_t>, WholeGraph> graphs;
  OpenLaunches open;
  const GraphWalk walk(profile);
  DeviceIx device = DeviceIx::none();
  walk.each([&](const GraphWalk::Step& step) {
    if (device != step.device) open.next_device();
    device = step.device;
    if (step.operation.kind == OperationNumbers::graph_run) {
      WholeGraph& graph = graphs[{step.device.value, profile.graph_runs().graph[step.operation.at]}];
      graph.device = step.device;
      graph.id = profile.graph_runs().graph[step.operation.at];
      ++graph.launches;
      graph.total += walk.time_of(step).duration();
      open.launch(graph.places, walk.range_of(step));
    } else if (!step.in_graph && step.operation.kind == OperationNumbers::kernel) {
      open.outside(walk.kernel_of(step));
    }
  });
  open.next_device();
  std::vector<WholeGraph> all;
  for (auto& [key, graph] : graphs) all.push_back(std::move(graph));
  std::stable_sort(all.begin(), all.end(),
                   [](const WholeGraph& a, const WholeGraph& b) { return a.total > b.total; });
  return all;
}

// The kernels of one launch. Two launches with the same names as often ran the same.
struct LaunchContent {
  std::map<uint32_t, ContentKernel> kernels;  // by name
  GraphPlaces places;                         // one

  void add(const Profile& profile, uint32_t kernel) {
    const NameId name = profile.kernels().name(kernel);
    ContentKernel& of = kernels[name.value];
    of.name = name;
    ++of.runs;
    of.total += profile.kernels().interval(kernel).duration();
  }
  std::vector<std::pair<uint32_t, int64_t>> signature() const {
    std::vector<std::pair<uint32_t, int64_t>> names;
    for (const auto& [name, of] : kernels) names.emplace_back(name, of.runs);
    return names;
  }
};

class Contents {
 public:
  void add(const LaunchContent& launch) {
    const auto [at, is_new] = known_.try_emplace(launch.signature(), all_.size());
    if (is_new) all_.emplace_back();
    Counting& content = all_[at->second];
    ++content.content.launches;
    for (const auto& [place, count] : launch.places) content.content.places[place] += count;
    for (const auto& [name, of] : launch.kernels) {
      ContentKernel& kernel = content.kernels[name];
      kernel.name = of.name;
      kernel.runs += of.runs;
      kernel.total += of.total;
      content.content.total += of.total;
    }
  }
  std::vector<GraphContent> take() {
    std::vector<GraphContent> contents;
    for (Counting& of : all_) {
      for (const auto& [name, kernel] : of.kernels) of.content.kernels.push_back(kernel);
      std::stable_sort(of.content.kernels.begin(), of.content.kernels.end(),
                       [](const ContentKernel& a, const ContentKernel& b) { return a.total > b.total; });
      contents.push_back(std::move(of.content));
    }
    return contents;
  }

 private:
  struct Counting {
    GraphContent content;
    std::map<uint32_t, ContentKernel> kernels;
  };
  std::map<std::vector<std::pair<uint32_t, int64_t>>, size_t> known_;
  std::vector<Counting> all_;
};

std::vector<GraphContent> recorded_contents(const Profile& other) {
  std::map<std::pair<uint32_t, uint32_t>, LaunchContent> launches;  // by GPU and call
  OpenLaunches open;
  const GraphWalk walk(other);
  DeviceIx device = DeviceIx::none();
  walk.each([&](const GraphWalk::Step& step) {
    if (device != step.device) open.next_device();
    device = step.device;
    const bool is_kernel = step.operation.kind == OperationNumbers::kernel;
    if (!step.in_graph) {
      if (is_kernel) open.outside(walk.kernel_of(step));
      return;
    }
    if (step.call == Launches::kNoCall) return;
    const auto [at, is_new] = launches.try_emplace({step.device.value, step.call});
    if (is_new) open.launch(at->second.places, walk.range_of(step));
    if (is_kernel) at->second.add(other, step.operation.at);
  });
  open.next_device();
  Contents contents;
  for (const auto& [key, launch] : launches) contents.add(launch);
  return contents.take();
}

// What ran between two kernels that follow each other around a graph.
std::optional<std::pair<GraphContent, int64_t>> content_between(const Profile& other,
                                                                const GraphPlace& place) {
  Contents contents;
  const GraphWalk walk(other);
  std::optional<LaunchContent> open;
  size_t size = 0;
  int64_t stretches = 0;
  DeviceIx device = DeviceIx::none();
  walk.each([&](const GraphWalk::Step& step) {
    if (device != step.device) open.reset();
    device = step.device;
    if (step.operation.kind != OperationNumbers::kernel) return;
    const std::string kernel = walk.kernel_of(step);
    if (open && size > 0 && kernel == place.after) {
      ++stretches;
      contents.add(*open);
      open.reset();
    }
    if (kernel == place.before) {
      open.emplace();
      size = 0;
    } else if (open && ++size <= kMostBetween) {
      open->add(other, step.operation.at);
    }
  });
  std::vector<GraphContent> all = contents.take();
  const auto most =
      std::max_element(all.begin(), all.end(),
                       [](const GraphContent& a, const GraphContent& b) { return a.launches < b.launches; });
  if (most == all.end() || most->launches * 2 <= stretches) return std::nullopt;
  return std::pair(std::move(*most), stretches);
}

// The share of launches that are at the same places, of two distributions.
double overlap(const GraphPlaces& a, const GraphPlaces& b) {
  const auto size = [](const GraphPlaces& places) {
    int64_t all = 0;
    for (const auto& [place, count] : places) all += count;
    return static_cast<double>(all);
  };
  double same = 0;
  for (const auto& [place, count] : a) {
    const auto other = b.find(place);
    if (place.is_empty() || other == b.end()) continue;
    same += std::min(static_cast<double>(count) / size(a), static_cast<double>(other->second) / size(b));
  }
  return same;
}

// The same places without the numbers of ranges.
GraphPlaces normalised(const GraphPlaces& places) {
  GraphPlaces all;
  for (const auto& [place, count] : places)
    all[{normalised_label(place.range), place.before, place.after}] += count;
  return all;
}

std::string words_of(const GraphPlace& place) {
  std::string words;
  if (!place.range.empty()) words += fmt::format("in the range {}", shortened(one_line(place.range), 60));
  const auto kernel = [](const std::string& name) {
    return shortened(one_line(short_display_name(name)), 40);
  };
  if (!place.before.empty())
    words += fmt::format("{}behind {}", words.empty() ? "" : ", ", kernel(place.before));
  if (!place.after.empty())
    words += fmt::format("{}before {}",
                         words.empty()          ? ""
                         : place.before.empty() ? ", "
                                                : " and ",
                         kernel(place.after));
  return words.empty() ? "outside ranges and kernels" : words;
}

const GraphPlace& most_frequent(const GraphPlaces& places) {
  return std::max_element(places.begin(), places.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

// Sets the content that fits, or why none does.
void choose_content(const std::vector<GraphContent>& contents, bool is_only_graph,
                    ExplainedGraph& explained) {
  const GraphPlaces& places = explained.graph.places;
  if (is_only_graph && contents.size() == 1) {
    explained.content = contents;
    explained.why = "it is the only graph of both captures";
    return;
  }
  for (const bool with_numbers : {true, false}) {
    std::vector<std::pair<double, size_t>> fits;
    for (size_t i = 0; i < contents.size(); ++i)
      fits.emplace_back(with_numbers ? overlap(places, contents[i].places)
                                     : overlap(normalised(places), normalised(contents[i].places)),
                        i);
    std::sort(fits.begin(), fits.end(), std::greater<>());
    if (fits.empty() || fits[0].first < kLeastOverlap) continue;
    if (fits.size() > 1 && fits[1].first >= kClearly * fits[0].first) {
      explained.why = fmt::format("several graphs of the other capture are launched {}, too",
                                  words_of(most_frequent(places)));
      return;
    }
    explained.content = {contents[fits[0].second]};
    explained.why = fmt::format("{} of launches are at the same places, most of them {}",
                                readable_share(fits[0].first), words_of(most_frequent(places)));
    return;
  }
  const GraphPlace& place = most_frequent(places);
  explained.why = place.is_empty()
                      ? "neither ranges nor kernels outside graphs say where it is launched"
                      : fmt::format("no graph of the other capture is launched {}", words_of(place));
}

// How many graphs are mostly launched between the same two kernels.
int64_t graphs_between(const std::vector<WholeGraph>& graphs, const GraphPlace& place) {
  return std::count_if(graphs.begin(), graphs.end(), [&](const WholeGraph& graph) {
    const GraphPlace& other = most_frequent(graph.places);
    return other.before == place.before && other.after == place.after;
  });
}

}  // namespace

std::vector<ExplainedGraph> explain_graphs(const Profile& profile, const Profile& other) {
  std::vector<ExplainedGraph> all;
  const std::vector<WholeGraph> graphs = whole_graphs(profile);
  if (graphs.empty()) return all;
  const std::vector<GraphContent> contents = recorded_contents(other);
  std::set<int64_t> ids;
  for (const WholeGraph& graph : graphs) ids.insert(graph.id);
  for (const WholeGraph& graph : graphs) {
    ExplainedGraph explained{graph, {}, {}};
    const GraphPlace& place = most_frequent(graph.places);
    if (!contents.empty()) {
      choose_content(contents, ids.size() == 1, explained);
    } else if (place.before.empty() || place.after.empty()) {
      explained.why =
          "the other capture has no graph by node, and no kernels outside graphs stand around this one";
    } else if (graphs_between(graphs, place) > 1) {
      explained.why =
          fmt::format("the other capture has no graphs, and several graphs of this one are launched {}",
                      words_of({"", place.before, place.after}));
    } else if (auto between = content_between(other, place)) {
      explained.why =
          fmt::format("{} of {} stretches {} of the other capture, which has no graphs, ran these kernels",
                      readable_count(between->first.launches), readable_count(between->second),
                      words_of({"", place.before, place.after}));
      explained.content = {std::move(between->first)};
    } else {
      explained.why = fmt::format("in the other capture, which has no graphs, no kernels stand regularly {}",
                                  words_of({"", place.before, place.after}));
    }
    all.push_back(std::move(explained));
  }
  return all;
}

}  // namespace nsys_ai
