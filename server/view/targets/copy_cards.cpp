// The cards of copies and memsets.
#include <fmt/format.h>

#include <map>

#include "analysis/host/api_calls.h"
#include "analysis/memory/alike_copies.h"
#include "analysis/memory/transfers.h"
#include "base/text_table.h"
#include "profile/order.h"
#include "view/counted.h"
#include "view/targets/card_parts.h"
#include "view/targets/explained_thing.h"
#include "view/targets/target_cards.h"

namespace nsys_ai {
namespace {

std::string speed_text(double gb_per_s) { return readable(Value(gb_per_s), Unit::gb_per_s); }

// Whether a kind of copy goes over the link between CPU and GPU.
bool crosses_host_link(const Copies& copies, size_t at) {
  constexpr uint8_t kToDevice = 1, kToHost = 2;
  constexpr uint8_t kPageable = 0, kPinned = 1;
  const uint8_t kind = copies.copy_kind[at];
  const uint8_t host = kind == kToDevice ? copies.src_kind[at] : copies.dst_kind[at];
  return (kind == kToDevice || kind == kToHost) && (host == kPageable || host == kPinned);
}

std::string link_text(const Profile& profile, uint32_t copy, double speed) {
  const GpuIx gpu = profile.device_of(profile.copies().stream[copy]).gpu;
  if (!gpu.exists() || !crosses_host_link(profile.copies(), copy)) return "";
  const HostLink* link = host_link_of(profile.gpus()[gpu].name);
  if (link == nullptr) return "";
  return fmt::format(", {} of {} that {} carries at most", readable_share(speed / link->gb_per_s),
                     speed_text(link->gb_per_s), link->name);
}

std::string speed_lines(const Profile& profile, uint32_t copy) {
  const Copies& copies = profile.copies();
  const auto speed = speed_of(copies.bytes[copy], copies.duration[copy]);
  if (!speed) return "";
  std::string text = fmt::format("- **{}**{}\n", speed_text(*speed), link_text(profile, copy, *speed));
  const CopyGroups& of = alike_copies(profile, copy);
  if (of.copies == 1) return text + "- The only copy of its direction, memory and size on this GPU\n";
  const auto average = speed_of(of.bytes, of.time);
  const auto best = speed_of(copies.bytes[of.fastest], copies.duration[of.fastest]);
  return text + fmt::format("- Among {} like it (direction, memory, size, GPU): {} on average, {} at best\n",
                            readable_count(of.copies), speed_text(average.value_or(0)),
                            speed_text(best.value_or(0)));
}

// Whether the thread that asked for it waited in the call.
std::string blocking_line(const Profile& profile, uint32_t call) {
  if (call == Launches::kNoCall) return "";
  const CallKind& kind = profile.derived(build_call_kinds).of(profile.calls(), call);
  if (kind.role != CallRole::copy || !kind.blocks()) return "";
  return "- Its call blocks: the thread waits until the copy is done\n";
}

}  // namespace

std::optional<std::string> memcpy_card(const Profile& profile, const Target& target) {
  const Copies& copies = profile.copies();
  const size_t at = copies.row.find(target.number);
  if (at == copies.size()) return std::nullopt;
  const auto row = static_cast<uint32_t>(at);
  const OperationNumbers::Operation operation{OperationNumbers::copy, row};
  std::string text = fmt::format("**memcpy:{}** {}, {}\n\n", target.number,
                                 copy_kind_name(copies.copy_kind[at]), readable_bytes(copies.bytes[at]));
  text += when_and_where(profile, copies, at);
  text += why_it_matters(thing_named_by(profile, target));
  text += speed_lines(profile, row);
  text += fmt::format("- From {} to {} memory\n", memory_kind_name(copies.src_kind[at]),
                      memory_kind_name(copies.dst_kind[at]));
  text += blocking_line(profile, profile.derived(build_launches).of_copy[at]);
  text += share_of_step(profile, operation);
  return text + launch_lines(profile, operation) + neighbour_lines(profile, operation);
}

std::optional<std::string> memset_card(const Profile& profile, const Target& target) {
  const Memsets& memsets = profile.memsets();
  const size_t at = memsets.row.find(target.number);
  if (at == memsets.size()) return std::nullopt;
  const OperationNumbers::Operation operation{OperationNumbers::memset, static_cast<uint32_t>(at)};
  std::string text =
      fmt::format("**memset:{}** {} of {} memory\n\n", target.number, readable_bytes(memsets.bytes[at]),
                  memory_kind_name(memsets.memory_kind[at]));
  text += when_and_where(profile, memsets, at) + why_it_matters("memset");
  return text + launch_lines(profile, operation) + neighbour_lines(profile, operation);
}

std::optional<std::string> copy_kind_card(const Profile& profile, const Target& target) {
  const int64_t kind = target.number;
  for (const TransferTotals& of : transfer_totals(profile, Scope::whole(profile))) {
    if (of.copy_kind != kind) continue;
    std::map<std::pair<uint8_t, uint8_t>, int64_t> kinds;
    const Copies& copies = profile.copies();
    for (size_t i = 0; i < copies.size(); ++i)
      if (copies.copy_kind[i] == kind) ++kinds[{copies.src_kind[i], copies.dst_kind[i]}];
    std::string text =
        fmt::format("**{}**\n\n{}, {}, **{}** summed over all GPUs, {} on average\n\n", copy_kind_name(kind),
                    counted(of.operations, "copy", "copies"), readable_bytes(of.bytes), readable_ns(of.total),
                    of.total > 0 ? readable(Value(ratio_of(of.bytes, of.total)), Unit::gb_per_s) : "-");
    for (const auto& [memory, count] : kinds)
      text += fmt::format("- {} from {} to {} memory\n", readable_count(count),
                          memory_kind_name(memory.first), memory_kind_name(memory.second));
    return text;
  }
  return std::nullopt;
}

}  // namespace nsys_ai
