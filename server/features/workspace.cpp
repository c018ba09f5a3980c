// Follows the folders that come and go while the session goes on.
#include "features/workspace.h"

#include <algorithm>

#include "features/feature.h"
#include "features/file_uri.h"
#include "features/session.h"

namespace nsys_ai {

void set_workspace(Session& session, const std::vector<std::filesystem::path>& folders) {
  session.folders.set(folders);
  session.skills.set_folders(skill_folders(folders));
}

void attach_workspace(Router& router, Session& session) {
  router.notify<method::DidChangeWorkspaceFolders>(
      [&session](const lsp::DidChangeWorkspaceFoldersParams& params, Call&) {
        std::vector<std::filesystem::path> folders = session.folders.all();
        for (const lsp::WorkspaceFolder& removed : params.event.removed)
          if (const auto path = file_of_uri(removed.uri)) std::erase(folders, *path);
        for (const lsp::WorkspaceFolder& added : params.event.added)
          if (auto path = file_of_uri(added.uri)) folders.push_back(std::move(*path));
        set_workspace(session, folders);
      });
}

}  // namespace nsys_ai
