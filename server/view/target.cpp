// Words for targets.
#include "view/target.h"

#include <fmt/format.h>

#include <array>

#include "base/quantity.h"

namespace nsys_ai {
namespace {

struct KindName {
  TargetKind kind;
  std::string_view prefix;
};
constexpr std::array kKinds = {
    KindName{TargetKind::copy_kind, "copy-kind:"}, KindName{TargetKind::device, "device:"},
    KindName{TargetKind::finding, "finding:"},     KindName{TargetKind::gap, "gap:"},
    KindName{TargetKind::kernel, "kernel:"},       KindName{TargetKind::kernel_name, "kernel-name:"},
    KindName{TargetKind::memcpy, "memcpy:"},       KindName{TargetKind::nvtx_label, "nvtx-label:"}};

}  // namespace

std::string target_of_kernel_name(NameId name) { return fmt::format("kernel-name:{}", name.value); }
std::string target_of_label(size_t label) { return fmt::format("nvtx-label:{}", label); }
std::string target_of_device(DeviceIx device) { return fmt::format("device:{}", device.value); }
std::string target_of_finding(std::string_view key) { return fmt::format("finding:{}", key); }
std::string target_of_copy_kind(int64_t copy_kind) { return fmt::format("copy-kind:{}", copy_kind); }

std::optional<Target> parse_target(std::string_view text) {
  for (const KindName& kind : kKinds) {
    if (!text.starts_with(kind.prefix)) continue;
    const std::string_view rest = text.substr(kind.prefix.size());
    if (kind.kind == TargetKind::finding) return Target{kind.kind, 0, 0, std::string(rest)};
    if (kind.kind == TargetKind::gap) {
      const size_t colon = rest.find(':');
      if (colon == std::string_view::npos) return std::nullopt;
      const auto device = parse_integer(rest.substr(0, colon));
      const auto start = parse_integer(rest.substr(colon + 1));
      if (!device || !start || *device < 0) return std::nullopt;
      return Target{kind.kind, *device, *start, ""};
    }
    const auto number = parse_integer(rest);
    if (!number || *number < 0) return std::nullopt;
    return Target{kind.kind, *number, 0, ""};
  }
  return std::nullopt;
}

}  // namespace nsys_ai
