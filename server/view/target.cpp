// Words for targets.
#include "view/target.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/quantity.h"

namespace nsys_ai {
namespace {

// What stands behind the prefix.
enum class Form { number, key, device_and_start, line_and_file, nothing };

struct KindName {
  TargetKind kind;
  std::string_view prefix;
  Form form;
};
constexpr std::array kKinds = {KindName{TargetKind::copy_kind, "copy-kind:", Form::number},
                               KindName{TargetKind::device, "device:", Form::number},
                               KindName{TargetKind::finding, "finding:", Form::key},
                               KindName{TargetKind::gap, "gap:", Form::device_and_start},
                               KindName{TargetKind::iteration, "iteration:", Form::number},
                               KindName{TargetKind::kernel, "kernel:", Form::number},
                               KindName{TargetKind::kernel_name, "kernel-name:", Form::number},
                               KindName{TargetKind::kernel_runs, "kernel-runs:", Form::number},
                               KindName{TargetKind::memcpy, "memcpy:", Form::number},
                               KindName{TargetKind::nvtx, "nvtx:", Form::number},
                               KindName{TargetKind::nvtx_label, "nvtx-label:", Form::number},
                               KindName{TargetKind::nvtx_ranges, "nvtx-ranges:", Form::number},
                               KindName{TargetKind::ranges, "ranges:", Form::nothing},
                               KindName{TargetKind::skill, "skill:", Form::key},
                               KindName{TargetKind::source, "source:", Form::line_and_file},
                               KindName{TargetKind::stream, "stream:", Form::number}};

std::optional<int64_t> count_in(std::string_view text) {
  const auto number = parse_integer(text);
  return number && *number >= 0 ? number : std::nullopt;
}

std::optional<Target> parse_form(const KindName& of, std::string_view rest) {
  const size_t colon = std::min(rest.find(':'), rest.size());
  switch (of.form) {
    case Form::nothing:
      return rest.empty() ? std::optional(Target{of.kind, 0, 0, ""}) : std::nullopt;
    case Form::key:
      return Target{of.kind, 0, 0, std::string(rest)};
    case Form::number: {
      const auto number = count_in(rest);
      return number ? std::optional(Target{of.kind, *number, 0, ""}) : std::nullopt;
    }
    case Form::device_and_start: {
      if (colon == rest.size()) return std::nullopt;
      const auto device = count_in(rest.substr(0, colon));
      const auto start = parse_integer(rest.substr(colon + 1));
      return device && start ? std::optional(Target{of.kind, *device, *start, ""}) : std::nullopt;
    }
    case Form::line_and_file: {
      if (colon == rest.size()) return std::nullopt;
      const auto line = count_in(rest.substr(0, colon));
      return line ? std::optional(Target{of.kind, *line, 0, std::string(rest.substr(colon + 1))})
                  : std::nullopt;
    }
  }
  return std::nullopt;
}

// `FAMILY:ROW`; whether there is such a family shows when it is looked up.
std::optional<Target> parse_event(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == 0 || colon == std::string_view::npos) return std::nullopt;
  const std::string_view family = text.substr(0, colon);
  const bool word =
      std::all_of(family.begin(), family.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
  const auto row = count_in(text.substr(colon + 1));
  if (!word || !row) return std::nullopt;
  return Target{TargetKind::event, *row, 0, std::string(family)};
}

}  // namespace

std::string target_of_kernel_name(NameId name) { return fmt::format("kernel-name:{}", name.value); }
std::string target_of_kernel_runs(NameId name) { return fmt::format("kernel-runs:{}", name.value); }
std::string target_of_label_ranges(size_t label) { return fmt::format("nvtx-ranges:{}", label); }
std::string target_of_label(size_t label) { return fmt::format("nvtx-label:{}", label); }
std::string target_of_device(DeviceIx device) { return fmt::format("device:{}", device.value); }
std::string target_of_finding(std::string_view key) { return fmt::format("finding:{}", key); }
std::string target_of_copy_kind(int64_t copy_kind) { return fmt::format("copy-kind:{}", copy_kind); }
std::string target_of_iteration(size_t iteration) { return fmt::format("iteration:{}", iteration); }
std::string target_of_skill(std::string_view name_and_params) {
  return fmt::format("skill:{}", name_and_params);
}
std::string target_of_source(std::string_view file, int64_t line) {
  return fmt::format("source:{}:{}", line, file);
}
std::string target_of_stream(StreamIx stream) { return fmt::format("stream:{}", stream.value); }
std::string target_of_ranges() { return "ranges:"; }

std::optional<Target> parse_target(std::string_view text) {
  for (const KindName& kind : kKinds)
    if (text.starts_with(kind.prefix)) return parse_form(kind, text.substr(kind.prefix.size()));
  return parse_event(text);
}

}  // namespace nsys_ai
