// Notifies the parts that read the folders.
#include "features/workspace/workspace.h"

#include "features/workspace/suppressions.h"
#include "knowledge/book.h"
#include "skill/user_skills.h"

namespace nsys_ai {

void Workspace::set_folders(std::vector<std::filesystem::path> folders) {
  skills_.set_folders(skill_folders(folders));
  suppressions_.set_workspace(folders);
  read_user_pages(folders);
  const std::lock_guard lock(mutex_);
  folders_ = std::move(folders);
}

}  // namespace nsys_ai
