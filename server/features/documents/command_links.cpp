// Writes arguments with the same lists of fields that the commands read.
#include "features/documents/command_links.h"

#include "protocol/nsys_command.h"
#include "protocol/write.h"
#include "view/skill_invocation.h"

namespace nsys_ai {
namespace {

template <class Arguments>
lsp::Command command(std::string title, std::string_view name, const Arguments& arguments) {
  return {std::move(title), std::string(name), std::vector<Json>{write_json(arguments)}};
}

}  // namespace

lsp::Command annotate_source(std::string title, const std::string& uri, lsp::Position position,
                             std::string around) {
  return command(std::move(title), kAnnotate, nsys::AnnotateArguments{uri, position, std::move(around)});
}

lsp::Command show_document(std::string title, const DocumentAddress& address) {
  return command(std::move(title), kShowDocument, nsys::ShowDocumentArguments{uri_of(address)});
}

lsp::Command open_in_perfetto(std::string title, const Profile& profile, std::optional<std::string> target) {
  return command(std::move(title), kOpenInPerfetto,
                 nsys::OpenInPerfettoArguments{profile.info().path.string(), std::move(target), {}});
}

lsp::Command show_on_timeline(std::string title, const Profile& profile, std::optional<std::string> target) {
  return command(std::move(title), kShowOnTimeline,
                 nsys::ShowOnTimelineArguments{profile.info().path.string(), std::move(target), {}});
}

lsp::Command run_skill(std::string title, const Profile& profile, std::string_view asked) {
  SkillInvocation parsed = parse_skill_invocation(asked);
  nsys::RunSkillArguments arguments{profile.info().path.string(), parsed.name, {}};
  if (!parsed.values.empty()) arguments.params.emplace();
  for (auto& [name, value] : parsed.values)
    arguments.params->entries.emplace_back(name, Scalar(std::move(value)));
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
