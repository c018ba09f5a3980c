// Counts characters in the client's units, mostly UTF-16.
#include "features/workspace/ask_completion.h"

#include <algorithm>
#include <string_view>

#include "question/complete.h"

namespace nsys_ai {
namespace {

constexpr int64_t kUsualItems = 20;
constexpr int64_t kMostItems = 200;

int64_t utf16_length(std::string_view text) {
  int64_t units = 0;
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    const bool begins = (byte & 0xC0U) != 0x80U;
    units += begins ? (byte >= 0xF0U ? 2 : 1) : 0;
  }
  return units;
}

}  // namespace

Result<nsys::AskCompletions> ask_completions(const Profile& profile, const std::string& typed,
                                             std::optional<int64_t> most, const Work& work) {
  const int64_t wanted = most.value_or(kUsualItems);
  if (wanted < 1) return fail(ErrorCode::bad_request, "most is to be 1 or more.");
  auto found = completions(profile, typed, static_cast<size_t>(std::min(wanted, kMostItems)), work);
  if (!found) return tl::unexpected(found.error());
  nsys::AskCompletions wire;
  wire.from = utf16_length(std::string_view(typed).substr(0, found->from));
  wire.whole = found->whole;
  for (Completion& of : found->items) wire.items.push_back({std::move(of.text), std::move(of.detail)});
  return wire;
}

}  // namespace nsys_ai
