// Words for targets.
#include "view/targets/target.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.h"
#include "view/targets/target_kinds.h"

namespace nsys_ai {
namespace {

std::optional<int64_t> count_in(std::string_view text) {
  const auto number = parse_integer(text);
  return number && *number >= 0 ? number : std::nullopt;
}

// Whether there is such a family shows when it is looked up.
std::optional<Target> parse_event(std::string_view family, std::string_view rest) {
  const bool word = !family.empty() && std::all_of(family.begin(), family.end(),
                                                   [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
  const auto row = count_in(rest);
  if (!word || !row) return std::nullopt;
  return Target{TargetKind::event, *row, 0, std::string(family)};
}

std::optional<Target> parse_form(const TargetKindRow& of, std::string_view rest) {
  const size_t colon = std::min(rest.find(':'), rest.size());
  switch (of.form) {
    case TargetForm::family_and_row:
      if (colon == rest.size()) return std::nullopt;
      return parse_event(rest.substr(0, colon), rest.substr(colon + 1));
    case TargetForm::nothing:
      return rest.empty() ? std::optional(Target{of.kind, 0, 0, ""}) : std::nullopt;
    case TargetForm::key:
      return Target{of.kind, 0, 0, std::string(rest)};
    case TargetForm::number: {
      const auto number = count_in(rest);
      return number ? std::optional(Target{of.kind, *number, 0, ""}) : std::nullopt;
    }
    case TargetForm::device_and_start: {
      if (colon == rest.size()) return std::nullopt;
      const auto device = count_in(rest.substr(0, colon));
      const auto start = parse_integer(rest.substr(colon + 1));
      return device && start ? std::optional(Target{of.kind, *device, *start, ""}) : std::nullopt;
    }
    case TargetForm::line_and_file: {
      if (colon == rest.size()) return std::nullopt;
      const auto line = count_in(rest.substr(0, colon));
      return line ? std::optional(Target{of.kind, *line, 0, std::string(rest.substr(colon + 1))})
                  : std::nullopt;
    }
  }
  return std::nullopt;
}

template <class What>
std::string target_of(TargetKind kind, const What& what) {
  return fmt::format("{}{}", about(kind).prefix, what);
}

}  // namespace

std::string target_of_kernel_name(NameId name) { return target_of(TargetKind::kernel_name, name.value); }
std::string target_of_kernel_runs(NameId name) { return target_of(TargetKind::kernel_runs, name.value); }
std::string target_of_label_ranges(size_t label) { return target_of(TargetKind::nvtx_ranges, label); }
std::string target_of_label(size_t label) { return target_of(TargetKind::nvtx_label, label); }
std::string target_of_device(DeviceIx device) { return target_of(TargetKind::device, device.value); }
std::string target_of_finding(std::string_view key) { return target_of(TargetKind::finding, key); }
std::string target_of_copy_kind(int64_t copy_kind) { return target_of(TargetKind::copy_kind, copy_kind); }
std::string target_of_iteration(size_t iteration) { return target_of(TargetKind::iteration, iteration); }
std::string target_of_page(std::string_view key) { return target_of(TargetKind::page, key); }
std::string target_of_skill(std::string_view name_and_params) {
  return target_of(TargetKind::skill, name_and_params);
}
std::string target_of_source(std::string_view file, int64_t line) {
  return target_of(TargetKind::source, fmt::format("{}:{}", line, file));
}
std::string target_of_stream(StreamIx stream) { return target_of(TargetKind::stream, stream.value); }
std::string target_of_ranges() { return target_of(TargetKind::ranges, ""); }

std::optional<Target> parse_target(std::string_view text) {
  for (const TargetKindRow& kind : target_kinds())
    if (!kind.prefix.empty() && text.starts_with(kind.prefix))
      return parse_form(kind, text.substr(kind.prefix.size()));
  return parse_form(about(TargetKind::event), text);
}

}  // namespace nsys_ai
