// Serves traces for Perfetto, and pages, to the user's own browser over loopback.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "features/viewer/finding_notes.h"
#include "features/viewer/trace_content.h"
#include "features/model/access_provider.h"
#include "features/workspace/bookmarks.h"
#include "features/workspace/suppressions.h"
#include "http/loopback.h"
#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "skill/answer_cache.h"
#include "skill/user_skills.h"

namespace nsys_ai {

// The skills that need no file.
SkillSetPtr built_in_skill_set();

// Where something is shown: http://127.0.0.1:PORT/PATH, and how to get there from another machine.
struct ViewerAddress {
  std::string url;
  uint16_t port = 0;
  std::string path;
  std::string ssh_command;
};

// What a person types on another computer, so that its browser reaches this port of this machine.
std::string ssh_command(uint16_t port);

// Thread-safe. The loopback server starts with the first thing to show; addresses live while the profile
// does, and those of windows until many others have been asked for since.
class ViewerServer {
 public:
  // Of one profile.
  static constexpr std::ptrdiff_t kMaxWindows = 64;
  static constexpr int64_t kAnswerBytes = 8 << 20;

  explicit ViewerServer(LoopbackServer::Options options = {}) : options_(std::move(options)) {}

  // What is served of one profile: a trace for Perfetto, and beside it the first page, without the findings
  // that are suppressed.
  struct Subject {
    std::string handle;
    ProfilePtr profile;
    std::vector<Suppression> suppressions;
    NoteProvider bookmarks = {};
    SkillSetPtr skills = built_in_skill_set();
    // Where findings are suppressed from pages, and looked up again for each. Without it, pages cannot.
    std::shared_ptr<Suppressions> kept_suppressions = {};
    // Whom questions in words go to; without it there is no model.
    AccessProvider model_access = {};
    // Keeps a place of the profile; gives the file. Without it, pages cannot.
    std::function<Result<std::filesystem::path>(const Bookmark&)> add_bookmark = {};
  };
  // Asking again for the same gives the same address.
  Result<ViewerAddress> show_trace(const Subject& subject, const ShownTrace& what = {});
  Result<ViewerAddress> show_overview(const Subject& subject);
  // Of the part first, or of all.
  Result<ViewerAddress> show_timeline(const Subject& subject, const std::optional<Interval>& part = {});
  // With what a target names selected.
  Result<ViewerAddress> show_on_timeline(const Subject& subject, std::string_view target);
  // Closes everything that shows this profile.
  void forget(const std::string& handle);

 private:
  struct Shown {
    std::string handle;
    const Profile* profile = nullptr;  // distinguishes a reloaded profile from the one before
    ShownTrace trace;
    std::string token;
  };
  Result<LoopbackServer*> server();
  void drop_old_windows(const Subject& subject);
  Result<std::string> token_of(const Subject& subject, const ShownTrace& what);
  Result<ViewerAddress> show_timeline_place(const Subject& subject, const std::string& place);
  ViewerAddress address(const std::string& path) const;

  LoopbackServer::Options options_;
  AnswerCache answers_{kAnswerBytes};  // of the skills that a browser asks
  std::mutex lock_;
  std::vector<Shown> shown_;  // what was asked for last is last
  std::unique_ptr<LoopbackServer> server_;
};

}  // namespace nsys_ai
