// The lens "Run" above a skill. It runs the last saved version on the active profile.
#include <fmt/format.h>

#include "base/text_table.h"
#include "features/documents/command_links.h"
#include "features/documents/text_document.h"
#include "features/session.h"
#include "features/skill_files/skill_file_answers.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/file_uri.h"
#include "skill/user_skills.h"
#include "skills/list.h"

namespace nsys_ai {

Result<std::vector<lsp::CodeLens>> skill_file_code_lens(Session& session, const lsp::CodeLensParams& params,
                                                        Call&) {
  std::vector<lsp::CodeLens> lenses;
  const auto document = session.documents.find(params.textDocument.uri);
  const auto file = file_of_uri(params.textDocument.uri);
  if (!document || !file || !parse_skill_file(built_in_skills(), *file, document->text())) return lenses;
  const auto active = session.library.active();
  const std::string title =
      active ? fmt::format("Run on {}", one_line(active->profile->info().path.filename().string()))
             : std::string("Run on the profile that is opened next");
  lenses.push_back({{{0, 0}, {0, 0}}, run_skill_on_active(title, file->stem().string())});
  return lenses;
}

}  // namespace nsys_ai
