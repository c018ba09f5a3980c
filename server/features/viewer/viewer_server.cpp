// Registers traces and pages with the loopback server under fresh tokens.
#include "features/viewer/viewer_server.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "annotate/annotate_rounds.h"
#include "base/quotation.h"
#include "base/text_table.h"
#include "features/documents/compare_view.h"
#include "features/documents/views.h"
#include "features/model/model_pages.h"
#include "features/viewer/stacked_timelines.h"
#include "features/viewer/timeline_content.h"
#include "features/wire.h"
#include "features/workspace/ask_completion.h"
#include "features/workspace/file_uri.h"
#include "features/workspace/round_commands.h"
#include "features/workspace/rounds_page.h"
#include "profile/load/load.h"
#include "protocol/write.h"
#include "skills/list.h"
#include "view/targets/card.h"

namespace nsys_ai {
namespace {

std::string host_name_of_machine() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "HOST";
}

std::string user_name() {
  const char* user = std::getenv("USER");
  return user != nullptr && *user != '\0' ? user : "USER";
}

Bookmark bookmark_of(const Profile& profile, const TimelineBookmarkRequest& asked) {
  return {profile.info().path.filename().string(),
          one_line(asked.name),
          {asked.part.start_ns, asked.part.end_ns},
          one_line(asked.note)};
}

auto pages_of(const ViewerServer::Subject& subject, const OtherProfiles& others, AnswerCache& answers) {
  return
      [subject, others, &answers](const std::string& view, const ViewParams& params) -> Result<std::string> {
        const auto& kept = subject.suppression_store;
        const auto page = view_page({subject.profile, kept ? *kept->now() : subject.suppressions,
                                     *subject.skills, answers, subject.workspace_notes, others},
                                    view, params, {});
        if (!page) return tl::unexpected(page.error());
        return write_json(wire_page(*page)).compact();
      };
}

// Only about rounds that the page shows.
auto round_commands_of(const ViewerServer::Subject& subject) {
  return [profile = subject.profile, folders = subject.folders](
             const std::string& command, const std::string& round) -> Result<std::string> {
    const auto rounds = rounds_of(profile->info().path, folders);
    if (!rounds || std::filesystem::path(round).parent_path() != std::filesystem::absolute(*rounds))
      return fail(ErrorCode::bad_request, "This page shows no such round.");
    const auto read = read_round(round);
    if (!read) return tl::unexpected(read.error());
    const auto done = run_on_round(command, *read, {});
    if (!done) return tl::unexpected(done.error());
    return write_json(*done).compact();
  };
}

void add_timeline(const ViewerServer::Subject& subject, const Annotations& annotations, ViewHandle& handle) {
  const ProfilePtr profile = subject.profile;
  handle.timeline = [profile, annotations](const TimelineRequest& asked) {
    return timeline_content(profile, annotations, asked);
  };
  handle.timeline_search = [profile, annotations](const TimelineSearchRequest& asked) {
    return timeline_search_content(profile, annotations, asked);
  };
  handle.timeline_window =
      [profile, skills = subject.skills](const TimelineWindowRequest& asked) -> Result<BodyProducer> {
    return timeline_window_content(profile, skills, asked);
  };
  handle.timeline_related = [profile](const std::string& target) -> Result<BodyProducer> {
    return timeline_related_content(profile, target);
  };
  handle.timeline_rows = [profile, annotations] { return timeline_rows_content(profile, annotations); };
  if (subject.add_bookmark)
    handle.timeline_bookmark =
        [profile, add = subject.add_bookmark](const TimelineBookmarkRequest& asked) -> Result<std::string> {
      const auto file = add(bookmark_of(*profile, asked));
      if (!file) return tl::unexpected(file.error());
      return write_json(nsys::TimelineBookmarkResult{file->string()}).compact();
    };
}

}  // namespace

SkillSetPtr built_in_skill_set() {
  static const auto set = std::make_shared<const SkillSet>(SkillSet{built_in_skills(), {}, {}, {}});
  return set;
}

std::string ssh_command(uint16_t port) {
  return fmt::format("ssh -N -L {0}:127.0.0.1:{0} {1}@{2}", port, user_name(), host_name_of_machine());
}

Result<LoopbackServer*> ViewerServer::server() {
  if (!server_) {
    auto started = LoopbackServer::start(options_);
    if (!started) return tl::unexpected(started.error());
    server_ = std::move(*started);
  }
  return server_.get();
}

ViewerAddress ViewerServer::address(const std::string& path) const {
  const uint16_t port = server_->port();
  return {fmt::format("http://127.0.0.1:{}{}", port, path), port, path, ssh_command(port)};
}

