// Works on labels alone: sources and profiles are only read.
#include "annotate/range_planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace nsys_ai {
namespace {

class RegionTree {
 public:
  explicit RegionTree(const SourceRegions& sources) : sources_(sources) {
    for (const SourceRegion& of : sources.regions) {
      by_label_[of.label] = &of;
      if (!of.parent.empty()) inner_[of.parent].push_back(&of);
    }
  }

  // The regions that a range is split into; of one that gets no range, its own.
  std::vector<std::string> parts_of(const std::string& label) const {
    std::vector<std::string> parts;
    if (const auto at = by_label_.find(label); at != by_label_.end()) add_parts(*at->second, parts);
    return parts;
  }

  std::vector<std::string> statements_of(const std::string& function) const {
    std::vector<std::string> labels;
    if (const auto inner = inner_.find(function); inner != inner_.end())
      for (const SourceRegion* of : inner->second)
        if (of->refused.empty()) labels.push_back(of->label);
    return labels;
  }

  std::vector<std::string> in_order(const std::unordered_set<std::string>& labels) const {
    std::vector<std::string> ordered;
    for (const SourceRegion& of : sources_.regions)
      if (labels.contains(of.label)) ordered.push_back(of.label);
    return ordered;
  }

 private:
  // With what lies in it, down to the calls of statements that have several, and into functions that it calls as far
  // as `deeper` says: what launches nothing goes again.
  void add(const SourceRegion& region, int deeper, std::vector<std::string>& parts) const {
    if (region.refused.empty()) parts.push_back(region.label);
    if (deeper > 0 && region.kind != "function") add_called(region, deeper - 1, parts);
    const auto inner = inner_.find(region.label);
    if (inner == inner_.end()) return;
    const auto calls = std::count_if(inner->second.begin(), inner->second.end(),
                                     [](const SourceRegion* of) { return of->kind == "call"; });
    for (const SourceRegion* of : inner->second)
      if (of->kind != "call" || calls > 1) add(*of, deeper, parts);
  }
  void add_called(const SourceRegion& region, int deeper, std::vector<std::string>& parts) const {
    for (const std::string& called : region.calls)
      if (const auto at = by_label_.find(called); at != by_label_.end()) add(*at->second, deeper, parts);
  }
  void add_parts(const SourceRegion& region, std::vector<std::string>& parts) const {
    if (const auto inner = inner_.find(region.label); inner != inner_.end())
      for (const SourceRegion* of : inner->second) add(*of, 1, parts);
    add_called(region, 1, parts);
  }

  const SourceRegions& sources_;
  std::unordered_map<std::string, const SourceRegion*> by_label_;
  std::unordered_map<std::string, std::vector<const SourceRegion*>> inner_;
};

bool is_named(const SourceRegion& region, const std::string& entry) {
  return region.function == entry || region.function.ends_with("." + entry) ||
         region.function.ends_with("::" + entry) || entry.empty();
}

}  // namespace

std::vector<std::string> labels_at(const SourceRegions& sources, const std::string& file, int64_t line) {
  const SourceRegion* smallest = nullptr;
  for (const SourceRegion& of : sources.regions) {
    if (of.file != file || of.kind == "call" || !of.refused.empty() || line < of.first_line || line > of.last_line) continue;
    if (of.kind == "function" && of.first_line == line) return RegionTree(sources).statements_of(of.label);
    if (of.kind == "statement" && (!smallest || of.last_line - of.first_line <= smallest->last_line - smallest->first_line))
      smallest = &of;
  }
  return smallest ? std::vector{smallest->label} : std::vector<std::string>();
}

std::vector<std::string> parts_of_range(const SourceRegions& sources, const std::string& label) {
  return RegionTree(sources).parts_of(label);
}

Result<RangePlan> first_plan(const SourceRegions& sources, const std::string& entry, size_t budget) {
  RangePlan plan;
  std::string refused;
  for (const SourceRegion& of : sources.regions) {
    if (of.kind != "function" || !is_named(of, entry)) continue;
    if (of.refused.empty())
      plan.labels.push_back(of.label);
    else
      refused = fmt::format("{} gets no range: {}.", of.function, of.refused);
  }
  if (plan.labels.empty() && !refused.empty()) return fail(ErrorCode::cannot_do, refused, "Name another function with --entry.");
  if (plan.labels.empty())
    return fail(ErrorCode::bad_request, fmt::format("The sources have no function {}.", entry),
                "Name a function or Class.method of the sources with --entry.");
  if (plan.labels.size() > budget)
    return fail(ErrorCode::bad_request,
                fmt::format("{} functions are more than the budget of {} ranges.", plan.labels.size(), budget),
                "Name the function to begin with by --entry, or raise --budget.");
  plan.added = plan.labels;
  return plan;
}

RangePlan next_plan(const SourceRegions& sources, const LocatedLaunches& measured,
                    const std::vector<std::string>& labels, size_t budget) {
  const RegionTree tree(sources);
  const std::unordered_set<std::string> had(labels.begin(), labels.end());
  std::unordered_set<std::string> next;
  for (const LocatedRange& of : measured.ranges)
    if (had.contains(of.label) && of.inside > 0) next.insert(of.label);
  std::unordered_set<std::string> added;
  bool shared = false, full = false;
  for (const LocatedRange& of : measured.ranges) {
    if (of.most <= 1 || !had.contains(of.label)) continue;
    shared = true;
    for (std::string& part : tree.parts_of(of.label)) {
      if (had.contains(part) || added.contains(part)) continue;
      if (next.size() + added.size() >= budget) {
        full = true;
        break;
      }
      added.insert(std::move(part));
    }
  }
  RangePlan plan;
  plan.added = tree.in_order(added);
  next.merge(added);
  plan.labels = tree.in_order(next);
  if (measured.located == 0)
    plan.stop = "no kernel was launched inside of a range";
  else if (!shared)
    plan.stop =
        measured.located == measured.kernels
            ? "each innermost range launched one kernel"
            : fmt::format("each innermost range launched one kernel; {} of {} kernels are in no range",
                          measured.kernels - measured.located, measured.kernels);
  else if (plan.added.empty())
    plan.stop = full ? "the budget of ranges is used up" : "what still shares a range shares a line of the source";
  return plan;
}

}  // namespace nsys_ai
