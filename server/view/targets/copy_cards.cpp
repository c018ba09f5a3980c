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

void add_speed(const Profile& profile, uint32_t copy, Card& card) {
  const Copies& copies = profile.copies();
  const auto speed = speed_of(copies.bytes[copy], copies.duration[copy]);
  if (!speed) return;
  card.item(strong(speed_text(*speed)), link_text(profile, copy, *speed));
  const CopyGroups& of = alike_copies(profile, copy);
  if (of.copies == 1) return card.item("The only copy of its direction, memory and size on this GPU");
  const auto average = speed_of(of.bytes, of.time);
  const auto best = speed_of(copies.bytes[of.fastest], copies.duration[of.fastest]);
  card.item(fmt::format("Among {} like it (direction, memory, size, GPU): {} on average, {} at best",
                        readable_count(of.copies), speed_text(average.value_or(0)),
                        speed_text(best.value_or(0))));
}

// Whether the thread that asked for it waited in the call.
bool call_blocks(const Profile& profile, uint32_t call) {
  if (call == Launches::kNoCall) return false;
  const CallKind& kind = profile.derived(build_call_kinds).of(profile.calls(), call);
  return kind.role == CallRole::copy && kind.blocks();
}

}  // namespace

std::optional<Card> memcpy_card(const Profile& profile, const Target& target) {
  const Copies& copies = profile.copies();
  const size_t at = copies.row.find(target.number);
  if (at == copies.size()) return std::nullopt;
  const auto row = static_cast<uint32_t>(at);
  const OperationNumbers::Operation operation{OperationNumbers::copy, row};
  Card card;
  card.paragraph(strong(fmt::format("memcpy:{}", target.number)), " ", copy_kind_name(copies.copy_kind[at]),
                 ", ", readable_bytes(copies.bytes[at]));
  add_when_and_where(profile, copies, at, card);
  add_why_it_matters(thing_named_by(profile, target), card);
  add_speed(profile, row, card);
  card.item(fmt::format("From {} to {} memory", memory_kind_name(copies.src_kind[at]),
                        memory_kind_name(copies.dst_kind[at])));
  if (call_blocks(profile, profile.derived(build_launches).of_copy[at]))
    card.item("Its call blocks: the thread waits until the copy is done");
  add_share_of_step(profile, operation, card);
  add_launch(profile, operation, card);
  add_neighbours(profile, operation, card);
  return card;
}

std::optional<Card> memset_card(const Profile& profile, const Target& target) {
  const Memsets& memsets = profile.memsets();
  const size_t at = memsets.row.find(target.number);
  if (at == memsets.size()) return std::nullopt;
  const OperationNumbers::Operation operation{OperationNumbers::memset, static_cast<uint32_t>(at)};
  Card card;
  card.paragraph(strong(fmt::format("memset:{}", target.number)),
                 fmt::format(" {} of {} memory", readable_bytes(memsets.bytes[at]),
                             memory_kind_name(memsets.memory_kind[at])));
  add_when_and_where(profile, memsets, at, card);
  add_why_it_matters("memset", card);
  add_launch(profile, operation, card);
  add_neighbours(profile, operation, card);
  return card;
}

std::optional<Card> copy_kind_card(const Profile& profile, const Target& target) {
  const int64_t kind = target.number;
  for (const TransferTotals& of : transfer_totals(profile, Scope::whole(profile))) {
    if (of.copy_kind != kind) continue;
    std::map<std::pair<uint8_t, uint8_t>, int64_t> kinds;
    const Copies& copies = profile.copies();
    for (size_t i = 0; i < copies.size(); ++i)
      if (copies.copy_kind[i] == kind) ++kinds[{copies.src_kind[i], copies.dst_kind[i]}];
    Card card;
    card.paragraph(strong(std::string(copy_kind_name(kind))));
    card.paragraph(counted(of.operations, "copy", "copies"), ", ", readable_bytes(of.bytes), ", ",
                   strong(readable_ns(of.total)), " summed over all GPUs, ",
                   of.total > 0 ? speed_text(ratio_of(of.bytes, of.total)) : "-", " on average");
    for (const auto& [memory, count] : kinds)
      card.item(fmt::format("{} from {} to {} memory", readable_count(count), memory_kind_name(memory.first),
                            memory_kind_name(memory.second)));
    return card;
  }
  return std::nullopt;
}

}  // namespace nsys_ai
