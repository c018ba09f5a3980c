// Arguments are written by the same lists of fields that the commands read.
#include "features/command_links.h"

#include <algorithm>

#include "protocol/nsys_command.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

template <class Arguments>
lsp::Command command(std::string title, std::string_view name, const Arguments& arguments) {
  return {std::move(title), std::string(name), std::vector<Json>{write_json(arguments)}};
}

}  // namespace

std::string_view skill_name(std::string_view asked) { return asked.substr(0, asked.find(' ')); }

lsp::Command show_document(std::string title, const std::string& uri) {
  return command(std::move(title), kShowDocument, nsys::ShowDocumentArguments{uri});
}

lsp::Command open_in_perfetto(std::string title, const Profile& profile, std::optional<std::string> target) {
  return command(std::move(title), kOpenInPerfetto,
                 nsys::OpenInPerfettoArguments{profile.info().path.string(), std::move(target), {}});
}

lsp::Command run_skill(std::string title, const Profile& profile, std::string_view asked) {
  nsys::RunSkillArguments arguments{profile.info().path.string(), std::string(skill_name(asked)), {}};
  std::string_view rest = asked.substr(std::min(arguments.skill.size() + 1, asked.size()));
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    const size_t equals = word.find('=');
    if (equals == std::string_view::npos) continue;
    if (!arguments.params) arguments.params.emplace();
    std::string value(word.substr(equals + 1));
    std::replace(value.begin(), value.end(), '~', ' ');
    arguments.params->entries.emplace_back(std::string(word.substr(0, equals)), Scalar(std::move(value)));
  }
  return command(std::move(title), kRunSkill, arguments);
}

lsp::Command run_skill_on_active(std::string title, const std::string& skill) {
  return command(std::move(title), kRunSkill, nsys::RunSkillArguments{{}, skill, {}});
}

lsp::Command suppress_finding(std::string title, const std::string& key, std::string reason,
                              std::optional<std::string> profiles) {
  return command(std::move(title), kSuppressFinding,
                 nsys::SuppressFindingArguments{key, std::move(reason), std::move(profiles)});
}

lsp::Command unsuppress_finding(std::string title, const std::string& key, const Profile& profile) {
  return command(std::move(title), kUnsuppressFinding,
                 nsys::UnsuppressFindingArguments{key, profile.info().path.string()});
}

}  // namespace nsys_ai
