// Each process of the profile is looked for in the text.
#include "agent/ask/named_processes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <set>

#include "agent/ask/names.h"
#include "agent/ask/restated.h"

namespace nsys_ai::inline agent {
namespace {

using Pids = std::set<int64_t>;

std::map<std::string, Pids> pids_by_name(const Profile& profile) {
  const std::vector<int64_t> processes = numbered_places(profile).processes;
  const Pids seen(processes.begin(), processes.end());
  std::map<std::string, Pids> named;
  for (const Process& process : profile.processes()) {
    const std::string name = process.name.substr(process.name.rfind('/') + 1);
    if (process.known && seen.contains(process.pid) && !name.empty()) named[name].insert(process.pid);
  }
  return named;
}

// `appA` and `my_app` are no words; `python` is one, for all that a text tells.
bool is_no_word(const std::string& name) {
  static const std::regex mark("[a-z][A-Z]|_|[a-z][0-9]");
  return std::regex_search(name, mark);
}

std::string escaped(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (std::string_view(R"(\^$.|?*+()[]{})").find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
  return text;
}

// The process that alone works on a GPU.
std::optional<int64_t> owner_of(const Profile& profile, int64_t gpu) {
  Pids owners;
  for (const Device& device : profile.devices())
    if (device.ordinal == gpu)
      if (const auto pid = profile.pid_of(device.process)) owners.insert(*pid);
  return owners.size() == 1 ? std::optional(*owners.begin()) : std::nullopt;
}

std::string with_owners(const Profile& profile, std::string text) {
  static const std::regex owner(
      R"(\b(?:the )?(?:rank|process|pid|worker)(?: that| which)? (?:owns|owning|uses|using|drives|driving|behind|works on|working on|)"
      R"(runs on|running on|feeds|feeding) (?:the )?(?:gpu|device|card) ?(\d{1,3})\b|)"
      R"(\b(?:the )?(?:gpu|device|card) ?(\d{1,3})(?:'s)? (?:process|rank|pid)\b(?! \d))",
      std::regex::icase);
  std::smatch match;
  if (!std::regex_search(text, match, owner)) return text;
  const auto pid = owner_of(profile, std::stoll(match[1].str() + match[2].str()));
  return pid ? fmt::format("{}process {}{}", match.prefix().str(), *pid, match.suffix().str()) : text;
}

bool says_quoted(std::string_view text) { return text.find_first_of("\"`") != std::string_view::npos; }

}  // namespace

Result<std::string> with_processes_numbered(const Profile& profile, std::string_view question,
                                            const Work& work) {
  constexpr size_t kLongest = 300;
  if (question.size() > kLongest || says_quoted(question)) return std::string(question);
  std::string text = with_owners(profile, std::string(question));
  for (const auto& [name, pids] : pids_by_name(profile)) {
    if (pids.size() != 1 || text.find(name) == std::string::npos) continue;
    // `vectorAdd` may be a program and its kernel.
    const auto things = things_named(profile, {name, true}, work);
    if (!things) return tl::unexpected(things.error());
    const bool alone = things->empty() && is_no_word(name);
    const std::string said = escaped(name);
    const std::string marked =
        fmt::format(R"((?:the )?process (?:named |called )?{0}|(?:the )?{0} process)", said);
    const std::regex found(fmt::format(R"((?:\b(?:{}{}))(?: \((?:process |pid )?{}\))?(?![\w:*]))", marked,
                                       alone ? "|" + said : "", *pids.begin()));
    text = std::regex_replace(text, found, fmt::format("process {}", *pids.begin()));
  }
  return text;
}

}  // namespace nsys_ai::inline agent
