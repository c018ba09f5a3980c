// Serves traces for Perfetto, and pages, to the user's own browser over loopback.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "features/documents/other_profiles.h"
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

// The skills that are compiled into the server.
SkillSetPtr built_in_skill_set();

// The address of a page or trace, http://127.0.0.1:PORT/PATH, and how to reach it from another machine.
struct ViewerAddress {
  std::string url;
  uint16_t port = 0;
  std::string path;
  std::string ssh_command;
};

// The command that a person runs on another computer so that its browser reaches this port of this machine.
std::string ssh_command(uint16_t port);

// Thread-safe. The loopback server starts when the first page or trace is shown. Addresses stay valid as long
// as the profile is open; those of windows only until `kMaxWindows` others were shown since.
class ViewerServer {
 public:
  // The number of windows that stay valid for each profile.
  static constexpr std::ptrdiff_t kMaxWindows = 64;
  static constexpr int64_t kAnswerBytes = 8 << 20;

  explicit ViewerServer(LoopbackServer::Options options = {}) : options_(std::move(options)) {}

  // The profile to serve, as a trace for Perfetto and as pages without its suppressed findings.
  struct Subject {
    std::string handle;
    ProfilePtr profile;
    std::vector<Suppression> suppressions;
    NoteProvider workspace_notes = {};  // bookmarks and logged requests
    SkillSetPtr skills = built_in_skill_set();
    // Pages add suppressions to these and read them again for each page. If null, pages cannot suppress
    // findings.
    std::shared_ptr<Suppressions> suppression_store = {};
    // Provides the model that answers questions in words; if empty, pages have no model.
    AccessProvider model_access = {};
    // Saves a bookmark and returns its file. If empty, pages cannot save bookmarks.
    std::function<Result<std::filesystem::path>(const Bookmark&)> add_bookmark = {};
    // The profiles that its pages may compare it with; theirs are ignored.
    std::vector<Subject> others = {};
    std::vector<std::filesystem::path> folders = {};  // of the workspace, with its baselines
    std::vector<std::filesystem::path> captures = {};  // of all ranks of the run, for the page of ranks
    std::vector<std::filesystem::path> captures_before = {};  // of the run that it is compared with
    bool ranks_by_name = false;                               // as in ExperimentOptions
  };
  // Returns the same address when called again with the same arguments.
  Result<ViewerAddress> show_trace(const Subject& subject, const TraceSelection& what = {});
  Result<ViewerAddress> show_overview(const Subject& subject);
  // Shows `part` first, or else the entire run.
  Result<ViewerAddress> show_timeline(const Subject& subject, const std::optional<Interval>& part = {});
  // Selects the events that a target names.
  Result<ViewerAddress> show_on_timeline(const Subject& subject, std::string_view target);
  // The comparison with one of the subject's others, named by its handle, as the base; and the timelines of
  // both.
  Result<ViewerAddress> show_comparison(const Subject& subject, const std::string& base);
  // Compared with the run that the subject names, if it names one.
  Result<ViewerAddress> show_ranks(const Subject& subject);
  Result<ViewerAddress> show_timelines(const Subject& subject, const std::string& base);
  // Those of chosen ranks, one below the other: labels with commas between them.
  Result<ViewerAddress> show_rank_timelines(const Subject& subject, const std::string& ranks);
  // Invalidates all addresses of this profile.
  void forget(const std::string& handle);

 private:
  struct Shown {
    std::string handle;
    const Profile* profile = nullptr;  // distinguishes a reloaded profile from the former one
    TraceSelection trace;
    std::string token;
  };
  Result<LoopbackServer*> server();
  void introduce(const Subject& subject);
  ViewHandle views_of(const Subject& subject, const Annotations& annotations);
  OtherProfiles others_of(const Subject& subject);
  Result<std::string> stack(const Subject& subject, const std::string& ranks);
  Result<Subject> other_of(const std::string& handle, const std::string& name);
  void drop_old_windows(const Subject& subject);
  Result<std::string> token_of(const Subject& subject, const TraceSelection& what);
  Result<ViewerAddress> show_page(const Subject& subject, const std::string& rest);
  ViewerAddress address(const std::string& path) const;

  LoopbackServer::Options options_;
  AnswerCache answers_{kAnswerBytes};  // of skills that a browser runs
  std::mutex lock_;
  std::vector<Shown> shown_;  // the most recently shown is last
  std::map<std::string, std::vector<Subject>> others_;  // by handle: what it can be compared with
  std::mutex stacking_;
  std::vector<std::string> stacked_;  // handles of profiles that are open for their ranks alone
  std::unique_ptr<LoopbackServer> server_;
};

}  // namespace nsys_ai