Result<std::string> ViewerServer::token_of(const Subject& subject, const TraceSelection& what) {
  const auto again = std::ranges::find_if(shown_, [&](const Shown& shown) {
    return shown.handle == subject.handle && shown.profile == subject.profile.get() && shown.trace == what;
  });
  if (again != shown_.end()) {
    std::rotate(again, again + 1, shown_.end());
    return shown_.back().token;
  }
  auto started = server();
  if (!started) return tl::unexpected(started.error());
  const Annotations annotations{cached_finding_notes(subject.profile, subject.suppressions),
                                subject.workspace_notes};
  auto trace = trace_content(subject.profile, annotations, what);
  if (!trace) return tl::unexpected(trace.error());
  ViewHandle view = views_of(subject, annotations);
  view.perfetto = [this, subject](TimelinePart part) -> Result<std::string> {
    const std::lock_guard lock(lock_);
    const auto known = std::find_if(shown_.begin(), shown_.end(), [&](const Shown& each) {
      return each.handle == subject.handle && each.profile == subject.profile.get();
    });
    if (known == shown_.end()) return fail(ErrorCode::bad_request, "The profile has been closed.");
    return token_of(subject, {Interval{part.start_ns, part.end_ns}});
  };
  const std::string token = (*started)->add({std::move(*trace), std::move(view)});
  shown_.push_back({subject.handle, subject.profile.get(), what, token});
  drop_old_windows(subject);
  return token;
}

// A page opens another window whenever a person goes from it to Perfetto. The entire run stays, because open
// pages use its token.
void ViewerServer::drop_old_windows(const Subject& subject) {
  const auto is_window = [&](const Shown& shown) {
    return shown.handle == subject.handle && shown.trace.window.has_value();
  };
  if (std::ranges::count_if(shown_, is_window) <= kMaxWindows) return;
  const auto oldest = std::ranges::find_if(shown_, is_window);
  server_->remove(oldest->token);
  shown_.erase(oldest);
}

ViewHandle ViewerServer::views_of(const Subject& subject, const Annotations& annotations) {
  AnswerCache& answers = answers_;
  const OtherProfiles others = others_of(subject);
  const auto find = [others](const std::string& name) -> Result<ProfilePtr> {
    const auto open = others.find(name, {});
    if (!open) return tl::unexpected(open.error());
    return open->profile;
  };
  const ProfilePtr profile = subject.profile;
  ViewHandle handle;
  handle.title = profile->info().path.filename().string();
  handle.page_json = pages_of(subject, others, answers);
  if (subject.suppression_store)
    handle.suppress = [kept = subject.suppression_store](const std::string& finding,
                                                         const std::string& reason) -> Result<std::string> {
      if (const auto good = check_finding(finding); !good) return tl::unexpected(good.error());
      const std::string why = one_line(reason);
      if (why.empty()) return fail(ErrorCode::bad_request, "A suppression without a reason is of no use.");
      const auto file = kept->add({finding, why, ""});
      if (!file) return tl::unexpected(file.error());
      Json result = Json::object();
      result.set("file", file->string());
      return result.compact();
    };
  handle.run_on_round = round_commands_of(subject);
  handle.card_json = [profile, find](const std::string& target) -> Result<std::string> {
    const auto found = found_target(profile, target, find);
    if (!found) return tl::unexpected(found.error());
    if (const auto shown = card(*found->profile, found->target))
      return write_json(wire_explanation(target, card_in_profile(*shown, found->prefix))).compact();
    return fail(ErrorCode::bad_request, fmt::format("{} names nothing in this profile.", quotation(target)));
  };
  handle.ask_completions = [profile](const std::string& typed,
                                     std::optional<int64_t> most) -> Result<std::string> {
    const auto found = ask_completions(*profile, typed, most, {});
    if (!found) return tl::unexpected(found.error());
    return write_json(*found).compact();
  };
  handle.other = [this, handle = subject.handle](const std::string& name) -> Result<std::string> {
    const auto other = other_of(handle, name);
    if (!other) return tl::unexpected(other.error());
    const std::lock_guard lock(lock_);
    return token_of(*other, {});
  };
  handle.aligned_json = [profile, find](const std::string& base) -> Result<std::string> {
    const auto other = find(base);
    if (!other) return tl::unexpected(other.error());
    return write_json(aligned_times(*other, profile)).compact();
  };
  handle.stacked_json = [this, subject](const std::string& ranks) { return stack(subject, ranks); };
  if (subject.model_access)
    handle.model = model_handle({profile, answers, subject.skills,
                                 std::make_shared<const std::vector<Suppression>>(subject.suppressions),
                                 subject.model_access});
  add_timeline(subject, annotations, handle);
  return handle;
}

// Each of two profiles that are shown can be compared with the other.
void ViewerServer::introduce(const Subject& subject) {
  if (subject.others.empty()) return;
  Subject alone = subject;
  alone.others.clear();
  for (Subject other : subject.others) {
    other.others.clear();
    const auto add = [&](const std::string& to, const Subject& of) {
      std::vector<Subject>& known = others_[to];
      std::erase_if(known, [&](const Subject& each) { return each.handle == of.handle; });
      known.push_back(of);
    };
    add(subject.handle, other);
    add(other.handle, alone);
  }
}

Result<ViewerServer::Subject> ViewerServer::other_of(const std::string& handle, const std::string& name) {
  const std::lock_guard lock(lock_);
  for (const Subject& each : others_[handle])
    if (each.handle == name || each.profile->info().path == name) return each;
  return fail(ErrorCode::bad_request, fmt::format("{} is not open here.", quotation(name)),
              "Open both profiles, or run `nsys-ai diff BEFORE AFTER --browser`.");
}

