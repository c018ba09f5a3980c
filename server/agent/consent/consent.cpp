// A list in consent.json in the user's configuration folder.
#include "agent/consent/consent.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/quotation.h"
#include "base/shared_file.h"
#include "base/user_folders.h"
#include "protocol/json_file.h"
#include "protocol/read.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kOfThisUserAlone = 0600;

struct ConsentEntry {
  std::string workspace;
  std::string host;
  std::string names;
};
template <class F>
void fields(ConsentEntry& v, F& f) {
  f("workspace", v.workspace, "The folder.");
  f("host", v.host, "Who may be sent what its profiles say.");
  f("names", v.names, "With which names: none, public or all.");
}

struct ConsentList {
  std::vector<ConsentEntry> consent;
};
template <class F>
void fields(ConsentList& v, F& f) {
  f("consent", v.consent, "What was agreed to.");
}

Result<fs::path> consent_file() {
  const fs::path folder = user_config_folder();
  if (folder.empty())
    return fail(ErrorCode::cannot_do, "There is no place to keep consent: HOME is not set.",
                "Set HOME or XDG_CONFIG_HOME.");
  return folder / "consent.json";
}

Result<ConsentList> parse_consent(const fs::path& file, const std::string& text) {
  if (text.empty()) return ConsentList{};
  const auto not_read = [](const Error& why) {
    return fail(ErrorCode::cannot_do, why.message, "Remove the file; consent is asked for again.");
  };
  const auto json = parse_json_file(file.string(), text);
  if (!json) return not_read(json.error());
  auto list = read_json<ConsentList>(*json, file.string());
  if (!list) return not_read(list.error());
  return list;
}

bool is_about(const ConsentEntry& entry, const ConsentSubject& subject) {
  return entry.workspace == subject.workspace.string() && entry.host == subject.host;
}

// Replaces matching entries by an optional new one.
Result<void> change_consent(const fs::path& workspace, std::string_view host,
                            const std::optional<ConsentEntry>& given) {
  const auto file = consent_file();
  if (!file) return tl::unexpected(file.error());
  return change_shared_file(
      *file, "consent",
      [&](const std::string& text) -> Result<std::string> {
        auto list = parse_consent(*file, text);
        if (!list) return tl::unexpected(list.error());
        std::erase_if(list->consent, [&](const ConsentEntry& entry) {
          return entry.workspace == workspace.string() && (host.empty() || entry.host == host);
        });
        if (given) list->consent.push_back(*given);
        return write_json(*list).pretty() + "\n";
      },
      kOfThisUserAlone);
}

std::string_view what_names(NamePolicy names) {
  switch (names) {
    case NamePolicy::none:
      return "Every name in it is replaced by an alias";
    case NamePolicy::public_only:
      return "Names of known libraries go as they are; your own kernels, ranges, processes and paths go as aliases";
    case NamePolicy::all:
      return "Names of kernels and ranges go as they are; paths, hosts and users do not";
  }
  return "";
}

}  // namespace

std::string consent_question(const ConsentSubject& subject) {
  return fmt::format(
      "May nsys-ai send your questions and figures of the profiles of {} to {}? {}. The profile itself is not sent.",
      quotation(subject.workspace.string()), quotation(subject.host), what_names(subject.names));
}

Result<bool> has_consent(const ConsentSubject& subject) {
  const auto file = consent_file();
  if (!file) return false;
  const auto text = read_shared_file(*file, "consent");
  if (!text) return tl::unexpected(text.error());
  const auto list = parse_consent(*file, *text);
  if (!list) return tl::unexpected(list.error());
  const auto agreed = [&](const ConsentEntry& entry) {
    // Each policy lets out everything that the previous ones do.
    constexpr std::array kWider = {NamePolicy::none, NamePolicy::public_only, NamePolicy::all};
    const auto agreed_to = std::ranges::find(kWider, entry.names, [](NamePolicy of) { return name_of(of); });
    return is_about(entry, subject) && agreed_to != kWider.end() &&
           std::ranges::find(kWider, subject.names) <= agreed_to;
  };
  return std::ranges::any_of(list->consent, agreed);
}

Result<void> give_consent(const ConsentSubject& subject) {
  return change_consent(
      subject.workspace, subject.host,
      ConsentEntry{subject.workspace.string(), subject.host, std::string(name_of(subject.names))});
}
Result<void> withdraw_consent(const fs::path& workspace, std::string_view host) {
  return change_consent(workspace, host, std::nullopt);
}

}  // namespace nsys_ai
