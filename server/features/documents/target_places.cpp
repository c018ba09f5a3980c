// Builds addresses from properties that stay the same when the profile is exported again.
#include "features/documents/target_places.h"

#include <fmt/format.h>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/iterations.h"
#include "knowledge/library.h"
#include "view/skill_invocation.h"

namespace nsys_ai {
namespace {

// The gaps that findings report are at least 20 us long.
constexpr std::string_view kGaps = "gpu_idle_gaps min_gap=20us limit=1000";

DocumentAddress about_name(const Profile& profile, std::string_view kind, std::string_view part,
                           std::string_view name) {
  DocumentAddress address{std::string(kind), profile.info().path, {}};
  add_name(address, part, name);
  return address;
}

// A kernel's name is the id of a text; an untrusted id may be the id of any text.
std::optional<NameId> kernel_name_of(const Profile& profile, const Target& target) {
  const Kernels& kernels = profile.kernels();
  if (target.kind == TargetKind::kernel) {
    const size_t at = kernels.row.find(target.number);
    return at < kernels.size() ? std::optional(kernels.name(at)) : std::nullopt;
  }
  const bool named = target.kind == TargetKind::kernel_name || target.kind == TargetKind::kernel_runs;
  if (!named || target.number >= static_cast<int64_t>(profile.names().size())) return std::nullopt;
  const NameId name{static_cast<size_t>(target.number)};
  return profile.derived(build_kernels_by_name).of(name).empty() ? std::nullopt : std::optional(name);
}

std::optional<std::string_view> label_of(const Profile& profile, const Target& target) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  auto label = static_cast<size_t>(target.number);
  if (target.kind == TargetKind::nvtx) {
    const size_t at = profile.nvtx().row.find(target.number);
    if (at >= profile.nvtx().size()) return std::nullopt;
    label = labels.of_template[profile.nvtx().text[at]];
  } else if (target.kind != TargetKind::nvtx_label && target.kind != TargetKind::nvtx_ranges) {
    return std::nullopt;
  }
  return label < labels.labels.size() ? std::optional<std::string_view>(labels.labels[label].label)
                                      : std::nullopt;
}

DocumentAddress about_skill(const Profile& profile, std::string_view name_and_params) {
  const SkillInvocation asked = parse_skill_invocation(name_and_params);
  DocumentAddress address{"skill", profile.info().path, {{"name", asked.name}}};
  for (const auto& [name, value] : asked.values) address.item.emplace_back(name, value);
  return address;
}

std::optional<DocumentAddress> about_iteration(const Profile& profile, int64_t at) {
  const Iterations& iterations = profile.derived(build_iterations);
  if (at >= static_cast<int64_t>(iterations.all.size())) return std::nullopt;
  const Iteration& of = iterations.all[static_cast<size_t>(at)];
  DocumentAddress address{"iteration", profile.info().path, {{"number", fmt::format("{}", of.number)}}};
  if (const auto pid = profile.pid_of(of.process))
    address.item.emplace_back("process", fmt::format("{}", *pid));
  return address;
}

}  // namespace

std::optional<DocumentAddress> instances_of(const Profile& profile, const Target& target) {
  if (const auto kernel = kernel_name_of(profile, target))
    return about_name(profile, "instances", "name", profile.text(*kernel));
  if (const auto label = label_of(profile, target)) return about_name(profile, "instances", "label", *label);
  return std::nullopt;
}

std::optional<DocumentLocation> event_place(const Profile& profile, const Target&, std::string_view text) {
  return DocumentLocation{DocumentAddress{"event", profile.info().path, {{"ref", std::string(text)}}}};
}

std::optional<DocumentLocation> finding_place(const Profile& profile, const Target& target,
                                              std::string_view) {
  return DocumentLocation{DocumentAddress{"finding", profile.info().path, {{"key", target.key}}}};
}

std::optional<DocumentLocation> gap_place(const Profile& profile, const Target&, std::string_view text) {
  return DocumentLocation{about_skill(profile, kGaps), std::string(text)};
}

std::optional<DocumentLocation> instance_place(const Profile& profile, const Target& target,
                                               std::string_view text) {
  auto instances = instances_of(profile, target);
  if (!instances) return std::nullopt;
  return DocumentLocation{std::move(*instances), std::string(text)};
}

std::optional<DocumentLocation> instances_place(const Profile& profile, const Target& target,
                                                std::string_view) {
  return instance_place(profile, target, "");
}

std::optional<DocumentLocation> iteration_place(const Profile& profile, const Target& target,
                                                std::string_view) {
  auto iteration = about_iteration(profile, target.number);
  if (!iteration) return std::nullopt;
  return DocumentLocation{std::move(*iteration)};
}

std::optional<DocumentLocation> kernel_name_place(const Profile& profile, const Target& target,
                                                  std::string_view) {
  const auto name = kernel_name_of(profile, target);
  if (!name) return std::nullopt;
  return DocumentLocation{about_name(profile, "kernel", "name", profile.text(*name))};
}

std::optional<DocumentLocation> nvtx_label_place(const Profile& profile, const Target& target,
                                                 std::string_view) {
  const auto label = label_of(profile, target);
  if (!label) return std::nullopt;
  return DocumentLocation{about_name(profile, "range", "label", *label)};
}

std::optional<DocumentLocation> overview_place(const Profile& profile, const Target&, std::string_view text) {
  return DocumentLocation{DocumentAddress{"overview", profile.info().path, {}}, std::string(text)};
}

std::optional<DocumentLocation> page_place(const Profile& profile, const Target& target, std::string_view) {
  if (library_page(target.key) == nullptr) return std::nullopt;
  return DocumentLocation{DocumentAddress{"page", profile.info().path, {{"key", target.key}}}};
}

std::optional<DocumentLocation> ranges_place(const Profile& profile, const Target&, std::string_view) {
  return DocumentLocation{DocumentAddress{"ranges", profile.info().path, {}}};
}

std::optional<DocumentLocation> skill_place(const Profile& profile, const Target& target, std::string_view) {
  return DocumentLocation{about_skill(profile, target.key)};
}

std::optional<DocumentLocation> stream_place(const Profile& profile, const Target&, std::string_view) {
  return DocumentLocation{about_skill(profile, "stream_concurrency")};
}

}  // namespace nsys_ai
