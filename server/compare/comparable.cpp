// Same GPUs, work on both sides, and work that is alike.
#include "compare/comparable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text_table.h"

namespace nsys_ai {
namespace {

// The least share of kernel time that kernels or families common to both have.
constexpr double kLeastAlikeSteps = 0.3;    // the program says what a step is
constexpr double kLeastAlikeKernels = 0.5;  // kernels alone show what is compared

std::string joined(const std::vector<std::string>& names) {
  std::vector<std::string> words;
  for (const std::string& name : names) words.push_back(name.empty() ? "an unnamed GPU" : one_line(name));
  return fmt::format("{}", fmt::join(words, ", "));
}

using Shares = std::map<std::string, double>;

Shares shares_of(const RunFigures& run, std::string PartFigures::*of) {
  Shares shares;
  double whole = 0;
  for (const PartFigures& part : run.parts) {
    if (part.family.empty()) continue;
    shares[part.*of] += static_cast<double>(part.ns);
    whole += static_cast<double>(part.ns);
  }
  for (auto& [name, share] : shares) share = whole > 0 ? share / whole : 0;
  return shares;
}

// The share of time that parts known to the other side have, of the side with less of them.
double known_share(const Shares& a, const Shares& b) {
  double of_a = 0, of_b = 0;
  for (const auto& [name, share] : a)
    if (b.contains(name)) of_a += share;
  for (const auto& [name, share] : b)
    if (a.contains(name)) of_b += share;
  return std::min(of_a, of_b);
}

double common_share(const Shares& a, const Shares& b) {
  double common = 0;
  for (const auto& [name, share] : a)
    if (const auto found = b.find(name); found != b.end()) common += std::min(share, found->second);
  return common;
}

std::optional<std::string> why_no_units(const std::vector<const RunFigures*>& runs) {
  for (const RunFigures* run : runs)
    if (run->kernels == 0)
      return fmt::format("{} holds no kernels, so that nothing was measured", one_line(run->file));
  for (const RunFigures* run : runs)
    if (run->unitKind == "kernel" && run->kernel.empty())
      return "they share no unit of work: not all have steps or repeats, and no kernel runs often enough on both sides";
  for (const RunFigures* run : runs)
    if (run->units == 0 || run->durations.empty())
      return fmt::format("{} holds no whole {} in the part that is compared", one_line(run->file),
                         run->unitKind == "kernel" ? "run of the kernel" : run->unitKind);
  return std::nullopt;
}

std::optional<std::string> why_other_machine(const RunFigures& a, const RunFigures& b) {
  if (a.gpus.size() != b.gpus.size())
    return fmt::format("{} ran on {}, {} on {}", one_line(a.file), counted(a.gpus.size(), "GPU", "GPUs"),
                       one_line(b.file), counted(b.gpus.size(), "GPU", "GPUs"));
  const auto known = [](const RunFigures& run) {
    return std::none_of(run.gpus.begin(), run.gpus.end(),
                        [](const std::string& name) { return name.empty(); });
  };
  if (known(a) && known(b) && a.gpus != b.gpus)
    return fmt::format("{} ran on {}, {} on {}", one_line(a.file), joined(a.gpus), one_line(b.file),
                       joined(b.gpus));
  if (a.graphs != b.graphs && a.graphs != "none" && b.graphs != "none")
    return fmt::format("{} recorded CUDA graphs {}, {} {}, which costs the program different time",
                       one_line(a.file), a.graphs == "whole" ? "as a whole" : "node by node",
                       one_line(b.file), b.graphs == "whole" ? "as a whole" : "node by node");
  return std::nullopt;
}

std::optional<std::string> why_other_work(const RunFigures& a, const RunFigures& b) {
  if (a.unitKind != b.unitKind || a.kernel != b.kernel)
    return fmt::format("{} is measured by {}, {} by {}", one_line(a.file), one_line(a.unit), one_line(b.file),
                       one_line(b.unit));
  if (a.unitKind == "repeat" && a.unitKernels != b.unitKernels)
    return fmt::format("what repeats is other work: {} kernels in {}, {} in {}",
                       readable_count(a.unitKernels), one_line(a.file), readable_count(b.unitKernels),
                       one_line(b.file));
  const double names = known_share(shares_of(a, &PartFigures::name), shares_of(b, &PartFigures::name));
  const double families =
      common_share(shares_of(a, &PartFigures::family), shares_of(b, &PartFigures::family));
  const bool alike =
      a.unitKind == "step" ? std::max(names, families) >= kLeastAlikeSteps : names >= kLeastAlikeKernels;
  if (alike) return std::nullopt;
  return fmt::format(
      "they do other work: kernels that both have take {} of the kernel time of a unit, families that both have {}",
      readable_share(names), readable_share(families));
}

double unrecorded_share(const RunFigures& run) {
  double whole = 0;
  double unrecorded = 0;
  for (const PartFigures& part : run.parts) {
    whole += static_cast<double>(part.ns);
    if (part.name == kUnrecordedPart) unrecorded += static_cast<double>(part.ns);
  }
  return whole > 0 ? unrecorded / whole : 0;
}

}  // namespace

std::optional<std::string> why_not_comparable(const std::vector<RunFigures>& before,
                                              const std::vector<RunFigures>& after) {
  std::vector<const RunFigures*> runs;
  for (const auto* side : {&before, &after})
    for (const RunFigures& run : *side) runs.push_back(&run);
  if (auto why = why_no_units(runs)) return why;
  const RunFigures& base = before.front();
  for (const RunFigures* run : runs) {
    if (auto why = why_other_machine(base, *run)) return why;
    if (auto why = why_other_work(base, *run)) return why;
  }
  return std::nullopt;
}

std::vector<std::string> comparison_notes(const std::vector<RunFigures>& before,
                                          const std::vector<RunFigures>& after) {
  std::vector<std::string> notes;
  const RunFigures& a = before.front();
  const RunFigures& b = after.front();
  if (a.profiler != b.profiler)
    notes.push_back(fmt::format("The captures were exported by Nsight Systems {} and {}.",
                                a.profiler.empty() ? "(not named)" : one_line(a.profiler),
                                b.profiler.empty() ? "(not named)" : one_line(b.profiler)));
  if (a.driver && b.driver && *a.driver != *b.driver)
    notes.push_back(fmt::format("The driver differs: {} before, {} after.", one_line(*a.driver), one_line(*b.driver)));
  if (a.graphs != b.graphs && (a.graphs == "none" || b.graphs == "none"))
    notes.push_back(fmt::format("Only {} uses CUDA graphs.", one_line(a.graphs == "none" ? b.file : a.file)));
  for (const auto* side : {&before, &after})
    for (const RunFigures& run : *side)
      if (const double share = unrecorded_share(run); share > 0)
        notes.push_back(fmt::format("{}: in {} of a typical unit, which counts as idle, launched work may have run that has no record.",
                                    one_line(run.file), readable_share(share)));
  for (const RunFigures* run : {&a, &b})
    if (std::count(run->gpus.begin(), run->gpus.end(), "") > 0)
      notes.push_back(fmt::format("{} does not name its GPUs, so that they are assumed to be the same.",
                                  one_line(run->file)));
  for (const auto* side : {&before, &after})
    for (const RunFigures& run : *side)
      for (const std::string& note : run.notes)
        notes.push_back(fmt::format("{}: {}", one_line(run.file), note));
  return notes;
}

}  // namespace nsys_ai
