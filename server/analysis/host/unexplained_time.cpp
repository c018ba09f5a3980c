// Takes the source of each kernel as code_attribution has it, and counts what each range launched.
#include "analysis/host/unexplained_time.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "analysis/host/code_attribution.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/nvtx/range_sources.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr uint32_t kNoLabelledRange = NvtxForest::kNoRange;

bool is_range_evidence(CodeEvidence evidence) {
  return evidence == CodeEvidence::range || evidence == CodeEvidence::range_source;
}

class Grouping {
 public:
  Grouping(const Profile& profile, const CodeAttribution& sources)
      : profile_(profile),
        sources_(sources),
        launches_(profile.derived(build_launches)),
        paths_(profile.derived(build_nvtx_paths)),
        labels_(profile.derived(build_nvtx_labels)),
        attribution_(profile.derived(build_attribution)),
        range_of_(profile.kernels().size(), kNoLabelledRange) {}

  // Which range explains each kernel, and how many kernels each range launched.
  void count_launches() {
    for (uint32_t i = 0; i < range_of_.size(); ++i) {
      if (sources_.part_of[i] == CodeAttribution::kOutside || !is_range_evidence(source(i).evidence)) continue;
      range_of_[i] = best_range_around(profile_, i);
      ++launched_[range_of_[i]];
    }
  }

  bool explains(uint32_t kernel) const {
    const CodeSource& of = source(kernel);
    if (is_range_evidence(of.evidence))
      return of.confidence != Confidence::low && launched_.at(range_of_[kernel]) == 1;
    return of.confidence == Confidence::high;
  }

  void add(uint32_t kernel, int64_t time) {
    const Unexplained why = reason(kernel);
    std::string label = label_of(kernel, why);
    const auto [at, is_new] = places_.try_emplace({why, label}, groups_.size());
    if (is_new) {
      UnexplainedGroup group;
      group.why = why;
      group.label = label;
      group.example = kernel;
      groups_.push_back(std::move(group));
    }
    Group& counted = of_group(at->second);
    UnexplainedGroup& shown = groups_[at->second];
    ++shown.kernels;
    shown.total += time;
    if (why == Unexplained::shared_range) counted.ranges.insert(range_of_[kernel]);
    const std::string outermost = outermost_of(kernel);
    if (is_new) shown.outermost = outermost;
    if (shown.outermost != outermost) shown.outermost.clear();
    const std::tuple key(path_of(kernel, why), profile_.kernels().name(kernel).value);
    const auto [part, is_new_part] = counted.parts.try_emplace(key, shown.parts.size());
    if (is_new_part) shown.parts.push_back({std::get<0>(key), profile_.kernels().name(kernel), 0, {}});
    ++shown.parts[part->second].kernels;
    shown.parts[part->second].total += time;
  }

  std::vector<UnexplainedGroup> take() {
    const auto longer = [&](const auto& a, const auto& b) { return a.total > b.total; };
    for (size_t i = 0; i < groups_.size(); ++i) {
      groups_[i].ranges = std::ssize(of_group(i).ranges);
      std::stable_sort(groups_[i].parts.begin(), groups_[i].parts.end(), longer);
    }
    std::stable_sort(groups_.begin(), groups_.end(), longer);
    return std::move(groups_);
  }

 private:
  struct Group {
    std::unordered_set<uint32_t> ranges;
    std::map<std::tuple<std::string, uint32_t>, size_t> parts;
  };
  Group& of_group(size_t at) {
    if (at >= counted_.size()) counted_.resize(at + 1);
    return counted_[at];
  }

  const CodeSource& source(uint32_t kernel) const {
    return sources_.sources[sources_.parts[sources_.part_of[kernel]].source];
  }

  Unexplained reason(uint32_t kernel) const {
    const CodeSource& of = source(kernel);
    if (is_range_evidence(of.evidence) && of.confidence != Confidence::low) return Unexplained::shared_range;
    if (attribution_.of_kernel[kernel] != kNoLabelledRange) return Unexplained::operator_only;
    return launches_.of_kernel[kernel] == Launches::kNoCall ? Unexplained::no_launch : Unexplained::no_range;
  }

  const std::string& label(uint32_t range) const {
    return labels_.labels[labels_.of_template[profile_.nvtx().text[range]]].label;
  }

  std::string label_of(uint32_t kernel, Unexplained why) const {
    switch (why) {
      case Unexplained::shared_range: return source(kernel).seen;
      case Unexplained::operator_only: {
        const CodeSource& of = source(kernel);
        return of.evidence == CodeEvidence::operator_ ? of.seen : label(attribution_.of_kernel[kernel]);
      }
      case Unexplained::no_range: return display_name(profile_.text(profile_.kernels().name(kernel)));
      case Unexplained::no_launch: return "";
    }
    return "";
  }

  std::string outermost_of(uint32_t kernel) const {
    std::string found;
    profile_.derived(build_nvtx_enclosures).each({OperationNumbers::kernel, kernel}, [&](uint32_t range) {
      found = label(range);
    });
    return found;
  }

  // Of a range, what lies between it and the launch; of an operator, everything around it.
  std::string path_of(uint32_t kernel, Unexplained why) const {
    const uint32_t innermost = attribution_.of_kernel[kernel];
    if (innermost == kNoLabelledRange) return "";
    if (why != Unexplained::shared_range) return paths_.text(profile_, paths_.of_range[innermost]);
    std::string text;
    bool inside = true;
    profile_.derived(build_nvtx_enclosures).each({OperationNumbers::kernel, kernel}, [&](uint32_t range) {
      inside = inside && range != range_of_[kernel];
      if (inside) text = text.empty() ? label(range) : label(range) + " > " + text;
    });
    return text;
  }

  const Profile& profile_;
  const CodeAttribution& sources_;
  const Launches& launches_;
  const NvtxPaths& paths_;
  const NvtxLabels& labels_;
  const Attribution& attribution_;
  std::vector<uint32_t> range_of_;  // indexed by kernel
  std::unordered_map<uint32_t, int64_t> launched_;
  std::map<std::pair<Unexplained, std::string>, size_t> places_;
  std::vector<UnexplainedGroup> groups_;
  std::vector<Group> counted_;
};

}  // namespace

std::string_view name_of(Unexplained why) {
  switch (why) {
    case Unexplained::shared_range: return "several in one range";
    case Unexplained::operator_only: return "operators only";
    case Unexplained::no_range: return "no range";
    case Unexplained::no_launch: return "launch not recorded";
  }
  return "";
}

Result<UnexplainedTime> unexplained_time(const Profile& profile, const Scope& scope, const Work& work) {
  const auto sources = code_attribution_of(profile, scope, {"", true, true}, work);
  if (!sources) return tl::unexpected(sources.error());
  UnexplainedTime found;
  found.total = sources->total;
  Grouping grouping(profile, *sources);
  grouping.count_launches();
  const Kernels& kernels = profile.kernels();
  for (uint32_t i = 0; i < kernels.size(); ++i) {
    if (i % 65536 == 0 && work.cancel.cancelled()) return cancelled();
    if (sources->part_of[i] == CodeAttribution::kOutside) continue;
    const int64_t time = scope.clip(kernels.interval(i))->duration();
    if (grouping.explains(i))
      found.explained += time;
    else
      grouping.add(i, time);
  }
  found.groups = grouping.take();
  return found;
}

}  // namespace nsys_ai
