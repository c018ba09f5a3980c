// Reads the files of the folder again for each page.
#include "cli/served_page.h"

#include <chrono>
#include <thread>

#include "base/interrupt.h"
#include "cli/common.h"
#include "cli/model_reply_text.h"
#include "cli/redirect_page.h"
#include "cli/workspace.h"
#include "features/workspace/bookmarks.h"

namespace nsys_ai {

ViewerServer::Subject browser_subject(const std::string& handle, const ProfilePtr& profile) {
  const auto suppressions = std::make_shared<Suppressions>();
  suppressions->set_workspace(workspace_folders());
  return {handle,
          profile,
          workspace_suppressions(),
          [profile] { return notes_of_workspace(*profile); },
          workspace_skills(),
          suppressions,
          [] { return command_model_access({}); },
          [](const Bookmark& bookmark) { return nsys_ai::add_bookmark(workspace_folders(), bookmark); },
          {},
          workspace_folders()};
}

int serve_shown(const ViewerAddress& shown) {
  std::string text = shown.url + "\n";
  const RedirectPage redirect(shown.url);
  text += words_of_shown(shown, redirect) + " Ctrl-C ends.\n";
  if (const int code = print(text); code != kAnswered) return code;
  exit_on_interrupt(kAnswered);
  while (!interrupt_token().cancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return kAnswered;
}

}  // namespace nsys_ai
