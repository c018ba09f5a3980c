// Writes one line for each kind of event.
#include "features/documents/target_hints.h"

#include <fmt/format.h>

#include "analysis/kernels/kernels.h"
#include "analysis/memory/transfers.h"
#include "analysis/time/idle.h"
#include "base/text_table.h"

namespace nsys_ai {
namespace {

constexpr size_t kHintNameWidth = 40;

std::string short_name(std::string_view name) {
  return shortened(one_line(display_name(name)), kHintNameWidth);
}

}  // namespace

std::string kernel_hint(const Profile& profile, const Target& target) {
  const Kernels& kernels = profile.kernels();
  const size_t at = kernels.row.find(target.number);
  if (at >= kernels.size()) return "";
  return fmt::format("{}, {}", short_name(profile.text(kernels.name(at))),
                     readable_ns(kernels.interval(at).duration()));
}

std::string copy_hint(const Profile& profile, const Target& target) {
  const Copies& copies = profile.copies();
  const size_t at = copies.row.find(target.number);
  if (at >= copies.size()) return "";
  return fmt::format("{}, {}, {}", copy_kind_name(copies.copy_kind[at]), readable_bytes(copies.bytes[at]),
                     readable_ns(copies.interval(at).duration()));
}

std::string range_hint(const Profile& profile, const Target& target) {
  const Nvtx& nvtx = profile.nvtx();
  const size_t at = nvtx.row.find(target.number);
  if (at >= nvtx.size()) return "";
  const std::string name = shortened(one_line(profile.nvtx_text(at)), kHintNameWidth);
  return nvtx.end(at) == Spans::kOpen
             ? name + ", never closed"
             : fmt::format("{}, {}", name, readable_ns(nvtx.interval(at).duration()));
}

std::string gap_hint(const Profile& profile, const Target& target) {
  if (target.number >= static_cast<int64_t>(profile.devices().size())) return "";
  const auto gap = idle_gap_at(profile, DeviceIx(static_cast<size_t>(target.number)), target.start);
  return gap ? fmt::format("{} idle, {}", readable_ns(gap->gap.duration()), name_of(gap->cause)) : "";
}

}  // namespace nsys_ai
