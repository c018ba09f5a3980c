// Edits the list as JSON.
#include "features/workspace/suppression_file.h"

#include <utility>

#include "features/workspace/listed_entries.h"
#include "protocol/suppression_file.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kList = "suppressed";
constexpr std::string_view kSuppressionForm = R"(Write {"suppressed": [{"finding": KEY, "reason": WHY}]}.)";

Result<ListedEntries<SuppressionEntry>> parse(std::string_view file_name, std::string_view text) {
  return read_listed<SuppressionEntry>(file_name, text, kList, kSuppressionForm);
}

Suppression suppression_of(const SuppressionEntry& entry) {
  return {entry.finding, entry.reason, entry.profile.value_or("")};
}

}  // namespace

Result<std::vector<Suppression>> parse_suppressions(std::string_view file_name, std::string_view text) {
  auto file = parse(file_name, text);
  if (!file) return tl::unexpected(file.error());
  std::vector<Suppression> list;
  for (const SuppressionEntry& entry : file->all()) list.push_back(suppression_of(entry));
  return list;
}

Result<std::string> with_suppression(std::string_view file_name, std::string_view text,
                                     const Suppression& suppression) {
  auto file = parse(file_name, text);
  if (!file) return tl::unexpected(file.error());
  SuppressionEntry entry{suppression.finding, suppression.reason, std::nullopt};
  if (!suppression.profile.empty()) entry.profile = suppression.profile;
  file->put(entry, [](const SuppressionEntry& of) { return std::pair(of.finding, of.profile.value_or("")); });
  return file->text();
}

Result<std::string> without_suppression(std::string_view file_name, std::string_view text,
                                        std::string_view finding, std::string_view profile_name) {
  auto file = parse(file_name, text);
  if (!file) return tl::unexpected(file.error());
  file->remove(
      [&](const SuppressionEntry& of) { return applies(suppression_of(of), finding, profile_name); });
  return file->text();
}

}  // namespace nsys_ai
