// Reads the same files as the server.
#include "cli/workspace.h"

#include <fmt/format.h>

#include "cli/common.h"
#include "features/workspace/suppressions.h"
#include "features/workspace/workspace_notes.h"
#include "skills/list.h"

namespace nsys_ai {
namespace {

struct GivenLog {
  std::filesystem::path file;
  std::string text;
};
// Of --requests.
GivenLog& given_log() {
  static GivenLog log;
  return log;
}

}  // namespace

std::vector<std::filesystem::path> workspace_folders() {
  std::error_code error;
  return {std::filesystem::current_path(error)};
}

std::vector<Suppression> workspace_suppressions() {
  Suppressions suppressions;
  suppressions.set_workspace(workspace_folders());
  suppressions.on_read([](const std::filesystem::path&, const std::optional<Error>& wrong) {
    if (wrong) report({wrong->code, "Nothing is suppressed: " + wrong->message, wrong->hint});
  });
  return *suppressions.now();
}

std::vector<TraceNote> notes_of_workspace(const Profile& profile) {
  return workspace_notes(profile, workspace_folders(), workspace_skills()->project,
                         [](const Error& error) { report(error); });
}

SkillSetPtr workspace_skills() {
  SkillSetPtr known = UserSkills(built_in_skills(), skill_folders(workspace_folders())).now();
  if (given_log().text.empty()) return known;
  auto with_log = std::make_shared<SkillSet>(*known);
  const std::string param(kRequestLog.name);
  with_log->project.values[param] = given_log().text;
  with_log->project.own_files[param] = given_log().file;
  return with_log;
}

void add_request_log(CLI::App& command) {
  command
      .add_option_function<std::string>(
          "--requests",
          [](const std::string& file) {
            given_log() = {file, read_file_param(kRequestLog, file).value_or("")};
          },
          "A log of requests or iterations (docs/REPORT.md). Default: .nsys-ai/requests.jsonl")
      ->check([](const std::string& file) -> std::string {
        const auto read = read_file_param(kRequestLog, file);
        return read ? "" : fmt::format("{} {}", read.error().message, read.error().hint);
      })
      ->type_name("FILE");
}

}  // namespace nsys_ai
