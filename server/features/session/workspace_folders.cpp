// Follows the folders of the workspace, in which the server finds skills, suppressions and sources.
#include <algorithm>

#include "features/documents/refresh.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/workspace/file_uri.h"
#include "features/workspace/workspace.h"

namespace nsys_ai {

void attach_workspace_folders(Router& router, Session& session) {
  router.notify<method::DidChangeWorkspaceFolders>(
      [&session](const lsp::DidChangeWorkspaceFoldersParams& params, Call&) {
        std::vector<std::filesystem::path> folders = session.workspace.folders();
        for (const lsp::WorkspaceFolder& gone : params.event.removed)
          if (const auto path = file_of_uri(gone.uri)) std::erase(folders, *path);
        for (const lsp::WorkspaceFolder& come : params.event.added)
          if (auto path = file_of_uri(come.uri))
            if (std::find(folders.begin(), folders.end(), *path) == folders.end())
              folders.push_back(std::move(*path));
        session.workspace.set_folders(std::move(folders));
        refresh_documents(session);
      });
}

}  // namespace nsys_ai
