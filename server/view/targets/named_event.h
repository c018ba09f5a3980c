// An event as a person reads it: what it is, and when it was.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/interval_set.h"
#include "profile/order.h"
#include "view/targets/target.h"

namespace nsys_ai {

struct NamedEvent {
  std::string target;
  std::string text;
  Interval time;     // what was never closed ends with the capture
  std::string when;  // "1.2 ms at 60.225425 s"
};

NamedEvent event_at(const Profile& profile, OperationNumbers::Operation operation);
NamedEvent event_at_call(const Profile& profile, uint32_t call);
NamedEvent event_at_range(const Profile& profile, uint32_t range);

// Nothing for what is no operation, or does not exist.
std::optional<OperationNumbers::Operation> operation_of(const Profile& profile, const Target& target);

// The place of a target in its family; nothing where there is no such row.
template <class Family>
std::optional<uint32_t> row_in(const Family& family, const Target& target) {
  const size_t at = family.row.find(target.number);
  return at < family.size() ? std::optional(static_cast<uint32_t>(at)) : std::nullopt;
}

// The event that stands for a target: of a kernel's name or a label its longest one, of a finding its first.
// Nothing for what has no place in time, or does not exist.
std::optional<NamedEvent> event_of(const Profile& profile, std::string_view target);

}  // namespace nsys_ai
