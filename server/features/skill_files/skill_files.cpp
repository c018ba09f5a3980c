// The files of the user's skills as a kind of text. The server ignores other `.sql` files.
#include "features/documents/text_kind.h"
#include "features/session.h"
#include "features/skill_files/skill_file_answers.h"
#include "features/workspace/file_uri.h"
#include "skill/user_skills.h"

namespace nsys_ai {

const TextKind kSkillFiles = {
    .name = "skill files",
    .is =
        [](const Session& session, const std::string& uri) {
          const auto file = file_of_uri(uri);
          return file && session.skills.is_skill_file(*file);
        },
    .code_lens = skill_file_code_lens,
    .completion = skill_file_completion,
    .diagnostic = skill_file_diagnostic,
    .hover = skill_file_hover,
};

}  // namespace nsys_ai
