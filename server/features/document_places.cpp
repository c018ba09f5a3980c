// One case a kind of target.
#include "features/document_places.h"

#include <fmt/format.h>

#include "analysis/iterations.h"
#include "analysis/kernel_stats.h"
#include "analysis/nvtx_labels.h"
#include "features/document_access.h"
#include "features/file_uri.h"
#include "view/asked_skill.h"
#include "view/target.h"

namespace nsys_ai {
namespace {

// The gaps that findings tell of: those of at least 20 us.
constexpr std::string_view kGaps = "gpu_idle_gaps min_gap=20us limit=1000";

DocumentAddress about_name(const Profile& profile, std::string_view kind, std::string_view part,
                           std::string_view name) {
  DocumentAddress address{std::string(kind), profile.info().path, {}};
  add_name(address, part, name);
  return address;
}

// Names of kernels are ids of texts, and a stranger's id may be any text's.
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
  const AskedSkill asked = parse_asked_skill(name_and_params);
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

std::optional<DocumentPlace> whole(std::optional<DocumentAddress> address) {
  if (!address) return std::nullopt;
  return DocumentPlace{std::move(*address)};
}

}  // namespace

std::optional<DocumentPlace> place_of(const Profile& profile, std::string_view text) {
  const auto target = parse_target(text);
  if (!target) return std::nullopt;
  const DocumentAddress overview{"overview", profile.info().path, {}};
  switch (target->kind) {
    case TargetKind::copy_kind:
    case TargetKind::device:
      return DocumentPlace{overview, std::string(text)};
    case TargetKind::event:
    case TargetKind::memcpy:
      return DocumentPlace{DocumentAddress{"event", profile.info().path, {{"ref", std::string(text)}}}};
    case TargetKind::finding:
      return DocumentPlace{DocumentAddress{"finding", profile.info().path, {{"key", target->key}}}};
    case TargetKind::gap:
      return DocumentPlace{about_skill(profile, kGaps), std::string(text)};
    case TargetKind::iteration:
      return whole(about_iteration(profile, target->number));
    case TargetKind::kernel_name: {
      const auto name = kernel_name_of(profile, *target);
      if (!name) return std::nullopt;
      return DocumentPlace{about_name(profile, "kernel", "name", profile.text(*name))};
    }
    case TargetKind::kernel:
    case TargetKind::nvtx: {
      auto instances = instances_of(profile, text);
      if (!instances) return std::nullopt;
      return DocumentPlace{std::move(*instances), std::string(text)};
    }
    case TargetKind::kernel_runs:
    case TargetKind::nvtx_ranges:
      return whole(instances_of(profile, text));
    case TargetKind::nvtx_label: {
      const auto label = label_of(profile, *target);
      if (!label) return std::nullopt;
      return DocumentPlace{about_name(profile, "range", "label", *label)};
    }
    case TargetKind::ranges:
      return DocumentPlace{DocumentAddress{"ranges", profile.info().path, {}}};
    case TargetKind::skill:
      return DocumentPlace{about_skill(profile, target->key)};
    case TargetKind::source:
      return std::nullopt;
    case TargetKind::stream:
      return DocumentPlace{about_skill(profile, "stream_concurrency")};
  }
  return std::nullopt;
}

std::optional<DocumentAddress> instances_of(const Profile& profile, std::string_view text) {
  const auto target = parse_target(text);
  if (!target) return std::nullopt;
  if (const auto kernel = kernel_name_of(profile, *target))
    return about_name(profile, "instances", "name", profile.text(*kernel));
  if (const auto label = label_of(profile, *target)) return about_name(profile, "instances", "label", *label);
  return std::nullopt;
}

std::optional<DocumentAddress> instances_of(const DocumentAddress& about) {
  if (about.kind != "kernel" && about.kind != "range" && about.kind != "instances") return std::nullopt;
  return DocumentAddress{"instances", about.profile, about.item};
}

Result<lsp::Location> location_of(Session& session, const ProfilePtr& profile, const DocumentPlace& place,
                                  const Work& work) {
  if (place.mark.empty()) return lsp::Location{uri_of(place.address), {}};
  const auto document = document_at(session, profile, place.address, work);
  if (!document) return tl::unexpected(document.error());
  const Mark* mark = (*document)->find(place.mark);
  return lsp::Location{(*document)->uri, mark == nullptr ? lsp::Range{} : (*document)->range_of(*mark)};
}

std::optional<std::string> source_uri_of(std::string_view text) {
  const auto target = parse_target(text);
  if (!target || target->kind != TargetKind::source || !target->key.starts_with('/')) return std::nullopt;
  return uri_of_file(target->key);
}

}  // namespace nsys_ai