// Opens the captures of these ranks, and closes those of ranks that were chosen before.
Result<std::string> ViewerServer::stack(const Subject& subject, const std::string& ranks) {
  const std::lock_guard one_at_a_time(stacking_);
  std::error_code error;
  const auto own = std::filesystem::absolute(subject.profile->info().path, error);
  std::vector<std::string> paths;
  for (const auto& capture : subject.captures) paths.push_back(capture.string());
  if (paths.empty()) paths.push_back(own.parent_path().string());
  ExperimentOptions options;
  options.ranks_by_name = subject.ranks_by_name;
  const auto stacked = stacked_timelines_at(paths, ranks, options, {});
  if (!stacked) return tl::unexpected(stacked.error());
  std::vector<std::string> served;
  for (const StackedCapture& of : stacked->captures)
    served.push_back(std::filesystem::equivalent(of.path, own, error) ? "" : of.path.string());
  std::vector<std::string> before = stacked_;
  std::erase_if(before, [&](const std::string& each) { return std::ranges::count(served, each) > 0; });
  for (const std::string& handle : before) forget(handle);
  std::erase_if(stacked_, [&](const std::string& each) { return std::ranges::count(before, each) > 0; });
  for (const std::string& path : served) {
    if (path.empty() || other_of(subject.handle, path)) continue;
    auto profile = load_profile(path, {});
    if (!profile) return tl::unexpected(profile.error());
    Subject other;
    other.handle = path;
    other.profile = std::move(*profile);
    other.captures = subject.captures;
    other.ranks_by_name = subject.ranks_by_name;
    const std::lock_guard lock(lock_);
    others_[subject.handle].push_back(std::move(other));
    stacked_.push_back(path);
  }
  return stacked_json(*stacked, served);
}

OtherProfiles ViewerServer::others_of(const Subject& subject) {
  return {[this, own = OpenProfile{subject.handle, subject.profile}](const std::string& name,
                                                                     const Work&) -> Result<OpenProfile> {
            if (name == own.handle || own.profile->info().path == name) return own;
            const auto other = other_of(own.handle, name);
            if (!other) return tl::unexpected(other.error());
            return OpenProfile{other->handle, other->profile};
          },
          [this, handle = subject.handle] {
            const std::lock_guard lock(lock_);
            std::vector<OpenProfile> all;
            for (const Subject& each : others_[handle]) all.push_back({each.handle, each.profile});
            return all;
          },
          subject.folders,
          subject.captures,
          subject.captures_before,
          subject.ranks_by_name};
}

Result<ViewerAddress> ViewerServer::show_trace(const Subject& subject, const TraceSelection& what) {
  const std::lock_guard lock(lock_);
  auto token = token_of(subject, what);
  if (!token) return tl::unexpected(token.error());
  return address(LoopbackServer::open_path(*token));
}

Result<ViewerAddress> ViewerServer::show_overview(const Subject& subject) {
  const std::lock_guard lock(lock_);
  introduce(subject);
  auto token = token_of(subject, {});
  if (!token) return tl::unexpected(token.error());
  return address(LoopbackServer::view_path(*token));
}

Result<ViewerAddress> ViewerServer::show_page(const Subject& subject, const std::string& rest) {
  auto shown = show_overview(subject);
  if (!shown) return shown;
  shown->path += rest;
  shown->url += rest;
  return shown;
}

Result<ViewerAddress> ViewerServer::show_comparison(const Subject& subject, const std::string& base) {
  return show_page(subject, "?view=compare&against=" + percent_encoded(base, ""));
}

Result<ViewerAddress> ViewerServer::show_ranks(const Subject& subject) {
  return show_page(subject, subject.captures_before.empty() ? "?view=ranks" : "?view=ranks&against=base");
}

Result<ViewerAddress> ViewerServer::show_timelines(const Subject& subject, const std::string& base) {
  return show_page(subject, "/timelines?against=" + percent_encoded(base, ""));
}

Result<ViewerAddress> ViewerServer::show_rank_timelines(const Subject& subject, const std::string& ranks) {
  return show_page(subject, "/timelines?ranks=" + percent_encoded(ranks, ","));
}

Result<ViewerAddress> ViewerServer::show_timeline(const Subject& subject,
                                                  const std::optional<Interval>& part) {
  return show_page(subject,
                   part ? fmt::format("/timeline#start={}&end={}", part->start, part->end) : "/timeline");
}

Result<ViewerAddress> ViewerServer::show_on_timeline(const Subject& subject, std::string_view target) {
  return show_page(subject, "/timeline#at=" + percent_encoded(target, ":"));
}

void ViewerServer::forget(const std::string& handle) {
  const std::lock_guard lock(lock_);
  others_.erase(handle);
  for (auto& [other, known] : others_)
    std::erase_if(known, [&](const Subject& each) { return each.handle == handle; });
  std::erase_if(shown_, [&](const Shown& shown) {
    if (shown.handle != handle) return false;
    server_->remove(shown.token);
    return true;
  });
}

}  // namespace nsys_ai
