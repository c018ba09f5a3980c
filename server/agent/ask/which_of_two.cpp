// GPUs are named behind the question; of processes, the two have to be all that ran something.
#include "agent/ask/which_of_two.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <regex>
#include <set>

namespace nsys_ai::inline agent {
namespace {

std::optional<int64_t> number_in(const std::string& digits) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() ? std::optional(number) : std::nullopt;
}

// Processes that ran something on a GPU.
std::set<int64_t> pids_of_devices(const Profile& profile) {
  std::set<int64_t> pids;
  for (const Device& device : profile.devices())
    if (const auto pid = profile.pid_of(device.process)) pids.insert(*pid);
  return pids;
}

}  // namespace

std::string which_of_two(const Profile& profile, std::string_view question) {
  constexpr size_t kLongest = 300;
  if (question.size() > kLongest) return "";
  static const std::regex said(
      R"(^\s*(?:which|who|what|whose)\b(?: of (?:the|them|those)(?: two)?\b)?(?: (?:gpu|device|process|pid|rank|one)\b)?(.*?)[,:;-]?\s*(?:(?:is it |those |that )?(?:of |on |in )?)?(?:the )?(gpu|device|process|pid|rank) ?(\d+) or (?:(?:those |that )?(?:of |on |in )?)?(?:the )?(?:(?:gpu|device|process|pid|rank) ?)?(\d+)\s*\??\s*$)",
      std::regex::icase);
  const std::string text(question);
  std::smatch parts;
  if (!std::regex_match(text, parts, said)) return "";
  const auto first = number_in(parts[3].str()), second = number_in(parts[4].str());
  if (!first || !second || *first == *second) return "";
  const std::string kind = parts[2].str();
  const bool whose = std::regex_search(text, std::regex(R"(^\s*whose\b)", std::regex::icase));
  const std::string asked = parts[1].str();
  if (kind[0] == 'g' || kind[0] == 'G' || kind[0] == 'd' || kind[0] == 'D')
    return fmt::format("which GPU{}{} on GPU {} and GPU {}", whose ? "'s" : "", asked, *first, *second);
  if (pids_of_devices(profile) != std::set<int64_t>{*first, *second}) return "";
  return fmt::format("which process{}{}", whose ? "'s" : "", asked);
}

}  // namespace nsys_ai::inline agent
